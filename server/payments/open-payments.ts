import type { Db } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { type Attempt, findAttempt } from "./queries/attempts.ts";
import { findOpenAttempts } from "./queries/open-attempts.ts";
import { resolveAttempt } from "./reconcile.ts";
import { isLive } from "./rules/attempt.ts";
import { payTimes } from "./times.ts";

/** Payments that are undecided or have money on its way back, the oldest first. */
export const openPayments = (db: Db, limit: number): Promise<Attempt[]> => findOpenAttempts(db, limit);

const silent = refuse("outcome_unknown", "The card gateway hasn’t said yet what became of it. The shop goes on asking.");

/**
 * Asks the card gateway about a payment and applies the answer, as the reconciler does. Refuses
 * with `outcome_unknown` while the gateway does not say, or a shopper is paying.
 */
export async function askAboutPayment(shop: Shop, id: string): Promise<Outcome<Attempt>> {
  const attempt = await findAttempt(shop.db, id);
  if (!attempt) return notFound;
  if (!isLive(attempt.state)) return ok(attempt);
  if (!(await resolveAttempt(shop, attempt, payTimes))) return silent;
  const resolved = await findAttempt(shop.db, id);
  return resolved ? ok(resolved) : notFound;
}
