import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { type Attempt, findAttempt } from "./queries/attempts.ts";
import { claimReview, leaveReview, setLease } from "./queries/leases.ts";
import { findHeldAttempts } from "./queries/open-attempts.ts";
import { resolveAttempt } from "./reconcile.ts";
import { isLive } from "./rules/attempt.ts";
import { payTimes } from "./times.ts";

/** Payments that the gateway reviews, the oldest first. */
export const heldPayments = (db: Db, limit: number): Promise<Attempt[]> => findHeldAttempts(db, limit);

const silent = refuse("outcome_unknown", "The card gateway hasn’t said yet what became of it. The shop goes on asking.");
const deciding = refuse("held", "Somebody has just decided on this payment. Wait a minute, and look again.");
const atDashboard = refuse("unavailable", "This card gateway takes decisions only at its own dashboard.");

/** A decision on a held payment; `record` stores what was decided, and by whom. */
type Decision = { id: string; approve: boolean; record: (tx: Tx, attempt: Attempt) => Promise<unknown> };

/**
 * Tells the gateway how its review of a payment ends. Its answer is not believed: the payment is
 * looked up, and becomes its order or ends as the gateway's records say. A payment that is decided
 * already is returned as it stands.
 */
export async function endReview(shop: Shop, { id, approve, record }: Decision): Promise<Outcome<Attempt>> {
  const { db, now, gateway } = shop;
  const attempt = await findAttempt(db, id);
  if (!attempt) return notFound;
  if (!isLive(attempt.state)) return ok(attempt);
  const { key, auth_ref: authRef, state } = attempt;
  if (state !== "held" || authRef === null) return silent;
  if (!gateway.endReview) return atDashboard;
  const isMine = await transact(db, async (tx) => {
    if (!(await claimReview(tx, id, now(), payTimes.lease))) return false;
    await record(tx, attempt);
    return true;
  });
  if (!isMine) return deciding;
  const answer = await gateway.endReview({ key, authRef, approve, deadlineMs: payTimes.deadline });
  const reviewed = await lookUpReviewed(shop, id);
  if (reviewed && !isLive(reviewed.state)) return ok(reviewed);
  // A call without an answer may still reach the gateway, so nobody may decide again meanwhile.
  if (answer.status !== "unknown") await leaveReview(db, id);
  if (answer.status !== "error") return silent;
  return answer.code === "no_such_call" ? atDashboard : refuse("failed", `The card gateway refused this: ${answer.code}.`);
}

async function lookUpReviewed(shop: Shop, id: string): Promise<Attempt | undefined> {
  const attempt = await findAttempt(shop.db, id);
  if (attempt && isLive(attempt.state)) await resolveAttempt(shop, attempt, payTimes);
  // A payment that is still undecided is asked about again soon.
  await setLease(shop.db, id, shop.now());
  return await findAttempt(shop.db, id);
}
