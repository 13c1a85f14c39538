import { insertion } from "../../../db/insertion.ts";
import { type LogPage, onPage } from "../../../db/log-page.ts";
import type { Db, NewRow, Row, Tx } from "../../../db/tables.ts";

export async function insertEntry(tx: Tx, row: NewRow<"audit_entry">): Promise<void> {
  await tx.insertInto("audit_entry").values(row).execute();
}

const insertRows = insertion("audit_entry");
const inStatement = 64;

export async function insertEntries(tx: Tx, rows: readonly NewRow<"audit_entry">[]): Promise<void> {
  for (let at = 0; at < rows.length; at += inStatement) await insertRows(tx, rows.slice(at, at + inStatement));
}

/**
 * The entries of this request about records of this kind, sorted by id. Only entries whose id comes
 * after `after`.
 */
export const findEntriesOfRequest = (
  reader: Db | Tx,
  { requestId, kind, after }: { requestId: string; kind: string; after: string },
  limit: number,
): Promise<Row<"audit_entry">[]> =>
  reader
    .selectFrom("audit_entry")
    .selectAll()
    .where("request_id", "=", requestId)
    .where("record_kind", "=", kind)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Whether a request has changed this record. */
export async function hasEntryOfRequest(
  tx: Tx,
  { requestId, kind, recordId }: { requestId: string; kind: string; recordId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom("audit_entry")
    .select("id")
    .where("request_id", "=", requestId)
    .where("record_kind", "=", kind)
    .where("record_id", "=", recordId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const findEntry = (reader: Db | Tx, id: string): Promise<Row<"audit_entry"> | undefined> =>
  reader.selectFrom("audit_entry").selectAll().where("id", "=", id).executeTakeFirst();

/** The entries of all records of a kind, the latest first. */
export const findEntriesOfKind = (reader: Db | Tx, kind: string, limit: number): Promise<Row<"audit_entry">[]> =>
  entriesOfKind(reader, kind).limit(limit).execute();

/** The entries of several records, the latest of all first. */
export const findEntriesOfRecords = async (
  reader: Db | Tx,
  kind: string,
  ids: readonly string[],
): Promise<Row<"audit_entry">[]> =>
  ids.length === 0 ? [] : await entriesOfKind(reader, kind).where("record_id", "in", ids).execute();

/** A record's entries, the latest first. */
export const findEntriesOf = (
  reader: Db | Tx,
  { kind, id }: { kind: string; id: string },
  limit: number,
): Promise<Row<"audit_entry">[]> => entriesOfKind(reader, kind).where("record_id", "=", id).limit(limit).execute();

const entriesOfKind = (reader: Db | Tx, kind: string) =>
  reader.selectFrom("audit_entry").selectAll().where("record_kind", "=", kind).orderBy("at", "desc").orderBy("id", "desc");

/** The actor, kinds of records, and records to which a log is limited; undefined for all. */
export type AuditLogSearch = {
  actor: string | undefined;
  kind: string | undefined;
  recordIds: readonly string[] | undefined;
};

/** The entries of all records, the latest first. */
export const findAuditLog = (
  reader: Db | Tx,
  { actor, kind, recordIds }: AuditLogSearch,
  page: LogPage,
): Promise<Row<"audit_entry">[]> =>
  reader
    .selectFrom("audit_entry")
    .selectAll()
    .where(onPage("audit_entry", page))
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .$if(kind !== undefined, (query) => query.where("record_kind", "=", kind ?? ""))
    .$if(recordIds !== undefined, (query) => query.where("record_id", "in", recordIds ?? []))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();
