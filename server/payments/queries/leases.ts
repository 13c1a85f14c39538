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
 * A lease ends no later than `now + length`, and nothing was sent after `now`: a clock that went
 * back leaves times behind that would last for hours. Shortened and not ended, since the clock of
 * another process may only be a little ahead, and a live owner renews its lease long before.
 */
export async function capTimes(tx: Tx, now: number, length: number): Promise<void> {
  const live = tx.updateTable("attempt").where("state", "in", liveStates);
  await live
    .set({ lease_until: now + length })
    .where("lease_until", ">", now + length)
    .execute();
  await live.set({ sent_at: now }).where("sent_at", ">", now).execute();
}

/** The owner says that it is still at work; nothing happens when the attempt has been decided. */
export const setLease = (db: Db, id: string, until: number) =>
  db.updateTable("attempt").set({ lease_until: until }).where("id", "=", id).where("state", "in", liveStates).execute();

/** Takes over an attempt with an expired lease: true for one caller. */
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
