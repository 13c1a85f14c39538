import type { Dates } from "../../dates.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";

/** A cell of a list, and of its file. */
export type ListCell = {
  text: string;
  /** the value in the file, if it differs */
  exact?: string;
  href?: string;
  /** ISO 8601 */
  time?: string;
  /** a place for it is kept in the row if there is no picture */
  picture?: { url: string | undefined };
  /** a line below the text */
  note?: string;
  /** shown in place of the text */
  states?: readonly StateLabel[];
};

export type CellContext = {
  dates: Dates;
  now: number;
  /** whether the list shows a column: another cell can show a hidden column's value */
  shows(column: string): boolean;
};

export type ListColumn<Row> = {
  label: string;
  cell(row: Row, context: CellContext): ListCell | string;
  isFigure?: true;
  /** the cells are times: a file names their time zone in the column's head */
  isTime?: true;
  /** shown only if somebody chooses it */
  isOptional?: true;
  /** whether phones and tablets show the label beside the cell, as for all optional columns */
  isLabeled?: true;
  /** on phones and tablets, the row's first line has it beside the link to the record */
  isInFirstLine?: true;
  /** phones and tablets leave it out, unless somebody chooses columns */
  isWide?: true;
};

/**
 * The columns of a list in their order, by their names in its address. The first column is always
 * shown, since it links to the record.
 */
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;

/** The columns that a repeated parameter names, in the list's order; unknown ones are left out. */
export function chosenColumns(columns: ListColumns<object>, value: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return Object.keys(columns).filter((name) => names.includes(name));
}

/** The names of the columns that a list shows: `chosen`, or the default ones if none are chosen. */
export const shownColumns = (columns: ListColumns<object>, chosen: readonly string[]): string[] =>
  Object.entries(columns)
    .filter(([name, { isOptional }], at) => at === 0 || (chosen.length === 0 ? !isOptional : chosen.includes(name)))
    .map(([name]) => name);

/** The values with which a moment is shown. */
export type TimeContext = Pick<CellContext, "dates" | "now">;

/** A moment in the form that all tables have, or an empty cell. */
export function timeCell(at: number | null | undefined, { dates, now }: TimeContext): ListCell {
  if (at === null || at === undefined) return { text: "" };
  const { iso, text } = dates.brief(at, now);
  return { text, time: iso };
}

/** A day of a form, such as `2026-12-02`, or an empty cell. */
export const dayCell = (day: string, dates: Dates): ListCell =>
  day === "" ? { text: "" } : { text: dates.range(day, day), exact: day };

/** A cell with a state in its color. */
export const stateCell = (state: StateLabel): ListCell => ({ text: state.text, states: [state] });

/** A cell that says `yes` or is empty; a file says `no` instead of nothing. */
export const yesCell = (isTrue: boolean): ListCell => ({ text: isTrue ? "yes" : "", exact: isTrue ? "yes" : "no" });

/** A cell of a rule that is in use, or is not. */
export const onCell = (isOn: boolean): ListCell => stateCell(isOn ? stateLabel("done", "On") : stateLabel("waiting", "Off"));

/** A record's cell in a column. */
export function cellOf<Row>(column: ListColumn<Row>, row: Row, context: CellContext): ListCell {
  const cell = column.cell(row, context);
  return typeof cell === "string" ? { text: cell } : cell;
}

/** The head of a column of times in a file: `Placed (America/New_York)`. */
export const zonedHead = (label: string, timeZone: string): string => `${label} (${timeZone})`;

/** A moment in a file, by the shop's clock: `2026-11-26 14:05`. */
export const fileTime = (at: number | null, dates: Dates): string => (at === null ? "" : dates.typed(at).replace("T", " "));

/** A cell in a file; a time as `2026-11-26 14:05` by the shop's clock. */
export function fileCell({ exact, time, states, text }: ListCell, dates: Dates): string {
  if (exact !== undefined) return exact;
  if (time !== undefined) return fileTime(Date.parse(time), dates);
  return states ? states.map((state) => state.text).join(", ") : text;
}
