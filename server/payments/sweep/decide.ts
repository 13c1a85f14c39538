import { createHash } from "node:crypto";
import { lockCheckout } from "../../checkout/find.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { type Attempt, findAttemptsByKeys, lockAttempt } from "../queries/attempts.ts";
import { shopId } from "../queries/identity.ts";
import {
  acceptReported,
  countReported,
  findDecidedOrphans,
  findHandled,
  findOrphan,
  findOrphans,
  findOrphansByKey,
  findOrphansIn,
  insertOrphan,
  moveOrphan,
  type Orphan,
  type OrphanState,
} from "../queries/orphans.ts";
import { isLive } from "../rules/attempt.ts";
import { carriesId, checkoutOfKey } from "../rules/keys.ts";
import { holdsMoney } from "../rules/sweep.ts";
import { enqueueReturn, orphanRow, startVoiding } from "./adopt-orphan.ts";
import { refusedReturns } from "./leave-refused.ts";

export type { Orphan };

/**
 * Authorizations that the owner may still decide about, or that are on their way back; oldest
 * first.
 */
export const openOrphans = (db: Db): Promise<Orphan[]> => findOrphansIn(db, ["reported", "returning"]);

/** An authorization without an order, by the gateway's reference. */
export const orphanOf = (db: Db, ref: string): Promise<Orphan | undefined> => findOrphan(db, ref);

/**
 * Leaves all reported authorizations as they are; then the shop returns money by itself again.
 * Returns their number.
 */
export const acceptOrphans = (db: Db, now: number): Promise<number> =>
  transact(db, async (tx) => (await acceptReported(tx, now)).length);

/** Authorizations returned or left as they are, the latest first. */
export const decidedOrphans = (db: Db, limit: number): Promise<Orphan[]> => findDecidedOrphans(db, limit);

/** How many authorizations are undecided, up to `most`. */
export const countReportedOrphans = (db: Db, most: number): Promise<number> => countReported(db, most);

/**
 * Drops reported authorizations that have paid for an order since, such as after a cart from a
 * backup was paid again.
 */
export async function leaveOrdered(tx: Tx, refs: ReadonlySet<string>, now: number): Promise<void> {
  for (const { ref } of await findOrphansIn(tx, ["reported"]))
    if (refs.has(ref)) await moveOrphan(tx, ref, { from: ["reported"], to: "accepted", now });
}

/**
 * Leaves all reported authorizations, or those under `key`, as they are, in the caller's
 * transaction. Returns those that were left now. Not found if none is known under the key.
 */
export async function leaveOrphans(tx: Tx, now: number, key?: string): Promise<Outcome<Orphan[]>> {
  const accepted = await acceptReported(tx, now, key);
  if (accepted.length > 0 || key === undefined) return ok(accepted);
  const orphans = await findOrphansByKey(tx, key);
  // The button was pressed twice.
  if (orphans.some(({ state }) => state === "accepted")) return ok([]);
  if (orphans.length === 0) return notFound;
  return refuse("order_closed", (await refusedReturns(tx, orphans)).size > 0 ? sayHow : wentBack(orphans));
}

const sayHow = "its return was refused: it stays as it is once you say how it was handled";

/** References of the authorizations that were handled in another way, and are never returned. */
export const handledOrphans = (db: Db, orphans: readonly Orphan[]): Promise<ReadonlySet<string>> => findHandled(db, orphans);

/** A hash of the states of all authorizations under a key. Any later decision changes the hash. */
export async function seenUnder(reader: Db | Tx, key: string): Promise<string> {
  const states = (await findOrphansByKey(reader, key)).map(({ ref, state, updated_at }) => [ref, state, updated_at]);
  return createHash("sha256").update(JSON.stringify(states)).digest("base64url");
}

/** Refuses a step if somebody, or the sweep, has decided about the payment since it was shown. */
export const decidedMeanwhile = refuse(
  "changed",
  "Somebody has decided about this payment since it was shown. Here is how it stands now.",
);

/** Refuses if something under the key was decided since `seen`; undefined without `seen`. */
export async function refuseDecided(reader: Db | Tx, key: string, seen: string | undefined): Promise<Refusal | undefined> {
  if (seen === undefined) return undefined;
  return (await seenUnder(reader, key)) === seen ? undefined : decidedMeanwhile;
}

