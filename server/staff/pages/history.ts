import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { type Change, changeIn } from "../audit.ts";
import { staffUndoPath } from "../paths.ts";
import { type AnyRecordKind, isUndoable } from "../records.ts";
import { isSame, type RecordFields, valueText } from "../rules/record-changes.ts";
import { mayEnter, type Role } from "../rules/roles.ts";

/** A line of a record's history. */
export type HistoryEntry = {
  at: string;
  who: string;
  what: string;
  note: string;
  /** what was changed, field by field */
  changes: readonly { label: string; before: string; after: string; isLong: boolean }[];
  /** where its undoing is sent; absent where it cannot be undone, or not by whoever looks */
  undo?: string | undefined;
};

/** Beyond it a value is folded. */
const longText = 80;

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

/** What undoing takes: the kind of the record, and who looks; and names of categories, where values have their ids. */
export type UndoInput = { kind: AnyRecordKind; role: Role; categories?: ReadonlyMap<string, string> };

type WordsOf = (field: string, value: unknown) => string;

function changesOf({ before, after }: Change, labels: Readonly<Record<string, string>>, wordsOf: WordsOf) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const text = (fields: RecordFields | undefined, name: string) => (fields === undefined ? "" : wordsOf(name, fields[name]));
  return names.map((name) => {
    const [was, is] = [text(before, name), text(after, name)];
    return { label: labels[name] ?? name, before: was, after: is, isLong: was.length > longText || is.length > longText };
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

/** Entries of the audit as people read them, the latest first; with `undo`, those that can be undone say so. */
export function auditHistory(
  entries: readonly Row<"audit_entry">[],
  names: ReadonlyMap<string, string>,
  dates: Dates,
  undo?: UndoInput,
): HistoryEntry[] {
  const kind = undo?.kind;
  const context = { dates, categories: undo?.categories ?? new Map() };
  const wordsOf: WordsOf = (field, value) => kind?.words?.(field, value, context) ?? valueText(value);
  const mayUndo = undo !== undefined && mayEnter(undo.role, undo.kind.needs);
  const changes = entries.map(changeIn);
  const standing = standingEntries(changes);
  return entries.map(({ id, at, actor, action }, index) => {
    const change = changes[index] ?? changeIn(entries[index] as Row<"audit_entry">);
    const canBeUndone = mayUndo && kind !== undefined && standing[index] === true && isUndoable(kind, change);
    return {
      at: dates.moment(at).text,
      who: whoOf(actor, names),
      what: action,
      note: "",
      changes: changesOf(change, kind?.labels ?? {}, wordsOf),
      undo: canBeUndone ? staffUndoPath(id) : undefined,
    };
  });
}
