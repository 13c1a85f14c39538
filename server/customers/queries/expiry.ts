import { deleteBefore } from "../../db/batches.ts";
import type { Db } from "../../db/tables.ts";

/** Deletes the addresses that guests saved before `before` (ms). */
export const deleteSavedAddresses = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "saved_address", by: "at" }, before);

/**
 * Empties the personal values of events from before `before` (ms). The table's triggers refuse
 * every other change of an event.
 */
export async function emptyEvents(db: Db, { before, limit }: { before: number; limit: number }, now: number): Promise<number> {
  const old = db
    .selectFrom("security_event")
    .select("id")
    .where("erased_at", "is", null)
    .where("at", "<", before)
    .orderBy("at")
    .limit(limit);
  const { numUpdatedRows } = await db
    .updateTable("security_event")
    .set({ network: "", agent: "", detail: "", erased_at: now })
    .where("id", "in", old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
