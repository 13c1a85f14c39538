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

const asOpened = "as it was when you opened it";
const unknown = "changed without an entry in the history";

/** What is saved beside what was typed, for each field that differs. */
export const conflictPage = (
  desk: DeskInput,
  dates: Dates,
  { kind, conflict, names, referenced, action, typed, record }: ConflictInput,
) => {
  const words = (field: string, side: "saved" | "typed") => {
    const record = conflict[side];
    return kind.words?.(field, record[field], { dates, referenced }, record) ?? valueText(record[field]);
  };
  const whoAndWhen = ({ savedBy, changedBy }: FieldConflict) => {
    if (changedBy === "mine") return asOpened;
    return savedBy ? `${whoOf(savedBy.actor, names)}, ${dates.moment(savedBy.at).text}` : unknown;
  };
  return {
    ...deskFrame(desk, `Changed meanwhile: ${conflict.name}`, undefined),
    token: desk.token,
    name: conflict.name,
    action,
    typed,
    record,
    seen: conflict.seen,
    fields: conflict.fields.map((field) => ({
      name: field.choice,
      label: field.label,
      saved: field.words?.saved ?? words(field.field, "saved"),
      savedBy: whoAndWhen(field),
      typed: field.words?.typed ?? words(field.field, "typed"),
      isTheirs: field.changedBy === "theirs",
      isMine: field.changedBy === "mine",
    })),
  };
};

export type ConflictPage = ReturnType<typeof conflictPage>;
