import type { Dates } from "../../dates.ts";
import type { Conflict, FieldConflict } from "../conflicts.ts";
import type { AnyRecordKind } from "../records.ts";
import { valueText } from "../rules/record-changes.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { whoOf } from "./history.ts";

type ConflictInput = {
  kind: AnyRecordKind;
  conflict: Conflict;
  names: ReadonlyMap<string, string>;
  /** names by the ids that values have */
  referenced: ReadonlyMap<string, string>;
  /** the address that the form was sent to, and that takes the choice */
  action: string;
  /** the form's fields as they were typed */
  typed: readonly { name: string; value: string }[];
  /** the record's screen */
  record: string;
};

const unknown = "changed without an entry in the history";

/** What there is to do, by what each of the two changed. */
function introOf(fields: readonly FieldConflict[]): string {
  const late = "Somebody saved this after you opened it.";
  if (fields.some(({ changedBy }) => changedBy === undefined))
    return `${late} Nothing is lost: choose what to keep where both of you changed the same.`;
  if (fields.some(({ changedBy }) => changedBy === "mine")) return `${late} You changed other fields: save yours beside theirs.`;
  return `${late} You changed nothing that is not saved.`;
}

/**
 * What is saved beside what was typed, for each field that both changed, or that nobody can say who
 * changed; what only one changed is shown, and stays as that one left it.
 */
export const conflictPage = (
  desk: DeskInput,
  dates: Dates,
  { kind, conflict, names, referenced, action, typed, record }: ConflictInput,
) => {
  const words = (field: string, side: "saved" | "typed") => {
    const record = conflict[side];
    return kind.words?.(field, record[field], { dates, referenced }, record) ?? valueText(record[field]);
  };
  const whoAndWhen = ({ savedBy }: FieldConflict) =>
    savedBy ? `changed by ${whoOf(savedBy.actor, names)}, ${dates.moment(savedBy.at).text}` : unknown;
  const shown = conflict.fields.map((field) => ({
    name: field.choice,
    label: field.label,
    saved: field.words?.saved ?? words(field.field, "saved"),
    savedBy: whoAndWhen(field),
    typed: field.words?.typed ?? words(field.field, "typed"),
    changedBy: field.changedBy,
  }));
  return {
    ...deskFrame(desk, `Changed meanwhile: ${conflict.name}`, undefined),
    token: desk.token,
    name: conflict.name,
    action,
    typed,
    record,
    seen: conflict.seen,
    intro: introOf(conflict.fields),
    choices: shown.filter(({ changedBy }) => changedBy === undefined),
    // Sent along: nobody has to choose.
    decided: shown.flatMap(({ name, changedBy }) => (changedBy === undefined ? [] : [{ name, value: changedBy }])),
    theirs: shown.filter(({ changedBy }) => changedBy === "theirs"),
    mine: shown.filter(({ changedBy }) => changedBy === "mine"),
  };
};

export type ConflictPage = ReturnType<typeof conflictPage>;
