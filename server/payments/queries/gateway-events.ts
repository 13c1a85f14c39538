import type { Db, NewRow } from "../../db/tables.ts";

/** Stores an event's id; false if it is stored already. */
export async function recordEvent(db: Db, event: NewRow<"gateway_event">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("gateway_event")
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends the pause of a payment under review, so that the reconciler looks it up. */
export const wakeReviewed = (db: Db, ref: string, now: number) =>
  db
    .updateTable("attempt")
    .set({ lease_until: now })
    .where("auth_ref", "=", ref)
    .where("state", "=", "held")
    .where("lease_until", ">", now)
    .execute();
