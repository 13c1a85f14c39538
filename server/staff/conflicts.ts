import type { Db, Row } from "../db/tables.ts";
import { changeIn, listChanges } from "./audit.ts";
import { type RecordKind, readRecord, versionOf } from "./records.ts";
import { has, isSame, type RecordFields } from "./rules/record-changes.ts";

/** A field whose saved value is not what was typed. */
export type FieldConflict = {
  field: string;
  label: string;
  saved: unknown;
  typed: unknown;
  /** the change that set the saved value, where the audit has it */
  savedBy: { actor: string; at: number } | undefined;
  /** who alone changed it since the form was opened; undefined where both did, or nobody can say */
  changedBy: "mine" | "theirs" | undefined;
};

/** What a save that came second has to choose from; `seen` is for the post that says what was chosen. */
export type Conflict = {
  seen: string;
  name: string;
  fields: readonly FieldConflict[];
  /** the whole record, as it is and as the form would leave it */
  saved: RecordFields;
  typed: RecordFields;
};

const longestHistory = 100;

/** The record as the form showed it, by going back through the audit; undefined where that leads nowhere. */
function shownRecord(saved: RecordFields, entries: readonly Row<"audit_entry">[], seen: string): RecordFields | undefined {
  let fields = saved;
  for (const entry of entries) {
    if (versionOf(fields) === seen) return fields;
    const { before, after } = changeIn(entry);
    if (before && after && has(fields, after)) fields = { ...fields, ...before };
  }
  return versionOf(fields) === seen ? fields : undefined;
}

/** Compares a form, which showed `seen`, with the record; undefined where there is none any more. */
export async function findConflict<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, seen, fields }: { id: string; seen: string; fields: Partial<Fields> },
): Promise<Conflict | undefined> {
  const saved = await readRecord(db, kind, id);
  if (!saved) return undefined;
  const entries = await listChanges(db, { kind: kind.kind, id }, longestHistory);
  const shown = shownRecord(saved, entries, seen);
  const changedBy = (field: string, typed: unknown) => {
    if (shown === undefined || isSame(shown[field], saved[field])) return shown && ("mine" as const);
    return isSame(shown[field], typed) ? ("theirs" as const) : undefined;
  };
  const savedBy = (field: string) => {
    const entry = entries.find((each) => {
      const { before, after = {} } = changeIn(each);
      return Object.hasOwn(after, field) && !(before && isSame(before[field], after[field]));
    });
    return entry && { actor: entry.actor, at: entry.at };
  };
  const differing = Object.entries(fields).filter(([field, typed]) => !isSame(saved[field], typed));
  return {
    seen: versionOf(saved),
    name: kind.name(saved, id),
    saved,
    typed: { ...saved, ...fields },
    fields: differing.map(([field, typed]) => ({
      field,
      label: kind.labels[field] ?? field,
      saved: saved[field],
      typed,
      savedBy: savedBy(field),
      changedBy: changedBy(field, typed),
    })),
  };
}

/**
 * The form without what it did not change itself, where nobody changed the same fields since it was
 * shown: two people who edit different parts of a record both save. Otherwise it stays as it is.
 */
export async function mergedForm<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  form: { id: string; seen: string; fields: Partial<Fields> },
): Promise<{ id: string; seen: string; fields: Partial<Fields> }> {
  const saved = await readRecord(db, kind, form.id);
  if (!saved || versionOf(saved) === form.seen) return form;
  const shown = shownRecord(saved, await listChanges(db, { kind: kind.kind, id: form.id }, longestHistory), form.seen);
  if (!shown) return form;
  const own = Object.entries(form.fields).filter(([name, typed]) => !isSame(typed, saved[name]) && !isSame(typed, shown[name]));
  if (!own.every(([name]) => isSame(shown[name], saved[name]))) return form;
  return { id: form.id, seen: versionOf(saved), fields: Object.fromEntries(own) as Partial<Fields> };
}
