import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** The exchange of which this checkout is the phone order; undefined for other checkouts. */
export const findExchangeRow = (reader: Db | Tx, checkoutId: string): Promise<Row<"exchange"> | undefined> =>
  reader.selectFrom("exchange").selectAll().where("checkout_id", "=", checkoutId).executeTakeFirst();

export const findExchangeLines = (reader: Db | Tx, checkoutId: string): Promise<Row<"exchange_line">[]> =>
  reader.selectFrom("exchange_line").selectAll().where("checkout_id", "=", checkoutId).orderBy("line_id").execute();

export async function insertExchangeRows(tx: Tx, row: NewRow<"exchange">, lines: readonly NewRow<"exchange_line">[]) {
  await tx.insertInto("exchange").values(row).execute();
  await tx.insertInto("exchange_line").values(lines).execute();
}

/** Marks an exchange as done; false if it was already marked. */
export async function markDone(tx: Tx, checkoutId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("exchange")
    .set({ done_at: now })
    .where("checkout_id", "=", checkoutId)
    .where("done_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the number of the edit that took a line's units out of the earlier order. */
export const setEdit = (tx: Tx, checkoutId: string, { lineId, n }: { lineId: string; n: number }) =>
  tx
    .updateTable("exchange_line")
    .set({ edit_n: n })
    .where("checkout_id", "=", checkoutId)
    .where("line_id", "=", lineId)
    .execute();

/** Locks open checkouts whose exchange began before `before` (ms), and returns their ids. */
export async function findEndedExchanges(tx: Tx, before: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "open")
    .where(
      "id",
      "in",
      tx.selectFrom("exchange").select("checkout_id").where("done_at", "is", null).where("begun_at", "<=", before),
    )
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
