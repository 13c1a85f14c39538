import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type CustomerNote = Row<"customer_note">;

export async function insertNote(tx: Tx, row: NewRow<"customer_note">): Promise<void> {
  await tx.insertInto("customer_note").values(row).execute();
}

/** A customer's notes, the latest first. */
export const findNotes = (reader: Db | Tx, customerId: string): Promise<CustomerNote[]> =>
  reader
    .selectFrom("customer_note")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();

/** Deletes a customer's note; false if there was none. */
export async function deleteNote(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("customer_note")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How many notes customers (up to 500) have, by id; customers without notes are left out. */
export async function countNotes(db: Db, customerIds: readonly string[]): Promise<Map<string, number>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("customer_note")
    .select(({ fn }) => ["customer_id", fn.countAll<number>().as("count")])
    .where("customer_id", "in", customerIds)
    .groupBy("customer_id")
    .execute();
  return new Map(rows.map(({ customer_id, count }) => [customer_id, Number(count)]));
}
