import type { Dates, TimeText } from "../../dates.ts";

/** A cell of a list, and of its file. */
export type ListCell = {
  text: string;
  /** the value in the file, if it differs */
  exact?: string;
  href?: string;
  /** ISO 8601 */
  time?: string;
  picture?: string | undefined;
  /** a line below the text */
  note?: string;
  /** shown in place of the text */
  states?: readonly { text: string; tone: string }[];
};

export type CellContext = {
  dates: Dates;
  now: number;
  /** whether the list shows a column: what has none may stand in the cell of another */
  shows(column: string): boolean;
};

export type ListColumn<Row> = {
  label: string;
  cell(row: Row, context: CellContext): ListCell | string;
  isFigure?: true;
  /** its times have a zone, which the head of a file names: a spreadsheet knows none */
  isTime?: true;
  /** shown only if somebody chooses it */
  isOptional?: true;
};

/**
 * The columns of a list by their names in its address, in their order. The first is always shown,
 * since it leads to the record.
 */
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;

/** The columns that a repeated parameter names, in the list's order; unknown ones are left out. */
export function chosenColumns(columns: ListColumns<object>, value: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return Object.keys(columns).filter((name) => names.includes(name));
}

/** The names of the columns that a list shows if these were chosen. */
export const shownColumns = (columns: ListColumns<object>, chosen: readonly string[]): string[] =>
  Object.entries(columns)
    .filter(([name, { isOptional }], at) => at === 0 || (chosen.length === 0 ? !isOptional : chosen.includes(name)))
    .map(([name]) => name);

/** A time, or an empty cell. */
export const timeCell = (time: TimeText | undefined): ListCell =>
  time === undefined ? { text: "" } : { text: time.text, time: time.iso };

/** A state, which its tone colors. */
export const stateCell = (state: { text: string; tone: string }): ListCell => ({ text: state.text, states: [state] });

/** A cell that says `yes`, or nothing; its file also says `no`. */
export const yesCell = (isTrue: boolean): ListCell => ({ text: isTrue ? "yes" : "", exact: isTrue ? "yes" : "no" });

/** A column's cell of a record. */
export function cellOf<Row>(column: ListColumn<Row>, row: Row, context: CellContext): ListCell {
  const cell = column.cell(row, context);
  return typeof cell === "string" ? { text: cell } : cell;
}

/** The head of a column of times in a file: `Placed (America/New_York)`. */
export const zonedHead = (label: string, timeZone: string): string => `${label} (${timeZone})`;

/** A cell in a file; a time as `2026-11-26 14:05` by the shop's clock. */
export function fileCell({ exact, time, states, text }: ListCell, dates: Dates): string {
  if (exact !== undefined) return exact;
  if (time !== undefined) return dates.typed(Date.parse(time)).replace("T", " ");
  return states ? states.map((state) => state.text).join(", ") : text;
}
