import type { Db, Tx } from "../db/tables.ts";
import { recordTry, triesSince } from "../db/tries.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { networkOf } from "../web/network.ts";

/**
 * Declined cards allowed to a checkout and to a network (decisions §4). Successes, repeated answers
 * and waiting requests never count.
 */
const perCheckout = 5;
export const perAddress = 30;
const hour = 3_600_000;
const checkoutKind = "card-declined-checkout";
const addressKind = "card-declined-address";

const tooMany = (retryAfter: number): Refusal => ({
  ...refuse("too_many_tries", "Too many cards were declined. Please try again later."),
  retryAfter,
});

/** For a request that waited too long for the gate (attempt-gate.ts). */
export const tooManyAtOnce: Refusal = {
  ...refuse("too_many_tries", "Too many payments are in progress from your network. Please try again in a moment."),
  retryAfter: 5,
};

/** How many more cards of a network may be declined within this hour. */
export const declinesLeft = async (db: Db, network: string, now: number): Promise<number> =>
  perAddress - (await triesSince(db, addressKind, network, now - hour)).count;

/** The refusal of another try, if there were too many. */
export async function tooManyTries(tx: Tx, checkoutId: string, address: string, now: number): Promise<Refusal | undefined> {
  const onCheckout = await triesSince(tx, checkoutKind, checkoutId, 0);
  if (onCheckout.count >= perCheckout) return tooMany(hour / 1000);
  const onAddress = await triesSince(tx, addressKind, networkOf(address), now - hour);
  return onAddress.count >= perAddress ? tooMany((onAddress.first + hour - now) / 1000) : undefined;
}

/** The reconciler does not know the address of an attempt that it decides. */
export async function recordDecline(tx: Tx, checkoutId: string, address: string | undefined, now: number): Promise<void> {
  await recordTry(tx, checkoutKind, checkoutId, now);
  if (address !== undefined) await recordTry(tx, addressKind, networkOf(address), now);
}
