import { deleteBefore } from "../../db/batches.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** A guest's permission to see an order; undefined once `until` (ms) has passed. */
export const findGrant = (reader: Db | Tx, visitor: string, orderId: string, now: number) =>
  reader
    .selectFrom("order_grant")
    .select("until")
    .where("visitor", "=", visitor)
    .where("order_id", "=", orderId)
    .where("until", ">", now)
    .executeTakeFirst();

/** Stores a guest's permission. A second link extends it to the new `until` (ms). */
export async function insertGrant(tx: Tx, visitor: string, orderId: string, until: number): Promise<void> {
  await tx
    .insertInto("order_grant")
    .values({ visitor, order_id: orderId, until })
    .onConflict((conflict) => conflict.columns(["visitor", "order_id"]).doUpdateSet({ until }))
    .execute();
}

/** Deletes permissions that ended before `before` (ms). */
export const deleteGrants = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "order_grant", by: "until" }, before);

/** Clears the paying browser of up to `limit` orders from before `before` (ms). */
export async function emptyPayers(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom("orders")
    .select("id")
    .where("visitor", "is not", null)
    .where("placed_at", "<", before)
    .orderBy("placed_at")
    .limit(limit);
  const { numUpdatedRows } = await db.updateTable("orders").set({ visitor: null }).where("id", "in", old).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Moves a browser's grants and orders to its new visitor id. */
export async function moveVisitor(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("order_grant").set({ visitor: to }).where("visitor", "=", from).execute();
  await tx.updateTable("orders").set({ visitor: to }).where("visitor", "=", from).execute();
}

/** Removes the grants of a visitor id, and clears it as payer of its orders. */
export async function endVisitor(tx: Tx, visitor: string): Promise<void> {
  await tx.deleteFrom("order_grant").where("visitor", "=", visitor).execute();
  await tx.updateTable("orders").set({ visitor: null }).where("visitor", "=", visitor).execute();
}
