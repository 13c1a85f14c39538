import type { Dates, TimeText } from "../../dates.ts";
import { staffViewPath, staffViewRemovalPath } from "../paths.ts";
import { columnNames, type ListColumns, shownColumns } from "../rules/list-columns.ts";
import { type SavedView, viewAddress } from "../saved-views.ts";

/** A name and a value in an address, neither of them empty. */
type Given = readonly [name: string, value: string];

/** The state of a list in its address: all non-empty values, and the columns. */
export const givenOf = (values: Readonly<Record<string, string>>, columns: readonly string[]): Given[] =>
  [...Object.entries(values), ...columns.map((column): Given => ["columns", column])].filter(([, value]) => value !== "");

/** A list's address with this state. */
export const listAddress = (path: string, given: readonly Given[]): string =>
  given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, value]))}`;

/** The state of a list as a form's hidden fields, except those that the form has itself. */
export const hiddenFields = (given: readonly Given[], but: readonly string[]) =>
  given.filter(([name]) => !but.includes(name)).map(([name, value]) => ({ name, value }));

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

/** A time, or an empty cell. */
export const timeCell = (shown: TimeText | undefined): ListCell =>
  shown === undefined ? { text: "" } : { text: shown.text, time: shown.iso };

/** A record's cells in the shown columns. */
export const shownCells = <Column extends string>(
  { labels, figures }: ListColumns<Column>,
  shown: readonly Column[],
  cells: Readonly<Record<Column, ListCell>>,
) => shown.map((name) => ({ ...cells[name], label: labels[name], isNumber: figures.includes(name) }));

/** `2026-11-26 14:05` by the shop's clock, which spreadsheets read as a time. */
const fileTime = (iso: string, dates: Dates): string => dates.typed(Date.parse(iso)).replace("T", " ");

function fileCell({ exact, time, states, text }: ListCell, dates: Dates): string {
  if (exact !== undefined) return exact;
  if (time !== undefined) return fileTime(time, dates);
  return states ? states.map((state) => state.text).join(", ") : text;
}

/** A record's cells in the list's file. */
export const fileCells = <Column extends string>(
  shown: readonly Column[],
  cells: Readonly<Record<Column, ListCell>>,
  dates: Dates,
): string[] => shown.map((name) => fileCell(cells[name], dates));

type ListInput<Column extends string> = {
  path: string;
  /** the values in the first page's address */
  given: readonly Given[];
  columns: ListColumns<Column>;
  chosen: readonly Column[];
  builtIn: readonly { name: string; href: string; current: boolean }[];
  saved: readonly SavedView[];
};

/**
 * The parts of all lists above their table: the views, those to save, the columns; and the table's
 * heads.
 */
export function listFrame<Column extends string>({ path, given, columns, chosen, builtIn, saved }: ListInput<Column>) {
  const address = listAddress(path, given);
  const shown = shownColumns(columns, chosen);
  const own = saved.map((view) => ({ name: view.name, href: viewAddress(view), current: viewAddress(view) === address }));
  const isSaved = own.some(({ current }) => current);
  const [, ...others] = columnNames(columns);
  return {
    all: path,
    views: [...builtIn.map((view) => ({ ...view, current: view.current && !isSaved })), ...own],
    tools: {
      saved: saved.map(({ id, name }) => ({ id, name, rename: staffViewPath(id), removal: staffViewRemovalPath(id) })),
      query: listAddress("", given).slice(1),
      columns: others.map((name) => ({ name, label: columns.labels[name], checked: shown.includes(name) })),
      keep: hiddenFields(given, ["columns"]),
    },
    heads: shown.map((name) => ({ label: columns.labels[name], isNumber: columns.figures.includes(name) })),
  };
}
