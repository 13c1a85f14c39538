import { createHash } from "node:crypto";
import type { Dates } from "../../dates.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { isDuplicate, transact, transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import type { Need } from "../people/rules/permissions.ts";
import { type AuditSource, recordChange } from "./audit.ts";
import { canonical, changedFields, has, type RecordFields } from "./rules/record-changes.ts";

/**
 * The context for values in words: the shop's calendar, and the names of the records to which they
 * refer by id.
 */
export type WordsContext = { dates: Dates; referenced: ReadonlyMap<string, string> };

/** A line of a history about a part of a field: `Variant 5 seeds: price $12.00 → $14.00`. */
export type ChangeLine = { label: string; part?: string; before: string; after: string };

/** A record before and after a change, as far as it is known, and the time of the change. */
export type RecordChange<Fields> = { before: Partial<Fields>; after: Partial<Fields>; at: number };

/**
 * The difference of a part of a field, in words. `id` is empty for differences outside any part,
 * such as the parts' order. The id of a part within another begins with the other's id and a dot.
 */
export type PartDifference = { id: string; label: string; saved: string; typed: string };

/** Compares two versions of a field, and merges them by choices, part by part. */
export type FieldParts = {
  differences(saved: unknown, typed: unknown): PartDifference[];
  merge(saved: unknown, typed: unknown, isTheirs: (partId: string) => boolean): unknown;
};

/**
 * A kind of record that the staff edit. A record is always read whole. Before it is saved, it is
 * compared with the values that the page showed. The feature to which the record belongs writes it.
 * Changes are undone by the entries of the audit. Fields are JSON, and an absent value is null.
 */
export type RecordKind<Fields extends RecordFields> = {
  /** the audit's `record_kind`, such as `promo` */
  kind: string;
  /** the permission needed to write it */
  needs: Need;
  /** writing it needs a proof of identity from the last ten minutes */
  money?: true;
  /**
   * whether the records give permissions. If so, only people with all permissions are offered an
   * undo.
   */
  grants?: true;
  /** the name of a record in histories and on pages */
  name(fields: Fields, id: string): string;
  /** the path of its screen */
  path(id: string): string;
  /** words for its fields, for histories and conflicts */
  labels: Readonly<Record<keyof Fields & string, string>>;
  /** a value in words, if the plain value is not for people, such as cents; else undefined */
  words?(field: keyof Fields & string, value: unknown, context: WordsContext, record: Partial<Fields>): string | undefined;
  /** the changes within a field, part by part; undefined if the whole values are shown */
  lines?(field: keyof Fields & string, change: RecordChange<Fields>, context: WordsContext): ChangeLine[] | undefined;
  /**
   * the fields whose parts are chosen one by one if two people edited them, such as the variants of
   * a product
   */
  parts?: Readonly<Record<string, FieldParts>>;
  /**
   * undoes the fields whose parts are undone one by one, such as the variants of a product; other
   * fields are undone whole
   */
  putBack?(sides: { saved: Fields; before: Partial<Fields>; after: Partial<Fields> }): Outcome<Partial<Fields>>;
  /** its audit entries have all fields, since a field means nothing without the others */
  auditsAllFields?: true;
  /** names by the ids in these records' fields, for `words` */
  referenced?(db: Db, id: string, records: readonly Partial<Fields>[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Reads the record, whose row stays locked until the transaction ends; undefined if there is
   * none.
   */
  read(tx: Tx, id: string): Promise<Fields | undefined>;
  /** Writes the record by the feature's own function, and returns that function's refusals. */
  write(tx: Tx, id: string, fields: Fields, now: number, source: AuditSource): Promise<Outcome<unknown>>;
  /** Absent if a removed record cannot be restored. */
  insert?(tx: Tx, id: string, fields: Fields, now: number, source: AuditSource): Promise<Outcome<unknown>>;
  /** Absent if records of this kind cannot be removed. */
  remove?(tx: Tx, id: string, now: number, source: AuditSource): Promise<Outcome<unknown>>;
};

/** Any kind, for code that does not depend on its fields. */
export type AnyRecordKind = RecordKind<RecordFields>;

/**
 * Identifies the values that a form showed: a short hash of the fields, in a hidden field `seen` of
 * each edit form.
 */
export const versionOf = (fields: RecordFields): string =>
  createHash("sha256").update(canonical(fields)).digest("base64url").slice(0, 22);

/** `entryId` is absent if nothing had to be changed. */
export type SavedRecord = { id: string; entryId?: string };

const changedMeanwhile = refuse("changed", "Somebody else saved this meanwhile. Choose what to keep.");
const noSuchAction = refuse("forbidden", "This can’t be done to a record of this kind.");

/**
 * Joins `tx`: writes the differing fields and their audit entry. Returns the refusals of the kind's
 * own function.
 */
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
 * Saves the fields of a form; other fields stay unchanged. Refuses with `changed` if the record
 * differs both from the values that `seen` identifies and from the form's values.
 */
export const saveRecord = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, seen, ...record }: { id: string; seen: string; fields: Partial<Fields>; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await kind.read(tx, id);
    if (!saved) return notFound;
    // If the button is pressed twice, the second save finds its result already there.
    if (!has(saved, record.fields) && versionOf(saved) !== seen) return changedMeanwhile;
    return await changeRecord(tx, kind, { id, saved, ...record }, source, now);
  });

/** Joins `tx`: adds a record. Refuses with `changed` if the record exists with other values. */
export async function addRecord<Fields extends RecordFields>(
  tx: Tx,
  kind: RecordKind<Fields>,
  { id, fields, action = "added" }: { id: string; fields: Fields; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  if (!kind.insert) return noSuchAction;
  const existing = await kind.read(tx, id);
  if (existing) return has(existing, fields) ? ok({ id }) : changedMeanwhile;
  const inserted = await kind.insert(tx, id, fields, now, source);
  if (!inserted.ok) return inserted;
  const after = (await kind.read(tx, id)) ?? fields;
  return ok({ id, entryId: await recordChange(tx, source, { kind: kind.kind, id, action, after }, now) });
}

/**
 * Adds a record under the caller's id, once: if the button is pressed twice, the second call finds
 * its result already there.
 */
export async function createRecord<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  record: { id: string; fields: Fields; action?: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  try {
    return await transactOutcome(db, (tx) => addRecord(tx, kind, record, source, now));
  } catch (error) {
    // Two people added the record at the same moment.
    if (isDuplicate(error)) return changedMeanwhile;
    throw error;
  }
}

/** Joins `tx`: removes `saved`, and records all its fields in the audit. */
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

/** Removes a record that has the values identified by `seen`; otherwise refuses with `changed`. */
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
    if (versionOf(saved) !== seen) return changedMeanwhile;
    return await endRecord(tx, kind, { id, saved, ...rest }, source, now);
  });

/** Reads a record without keeping its row locked; undefined if there is none. */
export const readRecord = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  id: string,
): Promise<Fields | undefined> => transact(db, (tx) => kind.read(tx, id));