/**
 * Returns the money under a key that paid for no order: reported by a sweep, or stored by
 * `remember`. Refuses an unknown key, and money of an order.
 */
export const returnByKey = (db: Db, key: string, now: number): Promise<Outcome<Orphan[]>> =>
  transactOutcome(db, (tx) => returnOrphans(tx, key, now));

/**
 * The authorizations that `returnByKey` would return: those that nobody has returned. Refuses the
 * same keys.
 */
export async function returnableOrphans(reader: Db | Tx, key: string): Promise<Outcome<Orphan[]>> {
  const orphans = await findOrphansByKey(reader, key);
  const [attempt] = await findAttemptsByKeys(reader, [key]);
  const isOrdered = orphans.some(({ ref, state }) => mayStart.includes(state) && attempt && takesFor(attempt, ref));
  if (isOrdered || (attempt && orphans.length === 0))
    return refuse("order_closed", "this payment belongs to an order or is in progress: cancel the order instead");
  if (orphans.length === 0) return notFound;
  const handled = await findHandled(reader, orphans);
  const open = orphans.filter(({ ref, state }) => mayStart.includes(state) && !handled.has(ref));
  return open.length > 0 ? ok(open) : refuse("order_closed", wentBack(orphans));
}

function wentBack(orphans: readonly Orphan[]): string {
  const some = (wantedState: OrphanState) => orphans.some(({ state }) => state === wantedState);
  if (some("returning")) return "this payment is being returned already";
  return some("accepted") ? "this payment was handled in another way" : "this payment was returned before";
}

/** Returns the money under a key in the caller's transaction. */
export async function returnOrphans(tx: Tx, key: string, now: number, seen?: string): Promise<Outcome<Orphan[]>> {
  // Locked first: no payment under this key may begin before it is known that its money goes back.
  const checkoutId = checkoutOfKey(key, await shopId(tx, now));
  if (checkoutId !== undefined) await lockCheckout(tx, checkoutId);
  const orphans = await returnableOrphans(tx, key);
  // Read after the authorizations, so that decisions in between are refused too.
  const refusal = await refuseDecided(tx, key, seen);
  if (refusal) return refusal;
  if (!orphans.ok) return orphans;
  for (const orphan of orphans.value) {
    const started = await start(tx, orphan, seen === undefined ? mayStart : [orphan.state], now);
    // Without `seen`, the money goes back, no matter who began its return.
    if (!started && seen !== undefined) return decidedMeanwhile;
  }
  return ok(
    await findOrphans(
      tx,
      orphans.value.map(({ ref }) => ref),
    ),
  );
}

const mayStart: readonly OrphanState[] = ["reported", "accepted"];

/**
 * Whether this authorization paid for the attempt, or may still pay for it, such as after a cart
 * from a backup was paid again.
 */
const takesFor = ({ state, auth_ref }: Attempt, ref: string): boolean => auth_ref === ref || isLive(state);

/** Begins a return. False if somebody else came first. */
async function start(tx: Tx, { ref, attempt_id }: Orphan, from: readonly OrphanState[], now: number): Promise<boolean> {
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from, to: "returning", now }))) return false;
  const _voids = attempt !== undefined && (await startVoiding(tx, attempt, { ref }, now));
  await enqueueReturn(tx, ref, now);
  return true;
}

/**
 * Stores an authorization without an attempt that is too old for a sweep. False if the gateway has
 * no such authorization with money; undefined if the gateway could not be asked.
 */
export async function remember(db: Db, gateway: Gateway, key: string, now: number): Promise<boolean | undefined> {
  const transaction = await gateway.lookup({ key });
  if (transaction.status === "unknown") return undefined;
  if (transaction.status === "not_found" || transaction.kind !== "authorize" || !holdsMoney(transaction)) return false;
  return await transact(db, async (tx) => {
    if ((await findAttemptsByKeys(tx, [key])).length > 0) return false;
    const reason = carriesId(key, await shopId(tx, now)) ? "lost" : "foreign";
    return await insertOrphan(tx, { ...orphanRow(transaction, reason, now), state: "reported" });
  });
}
