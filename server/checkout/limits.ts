import { recordTries, strangersMailLimit, tooManyTries } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import { recordTry, removeTries, triesSince } from "../db/tries.ts";
import type { Outcome, Refusal } from "../outcome.ts";
import { plainText } from "../plain-text.ts";
import { networkOf } from "../web/network.ts";

const hour = 3_600_000;

/**
 * The most unknown promo codes per network and hour: more than typing errors, too few to guess a
 * code.
 */
const wrongCodes = { kind: "promo-code", most: 60 };
/**
 * The most new checkouts per network and hour: far more than its shoppers create, and far fewer
 * than fill a disk.
 */
const newCheckouts = { kind: "checkout-begun", most: 10_000 };

type TryInput = { address: string; now: number };

/**
 * Applies a typed code. Each code is counted before its lookup, so that parallel guesses count. The
 * count is removed unless the code is unknown. A blank code never counts.
 */
export async function tryCode<Value>(
  db: Db,
  { address, now, code }: TryInput & { code: string },
  apply: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  if (plainText(code) === "") return await apply();
  const tries = await recordTries(db, [{ ...wrongCodes, subject: networkOf(address) }], hour, now);
  if (!tries.ok) return tries;
  const applied = await apply();
  if (applied.ok || applied.code !== "promo_unknown") await removeTries(db, tries.value);
  return applied;
}

/** Why another checkout may not be created, if there were too many. */
export async function newCheckoutLimit(db: Db | Tx, { address, now }: TryInput): Promise<Refusal | undefined> {
  const { count, first } = await triesSince(db, newCheckouts.kind, networkOf(address), now - hour);
  return count >= newCheckouts.most ? tooManyTries(first, hour, now) : undefined;
}

/** Counts a new checkout of the address's network; returns the count's id, to remove it again. */
export const recordNewCheckout = (db: Db | Tx, { address, now }: TryInput): Promise<string> =>
  recordTry(db, newCheckouts.kind, networkOf(address), now);

/** Refuses another email with a link to pay if there were too many; otherwise counts the email. */
export const paymentLinkLimit = (db: Db, { address, now, email }: TryInput & { email: string }): Promise<Refusal | undefined> =>
  strangersMailLimit(db, "payment-link", { mail: normaliseEmail(email), address }, now);
