import type { Dates } from "../../dates.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import type { Conflict, FieldConflict } from "./conflicts.ts";
import { whoOf } from "./history-page.ts";
import type { AnyRecordKind } from "./records.ts";
import { valueText } from "./rules/record-changes.ts";

type ConflictInput = {
  kind: AnyRecordKind;
  conflict: Conflict;
  names: ReadonlyMap<string, string>;
  /** names of records, by the ids in the values */
  referenced: ReadonlyMap<string, string>;
  /** the address to which the form was sent, and to which the choice is sent */
  action: string;
  /** the form's fields with their typed values */
  typed: readonly { name: string; value: string }[];
  /** the path of the record's screen */
  record: string;
};

const unknown = "changed without an entry in the history";

/** Says what to do, depending on the fields that each of the two people changed. */
function introOf(fields: readonly FieldConflict[]): string {
  const late = "Somebody saved this after you opened it.";
  if (fields.some(({ changedBy }) => changedBy === undefined))
    return `${late} Nothing is lost: choose what to keep where both of you changed the same.`;
  if (fields.some(({ changedBy }) => changedBy === "mine")) return `${late} You changed other fields: save yours beside theirs.`;
  return `${late} You changed nothing that is not saved.`;
}

/**
 * Shows the saved value beside the typed value of each field that both people changed, or whose
 * change is unknown. A field that only one of them changed is shown too, and keeps the changed
 * value.
 */
export const conflictPage = (
  context: StaffContext,
  dates: Dates,
  { kind, conflict, names, referenced, action, typed, record }: ConflictInput,
) => {
  const words = (field: string, side: "saved" | "typed") => {
    const record = conflict[side];
    return kind.words?.(field, record[field], { dates, referenced }, record) ?? valueText(record[field]);
  };
  const whoAndWhen = ({ savedBy }: FieldConflict) =>
    savedBy ? `changed by ${whoOf(savedBy.actor, names)}, ${dates.moment(savedBy.at).text}` : unknown;
  const fields = conflict.fields.map((field) => ({
    name: field.choice,
    label: field.label,
    saved: field.words?.saved ?? words(field.field, "saved"),
    savedBy: whoAndWhen(field),
    typed: field.words?.typed ?? words(field.field, "typed"),
    changedBy: field.changedBy,
  }));
  return {
    ...staffFrame(context, `Changed meanwhile: ${conflict.name}`, undefined),
    token: context.token,
    name: conflict.name,
    action,
    typed,
    record,
    seen: conflict.seen,
    intro: introOf(conflict.fields),
    choices: fields.filter(({ changedBy }) => changedBy === undefined),
    // These fields need no choice: they are sent along.
    decided: fields.flatMap(({ name, changedBy }) => (changedBy === undefined ? [] : [{ name, value: changedBy }])),
    theirs: fields.filter(({ changedBy }) => changedBy === "theirs"),
    mine: fields.filter(({ changedBy }) => changedBy === "mine"),
  };
};

type ConflictPage = ReturnType<typeof conflictPage>;
export const conflictView = view<ConflictPage>("staff/conflict");
