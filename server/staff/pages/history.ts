import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { type Change, changeIn } from "../audit.ts";
import { staffUndoPath } from "../paths.ts";
import { changedAgain, undoRefusal } from "../record-undo.ts";
import type { AnyRecordKind, ChangeLine, RecordChange, WordsContext } from "../records.ts";
import { may, type Permissions, permissions } from "../rules/permissions.ts";
import { isSame, type RecordFields, valueText } from "../rules/record-changes.ts";

/** One value before and after; `part` says of what of the label. */
export type HistoryLine = { label: string; part: string; before: string; after: string; isLong: boolean };

/** A line of a record's history. */
export type HistoryEntry = {
  at: string;
  who: string;
  what: string;
  note: string;
  /** what was changed, field by field */
  changes: readonly HistoryLine[];
  /** what stands for so many changes that they are folded */
  folded?: string | undefined;
  /** where its undoing is sent; absent where it cannot be undone, or not by whoever looks */
  undo?: string | undefined;
  /** why it can't be undone, for who may undo */
  kept?: string | undefined;
};

/** Beyond it a value is folded. */
const longText = 80;
/** The same of one within a field: a price for a time has two moments. */
const longPart = 200;
/** More changes than these of one entry are folded. */
const mostUnfolded = 12;

const actorWords: Readonly<Record<string, string>> = { owner: "owner’s command", schedule: "its schedule" };

/** Who did it, by name: `owner` is a command. */
export function whoOf(actor: string | null, names: ReadonlyMap<string, string>): string {
  if (actor?.startsWith("staff:")) return names.get(actor.slice("staff:".length)) ?? "staff";
  return actorWords[actor ?? ""] ?? actor ?? "";
}

/** The ids of the staff that histories name. */
export const staffIn = (actors: readonly (string | null)[]): string[] => [
  ...new Set(actors.flatMap((actor) => (actor?.startsWith("staff:") ? [actor.slice("staff:".length)] : []))),
];

/**
 * What words and undoing take: the kind of the record, who looks, the record as it is, and names by
 * the ids that its values have.
 */
export type UndoInput = {
  kind: AnyRecordKind;
  /** who looks */
  staff: { permissions: Permissions };
  saved?: RecordFields | undefined;
  referenced?: ReadonlyMap<string, string>;
};

type Sides = { before: RecordFields; after: RecordFields };

/** The whole record on both sides of each change, as far as it is known; the latest first. */
function recordSides(changes: readonly Change[], saved: RecordFields = {}): Sides[] {
  let now = saved;
  return changes.map((change) => {
    const after = { ...now, ...change.after };
    now = { ...after, ...change.before };
    return { before: now, after };
  });
}

const lineOf = ({ label, part = "", before, after }: ChangeLine, longest: number): HistoryLine => ({
  ...{ label, part, before, after },
  isLong: before.length > longest || after.length > longest,
});

/** What changed, field by field, or within a field part by part. */
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
 * Which entries left the record as it is now, as far as the audit knows; the latest first. A field's
 * value is that of the latest entry that has it.
 */
function standingEntries(changes: readonly Change[]): boolean[] {
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

/** Why a change can't be undone; `stands`: as far as the audit knows, the record is as it left it. */
function refusalOf(change: Change, { kind, saved }: UndoInput, stands: boolean): string | undefined {
  const refused = undoRefusal(kind, change, saved);
  const isKnown = saved !== undefined && change.before !== undefined && change.after !== undefined;
  return refused ?? (isKnown || stands ? undefined : changedAgain);
}

const mayAll = (staff: UndoInput["staff"]): boolean => permissions.every((permission) => may(staff, permission));

/** Entries of the audit as people read them, the latest first; with `undo`, those that can be undone say so. */
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
  const standing = standingEntries(changes);
  const sides = recordSides(changes, undo?.saved);
  return changes.map(({ entry: { id, at, actor, action }, ...change }, index) => {
    const refusal = undo && mayUndo ? refusalOf(change, undo, standing[index] === true) : undefined;
    const around = { ...(sides[index] ?? { before: {}, after: {} }), at };
    const lines = linesOf(change, around, context, kind);
    return {
      at: dates.moment(at).text,
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
