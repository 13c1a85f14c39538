import type { Db, Row, Tx } from "../../db/tables.ts";

export const findWordingRow = (reader: Db | Tx, kind: string): Promise<Row<"email_wording"> | undefined> =>
  reader.selectFrom("email_wording").selectAll().where("kind", "=", kind).executeTakeFirst();

export const findWordingTimes = (reader: Db): Promise<Pick<Row<"email_wording">, "kind" | "changed_at">[]> =>
  reader.selectFrom("email_wording").select(["kind", "changed_at"]).execute();

/** A wording; locks its row until the transaction ends. */
export const lockWordingRow = (tx: Tx, kind: string): Promise<Row<"email_wording"> | undefined> =>
  tx.selectFrom("email_wording").selectAll().where("kind", "=", kind).forUpdate().executeTakeFirst();

export async function updateWordingRow(tx: Tx, { kind, ...values }: Row<"email_wording">): Promise<void> {
  await tx.updateTable("email_wording").set(values).where("kind", "=", kind).execute();
}

/** Inserts a wording; false if another transaction has inserted this wording meanwhile. */
export async function insertWordingRow(tx: Tx, row: Row<"email_wording">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("email_wording")
    .values(row)
    .onConflict((conflict) => conflict.column("kind").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteWordingRow(tx: Tx, kind: string): Promise<void> {
  await tx.deleteFrom("email_wording").where("kind", "=", kind).execute();
}
