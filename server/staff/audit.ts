import type { Db, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { findEntriesOf, insertEntry } from "./queries/audit.ts";

/** Who did it: one of the staff by id, or a command of the owner's. */
export type AuditActor = "owner" | `staff:${string}`;

/** Of whose doing, and of which request: in its line of the log too. */
export type AuditSource = { actor: AuditActor; requestId: string };

/** Of one of the owner's commands. */
export const commandSource = (): AuditSource => ({ actor: "owner", requestId: newId() });

type Fields = Readonly<Record<string, unknown>>;

/** `before` and `after` hold the fields that changed; one is absent where the record began or ended. */
export type Change = { kind: string; id: string; action: string; before?: Fields | undefined; after?: Fields | undefined };

const textOf = (fields: Fields | undefined): string | null => (fields === undefined ? null : JSON.stringify(fields));

/** Adds who changed what, in the transaction of the change itself. No secret is ever a field. */
export const recordChange = (tx: Tx, { actor, requestId }: AuditSource, change: Change, now: number): Promise<void> =>
  insertEntry(tx, {
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

/** What happened to a record, the latest first. */
export const listChanges = (reader: Db | Tx, record: { kind: string; id: string }, limit: number) =>
  findEntriesOf(reader, record, limit);
