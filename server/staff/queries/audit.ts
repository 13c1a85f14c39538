import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export async function insertEntry(tx: Tx, row: NewRow<"audit_entry">): Promise<void> {
  await tx.insertInto("audit_entry").values(row).execute();
}

export const findEntry = (reader: Db | Tx, id: string): Promise<Row<"audit_entry"> | undefined> =>
  reader.selectFrom("audit_entry").selectAll().where("id", "=", id).executeTakeFirst();

/** A record's entries, the latest first. */
export const findEntriesOf = (
  reader: Db | Tx,
  { kind, id }: { kind: string; id: string },
  limit: number,
): Promise<Row<"audit_entry">[]> =>
  reader
    .selectFrom("audit_entry")
    .selectAll()
    .where("record_kind", "=", kind)
    .where("record_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
