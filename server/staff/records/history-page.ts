import type { Dates, TimeText } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { staffUndoPath } from "../paths.ts";
import { may, type Permissions, permissions } from "../people/rules/permissions.ts";
import { type Change, changeIn } from "./audit.ts";
import type { AnyRecordKind, ChangeLine, RecordChange, WordsContext } from "./records.ts";
import { isSame, type RecordFields, valueText } from "./rules/record-changes.ts";
import { changedAgain, undoRefusal } from "./undo.ts";

/** One value before and after a change; `part` names a part of the field. */
export type HistoryLine = { label: string; part: string; before: string; after: string; isLong: boolean };

/** A line of a record's history. */
export type HistoryEntry = {
  at: TimeText;
  who: string;
  what: string;
  note: string;
  /** the changed values, field by field */
  changes: readonly HistoryLine[];
  /** the words in place of the folded changes; undefined for few changes */
  folded?: string | undefined;
  /**
   * the address that undoes the change; absent if the change cannot be undone, or not by this
   * person
   */
  undo?: string | undefined;
  /** why the change cannot be undone, for those who may undo */
  kept?: string | undefined;
};

/** Characters beyond which a value is folded. */
const longText = 80;
/**
 * A part of a field with more characters than this is folded. The words for a temporary price with
 * its two times are shorter, so they are not folded.
 */
const longPart = 200;
/** An entry with more changes than this is folded. */
const mostUnfolded = 12;

const actorWords: Readonly<Record<string, string>> = { owner: "owner’s command", schedule: "its schedule" };

/** The name of an actor. The actor `owner` is shown as a command of the owner. */
export function whoOf(actor: string | null, names: ReadonlyMap<string, string>): string {
  if (actor?.startsWith("staff:")) return names.get(actor.slice("staff:".length)) ?? "staff";
  return actorWords[actor ?? ""] ?? actor ?? "";
}

/** The ids of the staff that histories name. */
export const staffIn = (actors: readonly (string | null)[]): string[] => [
  ...new Set(actors.flatMap((actor) => (actor?.startsWith("staff:") ? [actor.slice("staff:".length)] : []))),
];

/**
 * The values needed for words and for undoing: the kind of the record, the viewer, the present
 * record, and names by the ids in its values.
 */
export type UndoInput = {
  kind: AnyRecordKind;
  /** the viewer */
  staff: { permissions: Permissions };
  saved?: RecordFields | undefined;
  referenced?: ReadonlyMap<string, string>;
};

type Sides = { before: RecordFields; after: RecordFields };

/** The whole record before and after each change, as far as it is known; the latest first. */
function recordSides(changes: readonly Change[], saved: RecordFields = {}): Sides[] {
  let now = saved;
  return changes.map((change) => {
    const after = { ...now, ...change.after };
    now = { ...after, ...change.before };
    return { before: now, after };
  });
}

const lineOf = ({ label, part = "", before, after }: ChangeLine, longest: number): HistoryLine => ({
  label,
  part,
  before,
  after,
  isLong: before.length > longest || after.length > longest,
});

/** The changed values, field by field, or part by part within a field. */
function linesOf({ before, after }: Change, sides: RecordChange<RecordFields>, context: WordsContext, kind?: AnyRecordKind) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const text = (name: string, side: "before" | "after") => {
    const value = sides[side][name];
    return kind?.words?.(name, value, context, sides[side]) ?? valueText(value);
  };
  return names.flatMap((name): HistoryLine[] => {
    const parts = before && after ? kind?.lines?.(name, sides, context) : undefined;
    if (parts) return parts.map((line) => lineOf(line, longPart));
    const values = { before: before ? text(name, "before") : "", after: after ? text(name, "after") : "" };
    return [lineOf({ label: kind?.labels[name] ?? name, ...values }, longText)];
  });
}

/**
 * Says for each entry, the latest first, whether the record still has the values that the entry
 * left, as far as the audit knows. The present value of a field is the value in the latest entry
 * that has the field.
 */
function unchangedEntries(changes: readonly Change[]): boolean[] {
  const now: RecordFields = {};
  let isLatest = true;
  return changes.map(({ before, after }) => {
    const fields = after ?? before ?? {};
    const stands = after
      ? Object.entries(after).every(([name, value]) => !Object.hasOwn(now, name) || isSame(now[name], value))
      : isLatest;
    for (const [name, value] of Object.entries(fields)) if (!Object.hasOwn(now, name)) now[name] = after ? value : undefined;
    isLatest = false;
    return stands;
  });
}

/**
 * Why a change cannot be undone. `stands` is true if the record still has the change's values, as
 * far as the audit knows.
 */
function refusalOf(change: Change, { kind, saved }: UndoInput, stands: boolean): string | undefined {
  const refused = undoRefusal(kind, change, saved);
  const isKnown = saved !== undefined && change.before !== undefined && change.after !== undefined;
  return refused ?? (isKnown || stands ? undefined : changedAgain);
}

const mayAll = (staff: UndoInput["staff"]): boolean => permissions.every((permission) => may(staff, permission));

/**
 * Entries of the audit in words, the latest first. With `undo`, each entry also says whether its
 * change can be undone.
 */
export function auditHistory(
  entries: readonly Row<"audit_entry">[],
  names: ReadonlyMap<string, string>,
  dates: Dates,
  undo?: UndoInput,
): HistoryEntry[] {
  const kind = undo?.kind;
  const context = { dates, referenced: undo?.referenced ?? new Map() };
  const mayUndo = undo !== undefined && may(undo.staff, undo.kind.needs) && (!undo.kind.grants || mayAll(undo.staff));
  const changes = entries.map((entry) => ({ ...changeIn(entry), entry }));
  const unchanged = unchangedEntries(changes);
  const sides = recordSides(changes, undo?.saved);
  return changes.map(({ entry: { id, at, actor, action }, ...change }, index) => {
    const refusal = undo && mayUndo ? refusalOf(change, undo, unchanged[index] === true) : undefined;
    const around = { ...(sides[index] ?? { before: {}, after: {} }), at };
    const lines = linesOf(change, around, context, kind);
    return {
      at: dates.moment(at),
      who: whoOf(actor, names),
      what: action,
      note: "",
      changes: lines,
      folded: lines.length > mostUnfolded ? `${lines.length} changes` : undefined,
      undo: mayUndo && refusal === undefined ? staffUndoPath(id) : undefined,
      kept: refusal,
    };
  });
}
