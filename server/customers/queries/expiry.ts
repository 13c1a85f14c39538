import type { Db } from "../../db/tables.ts";

/** Those that guests saved before `before` (ms). */
export async function deleteSavedAddresses(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom("saved_address").select("visitor").where("at", "<", before).orderBy("at").limit(limit);
  const { numDeletedRows } = await db.deleteFrom("saved_address").where("visitor", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Empties the personal values of events from before `before` (ms), in the one way that is allowed. */
export async function emptyOldEvents(db: Db, { before, limit }: { before: number; limit: number }, now: number): Promise<number> {
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
