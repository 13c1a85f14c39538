import { chosenOf } from "./chosen.ts";

/** The columns of a list, which staff may choose. */
export type ListColumns<Column extends string> = {
  /**
   * words by column, in the order of the list; the first is always shown, since it leads to the
   * record
   */
  labels: Readonly<Record<Column, string>>;
  /** the columns of a list whose address names none */
  usual: readonly Column[];
  /** columns of figures */
  figures: readonly Column[];
  /** columns of times, whose zone a file names */
  times: readonly Column[];
};

/** All columns of a list, in its order. */
export const columnNames = <Column extends string>({ labels }: ListColumns<Column>): Column[] => Object.keys(labels) as Column[];

/** The columns that an address names; unknown ones are left out. */
export const chosenColumns = <Column extends string>(columns: ListColumns<Column>, value: unknown): Column[] =>
  chosenOf(value, columnNames(columns));

/** The columns that a list shows if these were chosen. */
export const shownColumns = <Column extends string>(
  columns: ListColumns<Column>,
  chosen: readonly Column[],
): readonly Column[] =>
  chosen.length === 0 ? columns.usual : columnNames(columns).filter((column, at) => at === 0 || chosen.includes(column));

/** The heads of its file: `Placed (America/New_York)`, since a spreadsheet knows no zone. */
export const fileHeads = <Column extends string>(
  { labels, times }: ListColumns<Column>,
  shown: readonly Column[],
  timeZone: string,
): string[] => shown.map((name) => (times.includes(name) ? zonedHead(labels[name], timeZone) : labels[name]));

export const zonedHead = (label: string, timeZone: string): string => `${label} (${timeZone})`;
