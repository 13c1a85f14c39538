import { chosenOf } from "./chosen.ts";

/** The columns of a list, among which staff choose. */
export type ListColumns<Column extends string> = {
  /** words by column, in the order of the list; the first is always shown, as it leads to the record */
  labels: Readonly<Record<Column, string>>;
  /** those of a list whose address names none */
  usual: readonly Column[];
  /** those of figures */
  figures: readonly Column[];
  /** those of times, whose zone a file names */
  times: readonly Column[];
};

/** All of a list, in its order. */
export const columnNames = <Column extends string>({ labels }: ListColumns<Column>): Column[] => Object.keys(labels) as Column[];

/** Those that an address names; what is none is left out. */
export const chosenColumns = <Column extends string>(columns: ListColumns<Column>, value: unknown): Column[] =>
  chosenOf(value, columnNames(columns));

/** Those that a list shows where these were chosen. */
export const shownColumns = <Column extends string>(
  columns: ListColumns<Column>,
  chosen: readonly Column[],
): readonly Column[] =>
  chosen.length === 0 ? columns.usual : columnNames(columns).filter((column, at) => at === 0 || chosen.includes(column));

/** The heads of its file: `Placed (America/New_York)`, as a spreadsheet knows no zone. */
export const fileHeads = <Column extends string>(
  { labels, times }: ListColumns<Column>,
  shown: readonly Column[],
  timeZone: string,
): string[] => shown.map((name) => (times.includes(name) ? zonedHead(labels[name], timeZone) : labels[name]));

export const zonedHead = (label: string, timeZone: string): string => `${label} (${timeZone})`;
