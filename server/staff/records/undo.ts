import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import { type AuditSource, findChange } from "./audit.ts";
import { type AnyRecordKind, addRecord, changeRecord, endRecord, type SavedRecord } from "./records.ts";
import { areFieldsOf, has, isSame, type RecordFields } from "./rules/record-changes.ts";

const movedOn = refuse("changed", "It was changed again since. Undo the later change first, or edit it by hand.");
const undone = "change undone";

/**
 * The change of an entry and its kind of record. Undefined if the change cannot be undone, such as
 * the change of an erased entry.
 */
export async function undoableChange(reader: Db | Tx, kinds: readonly AnyRecordKind[], entryId: string) {
  const entry = await findChange(reader, entryId);
  const kind = kinds.find(({ kind }) => kind === entry?.kind);
  return entry && kind && isUndoable(kind, entry) ? { entry, kind } : undefined;
}

type Sides = { before?: RecordFields | undefined; after?: RecordFields | undefined };

/** Whether an entry contains the values that its undo needs. */
export function isUndoable(kind: AnyRecordKind, { before, after }: Sides): boolean {
  if (![before, after].every((fields) => fields === undefined || areFieldsOf(kind.labels, fields))) return false;
  if (before && after) return true;
  const whole = Object.keys(kind.labels).length;
  if (before) return kind.insert !== undefined && Object.keys(before).length === whole;
  return after !== undefined && kind.remove !== undefined && Object.keys(after).length === whole;
}

/**
 * Undoes the change of an audit entry; refuses with `changed` if the record was changed again
 * since. An undo is an entry too, and can be undone.
 */
export const undoChange = (
  db: Db,
  kinds: readonly AnyRecordKind[],
  entryId: string,
  source: AuditSource,
  now: number,
): Promise<Outcome<{ path: string }>> =>
  transactOutcome<Outcome<{ path: string }>>(db, async (tx) => {
    const change = await undoableChange(tx, kinds, entryId);
    if (!change) return notFound;
    const { kind, entry } = change;
    const outcome = await putBack(tx, kind, entry, source, now);
    return outcome.ok ? ok({ path: kind.path(entry.id) }) : outcome;
  });

async function putBack(
  tx: Tx,
  kind: AnyRecordKind,
  { id, before, after }: Sides & { id: string },
  source: AuditSource,
  now: number,
): Promise<Outcome<SavedRecord>> {
  const saved = await kind.read(tx, id);
  const was = before ?? {};
  if (!after)
    return saved && !has(saved, was) ? movedOn : await addRecord(tx, kind, { id, fields: was, action: undone }, source, now);
  // An entry without `before` added the record, so undoing it removes the record. If the button is
  // pressed twice, the second undo finds no record, and has succeeded. For any other entry, a
  // missing record was removed later.
  if (!saved) return before ? movedOn : ok({ id });
  if (before) {
    const fields = fieldsToPutBack(kind, saved, before, after);
    return fields.ok ? await changeRecord(tx, kind, { id, saved, fields: fields.value, action: undone }, source, now) : fields;
  }
  return has(saved, after) ? await endRecord(tx, kind, { id, saved, action: undone }, source, now) : movedOn;
}

/**
 * The fields that an undo writes to the present record; none if the change is undone already.
 * Refuses if the record was changed since.
 */
export function fieldsToPutBack(
  kind: AnyRecordKind,
  saved: RecordFields,
  before: RecordFields,
  after: RecordFields,
): Outcome<RecordFields> {
  if (has(saved, before)) return ok({});
  const parts = kind.putBack?.({ saved, before, after }) ?? ok({});
  if (!parts.ok) return parts;
  const others = Object.keys(after).filter((name) => !Object.hasOwn(parts.value, name));
  if (others.some((name) => !isSame(saved[name], after[name]))) return movedOn;
  return ok({ ...Object.fromEntries(others.map((name) => [name, before[name]])), ...parts.value });
}

/**
 * Why an entry cannot be undone, in a few words; undefined if it can be undone, or if the record is
 * not known well enough.
 */
export function undoRefusal(kind: AnyRecordKind, { before, after }: Sides, saved: RecordFields | undefined): string | undefined {
  if (!before && !after) return "Can’t be undone: what it changed isn’t stored";
  if (!isUndoable(kind, { before, after })) {
    if (!before && !kind.remove) return "Can’t be undone: this is when it was created";
    return before && !after && !kind.insert ? "Can’t be undone: it can’t come back" : "Can’t be undone: not all of it is stored";
  }
  if (!saved || !before || !after) return undefined;
  const fields = fieldsToPutBack(kind, saved, before, after);
  if (!fields.ok) return changedAgain;
  return has(saved, fields.value) ? "Put back already" : undefined;
}

/** The words for a record that was changed again after the entry. */
export const changedAgain = "Changed again since";
