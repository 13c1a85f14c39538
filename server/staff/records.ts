import { createHash } from "node:crypto";
import type { Dates } from "../dates.ts";
import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transact, transactOutcome } from "../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type AuditSource, recordChange } from "./audit.ts";
import type { Permission } from "./rules/permissions.ts";
import { canonical, changedFields, has, type RecordFields } from "./rules/record-changes.ts";

/** What values are put in words with: the shop's calendar, and the names of the records that they refer to by id. */
export type WordsContext = { dates: Dates; referenced: ReadonlyMap<string, string> };

/** A line of a history about a part of a field: `Variant 5 seeds: price $12.00 → $14.00`. */
export type ChangeLine = { label: string; part?: string; before: string; after: string };

/** A record on both sides of a change, as far as it is known, and when that was. */
export type RecordChange<Fields> = { before: Partial<Fields>; after: Partial<Fields>; at: number };

/**
 * What differs of a part of a field, in words; `id` is empty of what is no part's own, such as their order. Of a part
 * within another one it begins with the other's, and a dot.
 */
export type PartDifference = { id: string; label: string; saved: string; typed: string };

/** How two versions of a field are compared, and made one by choices, part by part. */
export type FieldParts = {
  differences(saved: unknown, typed: unknown): PartDifference[];
  merge(saved: unknown, typed: unknown, isTheirs: (partId: string) => boolean): unknown;
};

/**
 * A kind of record that the staff edit: read whole, compared with what the page showed, written by
 * its feature, undone from the audit. Fields are JSON, and an absent value is null.
 */
export type RecordKind<Fields extends RecordFields> = {
  /** the audit's `record_kind`, such as `promo` */
  kind: string;
  /** what writing it takes */
  needs: Permission;
  /** writing it takes a proof of the last ten minutes */
  money?: true;
  /** it gives permissions: its undo is offered to those alone who may do everything */
  grants?: true;
  /** how histories and pages name it */
  name(fields: Fields, id: string): string;
  /** its screen */
  path(id: string): string;
  /** words for its fields, for histories and conflicts */
  labels: Readonly<Record<keyof Fields & string, string>>;
  /** a value in words, where the plain one is not for people, such as cents */
  words?(field: keyof Fields & string, value: unknown, context: WordsContext, record: Partial<Fields>): string | undefined;
  /** what changed within a field, part by part; undefined where its values stand beside each other */
  lines?(field: keyof Fields & string, change: RecordChange<Fields>, context: WordsContext): ChangeLine[] | undefined;
  /** the fields that are chosen part by part where two edited them, such as the variants of a product */
  parts?: Readonly<Record<string, FieldParts>>;
  /** the fields whose parts are undone one by one, such as the variants of a product; the others are undone whole */
  putBack?(sides: { saved: Fields; before: Partial<Fields>; after: Partial<Fields> }): Outcome<Partial<Fields>>;
  /** its entries of the audit have all fields, since one means nothing without the other */
  auditsAllFields?: true;
  /** names by the ids that the fields of these records have, for `words` */
  referenced?(db: Db, id: string, records: readonly Partial<Fields>[]): Promise<ReadonlyMap<string, string>>;
  /** As it is, its row locked until the transaction ends; undefined where there is none. */
  read(tx: Tx, id: string): Promise<Fields | undefined>;
  /** By the feature's own function; refuses as that does. */
  write(tx: Tx, id: string, fields: Fields, now: number, source: AuditSource): Promise<Outcome<unknown>>;
  /** Absent where a removed one cannot come back. */
  insert?(tx: Tx, id: string, fields: Fields, now: number, source: AuditSource): Promise<Outcome<unknown>>;
  /** Absent where none is removed. */
  remove?(tx: Tx, id: string, now: number, source: AuditSource): Promise<Outcome<unknown>>;
};

/** Any kind, where its fields do not matter. */
export type AnyRecordKind = RecordKind<RecordFields>;

