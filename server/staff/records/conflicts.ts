import type { Db, Row } from "../../db/tables.ts";
import { changeIn, listChanges } from "./audit.ts";
import { type FieldParts, type RecordKind, readRecord, versionOf } from "./records.ts";
import { has, isSame, type RecordFields, withoutTheirs } from "./rules/record-changes.ts";

/** A field, or a part of a field, whose saved value differs from the typed value. */
export type FieldConflict = {
  /** the form's field that sends the choice */
  choice: string;
  field: string;
  label: string;
  /** for a part: the differing values in words */
  words?: { saved: string; typed: string };
  /** the change that set the saved value, if the audit has it */
  savedBy: { actor: string; at: number } | undefined;
  /**
   * who alone changed the field since the form was opened; undefined if both people changed it, or
   * if this is unknown
   */
  changedBy: "mine" | "theirs" | undefined;
};

/**
 * What a form asks after somebody else has saved the record first. `seen` names the saved version;
 * the form sends it with the choices.
 */
export type Conflict = {
  seen: string;
  name: string;
  fields: readonly FieldConflict[];
  /** the whole record, as saved and as the form would leave it */
  saved: RecordFields;
  typed: RecordFields;
};

const longestHistory = 100;

/**
 * The record as the form showed it. Undoes the audit's changes one by one; undefined if the result
 * does not match `seen`.
 */
function shownRecord(saved: RecordFields, entries: readonly Row<"audit_entry">[], seen: string): RecordFields | undefined {
  let fields = saved;
  for (const entry of entries) {
    if (versionOf(fields) === seen) return fields;
    const { before, after } = changeIn(entry);
    if (before && after && has(fields, after)) fields = { ...fields, ...before };
  }
  return versionOf(fields) === seen ? fields : undefined;
}

/**
 * Compares a sent form with the saved record. `seen` identifies the values that the form showed.
 * Undefined if the record no longer exists.
 */
export async function findConflict<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, seen, fields }: { id: string; seen: string; fields: Partial<Fields> },
): Promise<Conflict | undefined> {
  const saved = await readRecord(db, kind, id);
  if (!saved) return undefined;
  const entries = await listChanges(db, { kind: kind.kind, id }, longestHistory);
  const shownFields = shownRecord(saved, entries, seen);
  const differing = Object.entries(fields).filter(([field, value]) => !isSame(saved[field], value));
  return {
    seen: versionOf(saved),
    name: kind.name(saved, id),
    saved,
    typed: { ...saved, ...fields },
    fields: differing.flatMap(([field, typed]) => {
      const values = { saved: saved[field], typed, shown: shownFields?.[field] };
      const parts = kind.parts?.[field];
      const choices = parts
        ? partChoices(field, values, parts, shownFields !== undefined)
        : [{ choice: choiceOf(field), label: kind.labels[field] ?? field, changedBy: shownFields && changedBy(values) }];
      return choices.map((choice) => ({ ...choice, field, savedBy: savedBy(entries, field) }));
    }),
  };
}

type Values = { saved: unknown; typed: unknown; shown: unknown };

/**
 * The name of a choice; `part` is empty for a whole field, and for differences outside any part.
 */
const choiceOf = (field: string, part = ""): string => (part === "" ? `keep_${field}` : `keep_${field}-${part}`);

function changedBy({ saved, typed, shown }: Values): FieldConflict["changedBy"] {
  if (isSame(shown, saved)) return "mine";
  return isSame(shown, typed) ? "theirs" : undefined;
}

/** The latest change that set a field. */
function savedBy(entries: readonly Row<"audit_entry">[], field: string): FieldConflict["savedBy"] {
  const entry = entries.find((each) => {
    const { before, after = {} } = changeIn(each);
    return Object.hasOwn(after, field) && !(before && isSame(before[field], after[field]));
  });
  return entry && { actor: entry.actor, at: entry.at };
}

/** Whether a part equals another one, or lies within it. */
const isWithin = (part: string, whole: string): boolean => part === whole || part.startsWith(`${whole}.`);

function partChoices(field: string, { saved, typed, shown }: Values, { differences }: FieldParts, isKnown: boolean) {
  const differingIn = (value: unknown) => (isKnown ? differences(shown, value).map(({ id }) => id) : []);
  const savedParts = differingIn(saved);
  const typedParts = differingIn(typed);
  const whoseAlone = (id: string): FieldConflict["changedBy"] => {
    const [isTheirs, isMine] = [savedParts, typedParts].map((ids) =>
      ids.some((each) => isWithin(each, id) || isWithin(id, each)),
    );
    if (isTheirs === isMine) return undefined;
    return isMine ? "mine" : "theirs";
  };
  return differences(saved, typed).map(({ id, label, ...words }) => ({
    choice: choiceOf(field, id),
    label,
    words,
    changedBy: whoseAlone(id),
  }));
}

/**
 * A form's fields after the choices of an earlier conflict, without the fields and parts for which
 * the saved value was chosen.
 */
export function chosenFields<Fields extends RecordFields>(
  kind: RecordKind<Fields>,
  saved: Fields | undefined,
  fields: Partial<Fields>,
  choices: Readonly<Record<string, unknown>>,
): Partial<Fields> {
  const chosen: RecordFields = withoutTheirs(fields, choices);
  for (const [field, { merge }] of Object.entries(kind.parts ?? {})) {
    if (!saved || !Object.keys(choices).some((name) => name.startsWith(`${choiceOf(field)}-`))) continue;
    chosen[field] = merge(saved[field], fields[field], (part) => choices[choiceOf(field, part)] === "theirs");
  }
  return chosen as Partial<Fields>;
}

/**
 * Leaves out the form's unchanged fields, so that two people who edit different fields of a record
 * can both save. If somebody else changed one of the form's changed fields, returns the form as it
 * is.
 */
export async function mergedForm<Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  form: { id: string; seen: string; fields: Partial<Fields> },
): Promise<{ id: string; seen: string; fields: Partial<Fields> }> {
  const saved = await readRecord(db, kind, form.id);
  if (!saved || versionOf(saved) === form.seen) return form;
  const shownFields = shownRecord(saved, await listChanges(db, { kind: kind.kind, id: form.id }, longestHistory), form.seen);
  if (!shownFields) return form;
  const own = Object.entries(form.fields).filter(
    ([name, value]) => !isSame(value, saved[name]) && !isSame(value, shownFields[name]),
  );
  if (!own.every(([name]) => isSame(shownFields[name], saved[name]))) return form;
  return { id: form.id, seen: versionOf(saved), fields: Object.fromEntries(own) as Partial<Fields> };
}
