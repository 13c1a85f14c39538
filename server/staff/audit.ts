import type { Db, NewRow, Row, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { findEntriesOf, findEntriesOfKind, findEntry, insertEntries, insertEntry } from "./queries/audit.ts";

/** Who did it: one of the staff by id, a command of the owner's, or a time that was set for it. */
export type AuditActor = "owner" | "schedule" | `staff:${string}`;

/** Of whose doing, and of which request: in its line of the log too. */
export type AuditSource = { actor: AuditActor; requestId: string };

/** Of one of the owner's commands. */
export const commandSource = (): AuditSource => ({ actor: "owner", requestId: newId() });

type Fields = Record<string, unknown>;

/** `before` and `after` hold the fields that changed; one is absent where the record began or ended. */
export type Change = { kind: string; id: string; action: string; before?: Fields | undefined; after?: Fields | undefined };

const textOf = (fields: Fields | undefined): string | null => (fields === undefined ? null : JSON.stringify(fields));

const entryOf = ({ actor, requestId }: AuditSource, change: Change, now: number): NewRow<"audit_entry"> => ({
  id: newId(),
  actor,
  record_kind: change.kind,
  record_id: change.id,
  action: change.action,
  before: textOf(change.before),
  after: textOf(change.after),
  request_id: requestId,
  at: now,
});

/** Adds who changed what, in the transaction of the change itself; returns the entry's id. No secret is ever a field. */
export async function recordChange(tx: Tx, source: AuditSource, change: Change, now: number): Promise<string> {
  const entry = entryOf(source, change, now);
  await insertEntry(tx, entry);
  return entry.id;
}

/** The same of many changes. */
export const recordChanges = (tx: Tx, source: AuditSource, changes: readonly Change[], now: number): Promise<void> =>
  insertEntries(
    tx,
    changes.map((change) => entryOf(source, change, now)),
  );

const fieldsIn = (text: string | null): Fields | undefined => (text === null ? undefined : (JSON.parse(text) as Fields));

/** What an entry of the audit says was changed. */
export const changeIn = ({ record_kind, record_id, action, before, after }: Row<"audit_entry">): Change => ({
  kind: record_kind,
  id: record_id,
  action,
  before: fieldsIn(before),
  after: fieldsIn(after),
});

/** One entry's change, or undefined. */
export async function findChange(reader: Db | Tx, entryId: string): Promise<Change | undefined> {
  const row = await findEntry(reader, entryId);
  return row && changeIn(row);
}

/** What happened to a record, the latest first. */
export const listChanges = (reader: Db | Tx, record: { kind: string; id: string }, limit: number) =>
  findEntriesOf(reader, record, limit);

/** The same of all records of a kind. */
export const listChangesOfKind = (reader: Db | Tx, kind: string, limit: number) => findEntriesOfKind(reader, kind, limit);