/** Names what a form showed: a short hash of the fields; a hidden field `seen` of each edit form. */
export const versionOf = (fields: RecordFields): string =>
  createHash("sha256").update(canonical(fields)).digest("base64url").slice(0, 22);

/** `entryId` is absent where nothing had to be changed. */
export type SavedRecord = { id: string; entryId?: string };

const changed = refuse("changed", "Somebody else saved this meanwhile. Choose what to keep.");
const noSuchAction = refuse("forbidden", "This can’t be done to a record of this kind.");

/** Joins `tx`: writes the fields that differ, and the audit with them. Refuses as the kind's own function does. */
export async function changeRecord<Fields extends RecordFields>(
  tx: Tx,
  kind: RecordKind<Fields>,
  { id, saved, fields, action = "changed" }: { id: string; saved: Fields; fields: Partial<Fields>; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  if (has(saved, fields)) return ok({ id });
  const written = await kind.write(tx, id, { ...saved, ...fields }, now, source);
  if (!written.ok) return written;
  const after = (await kind.read(tx, id)) ?? saved;
  const changes = changedFields(saved, after);
  if (!changes) return ok({ id });
  const change = kind.auditsAllFields ? { before: saved, after } : changes;
  return ok({ id, entryId: await recordChange(tx, source, { kind: kind.kind, id, action, ...change }, now) });
}

/**
 * Saves the fields of a form; those that it does not have stay. Refuses with `changed` where the
 * record is neither as `seen` says nor as the form would leave it.
 */
export const saveRecord = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, seen, ...wanted }: { id: string; seen: string; fields: Partial<Fields>; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await kind.read(tx, id);
    if (!saved) return notFound;
    // Pressed twice, the second finds what it wants.
    if (!has(saved, wanted.fields) && versionOf(saved) !== seen) return changed;
    return await changeRecord(tx, kind, { id, saved, ...wanted }, source, now);
  });

/** Joins `tx`. Refuses with `changed` where there is one with other fields. */
export async function addRecord<Fields extends RecordFields>(
  tx: Tx,
  kind: RecordKind<Fields>,
  { id, fields, action = "added" }: { id: string; fields: Fields; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  if (!kind.insert) return noSuchAction;
  const there = await kind.read(tx, id);
  if (there) return has(there, fields) ? ok({ id }) : changed;
  const inserted = await kind.insert(tx, id, fields, now, source);
  if (!inserted.ok) return inserted;
  const after = (await kind.read(tx, id)) ?? fields;
  return ok({ id, entryId: await recordChange(tx, source, { kind: kind.kind, id, action, after }, now) });
}

/** Adds one under an id of the caller's, once: pressed twice, the second finds what it wants. */
export async function createRecord<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  wanted: { id: string; fields: Fields; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  try {
    return await transactOutcome(db, (tx) => addRecord(tx, kind, wanted, source, now));
  } catch (error) {
    // Two added it at one moment.
    if (isDuplicate(error)) return changed;
    throw error;
  }
}

/** Joins `tx`: removes `saved`, and audits all its fields. */
export async function endRecord<Fields extends RecordFields>(
  tx: Tx,
  kind: RecordKind<Fields>,
  { id, saved, action = "removed" }: { id: string; saved: Fields; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  if (!kind.remove) return noSuchAction;
  const removed = await kind.remove(tx, id, now, source);
  if (!removed.ok) return removed;
  return ok({ id, entryId: await recordChange(tx, source, { kind: kind.kind, id, action, before: saved }, now) });
}

/** Removes one that is as `seen` says; `changed` where it is not. */
export const removeRecord = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, seen, ...rest }: { id: string; seen: string; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await kind.read(tx, id);
    if (!saved) return notFound;
    if (versionOf(saved) !== seen) return changed;
    return await endRecord(tx, kind, { id, saved, ...rest }, source, now);
  });

/** A record as it is, without keeping its row locked; undefined where there is none. */
export const readRecord = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  id: string,
): Promise<Fields | undefined> => transact(db, (tx) => kind.read(tx, id));
