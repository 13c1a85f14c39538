import type { LogPage } from "../../db/log-page.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import { newId } from "../../ids.ts";
import {
  type AuditLogSearch,
  findAuditLog,
  findEntriesOf,
  findEntriesOfKind,
  findEntry,
  insertEntries,
  insertEntry,
} from "./queries/audit.ts";

/** The actor of a change: a member of the staff by id, a command of the owner, or a schedule. */
export type AuditActor = "owner" | "schedule" | `staff:${string}`;

/**
 * The actor of a change, and the id of the request that made the change. The log also has this id.
 */
export type AuditSource = { actor: AuditActor; requestId: string };

/** The source of one of the owner's commands. */
export const commandSource = (): AuditSource => ({ actor: "owner", requestId: newId() });

type Fields = Record<string, unknown>;

/**
 * `before` and `after` have the changed fields. One is absent if the record was added or removed.
 */
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

/**
 * Adds a change to the audit in the change's own transaction; returns the entry's id. Fields never
 * contain secrets.
 */
export async function recordChange(tx: Tx, source: AuditSource, change: Change, now: number): Promise<string> {
  const entry = entryOf(source, change, now);
  await insertEntry(tx, entry);
  return entry.id;
}

/** Adds many changes to the audit. */
export const recordChanges = (tx: Tx, source: AuditSource, changes: readonly Change[], now: number): Promise<void> =>
  insertEntries(
    tx,
    changes.map((change) => entryOf(source, change, now)),
  );

const fieldsIn = (text: string | null): Fields | undefined => (text === null ? undefined : (JSON.parse(text) as Fields));

/** The change of an entry of the audit. */
export const changeIn = ({ record_kind, record_id, action, before, after }: Row<"audit_entry">): Change => ({
  kind: record_kind,
  id: record_id,
  action,
  before: fieldsIn(before),
  after: fieldsIn(after),
});

/** The change of one entry, or undefined. */
export async function findChange(reader: Db | Tx, entryId: string): Promise<Change | undefined> {
  const row = await findEntry(reader, entryId);
  return row && changeIn(row);
}

/** The changes of a record, the latest first. */
export const listChanges = (reader: Db | Tx, record: { kind: string; id: string }, limit: number) =>
  findEntriesOf(reader, record, limit);

/** The changes of all records of a kind, the latest first. */
export const listChangesOfKind = (reader: Db | Tx, kind: string, limit: number) => findEntriesOfKind(reader, kind, limit);

/** The audit entries that match a search, the latest first; none for an empty list of records. */
export const auditLog = async (db: Db, search: AuditLogSearch, page: LogPage): Promise<Row<"audit_entry">[]> =>
  search.recordIds?.length === 0 ? [] : await findAuditLog(db, search, page);
