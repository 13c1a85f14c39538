import type { Db, Tx } from "../../db/tables.ts";
import { liveStates } from "../rules/attempt.ts";
import type { Attempt } from "./attempts.ts";

/** Undecided attempts whose lease has expired. */
export const findDeadAttempts = (db: Db, now: number): Promise<Attempt[]> =>
  db
    .selectFrom("attempt")
    .selectAll()
    .where("state", "in", liveStates)
    .where("lease_until", "<=", now)
    .orderBy("lease_until")
    .execute();

/**
 * Caps leases and the waits for the gateway's pages at their lengths from `now`, and sending times
 * at `now`. After a clock went back, stored times
 * could otherwise be hours ahead. A lease is shortened, not ended, since another process's clock
 * may be a little ahead, and a live owner renews its lease long before.
 */
export async function capTimes(tx: Tx, now: number, { lease, hold }: { lease: number; hold: number }): Promise<void> {
  const live = tx.updateTable("attempt").where("state", "in", liveStates);
  await live
    .set({ lease_until: now + lease })
    .where("state", "<>", "held")
    .where("lease_until", ">", now + lease)
    .execute();
  await live
    .set({ hold_until: now + hold })
    .where("hold_until", ">", now + hold)
    .execute();
  await live.set({ sent_at: now }).where("sent_at", ">", now).execute();
}

/** The `lease_until` of an attempt whose lease a webhook ended: only a new claim replaces it. */
export const woken = 0;

/**
 * Moves the end of a lease. Changes nothing if the attempt was decided, or a webhook ended the
 * lease.
 */
export const setLease = (db: Db, id: string, until: number) =>
  db
    .updateTable("attempt")
    .set({ lease_until: until })
    .where("id", "=", id)
    .where("state", "in", liveStates)
    .where("lease_until", "<>", woken)
    .execute();

/** Takes over an attempt with an expired lease; true for only one caller. */
export async function claimLease(db: Db, { id, state, lease_until }: Attempt, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("attempt")
    .set({ lease_until: until })
    .where("id", "=", id)
    .where("state", "=", state)
    .where("lease_until", "=", lease_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Lets one caller at a time end the review of a held payment, for as long as its call may take.
 * False for all others, and once the payment is decided.
 */
export async function claimReview(tx: Tx, id: string, now: number, length: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("attempt")
    .set({ review_until: now + length })
    .where("id", "=", id)
    .where("state", "=", "held")
    .where(({ eb, or }) =>
      or([eb("review_until", "is", null), eb("review_until", "<=", now), eb("review_until", ">", now + length)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets somebody decide anew on a payment that the gateway still reviews. */
export const leaveReview = (db: Db, id: string) =>
  db.updateTable("attempt").set({ review_until: null }).where("id", "=", id).where("state", "=", "held").execute();
