import type { ListCell, ListColumn } from "./columns.ts";

/** A button of a row; `label` also names the record, for those who do not see the row. */
type RowButton = {
  text: string;
  label: string;
  name?: string;
  value?: string;
  isDanger?: true;
  isDisabled?: boolean;
};

/** The buttons that move a record in an order. */
export const moveButtons = (record: string, at: number, count: number): RowButton[] => [
  { text: "Up", label: `Move ${record} up`, name: "direction", value: "up", isDisabled: at === 0 },
  { text: "Down", label: `Move ${record} down`, name: "direction", value: "down", isDisabled: at === count - 1 },
];

/** The form at the end of a row. */
export type RowForm = {
  action: string;
  fields: readonly { name: string; value: string }[];
  buttons: readonly RowButton[];
  link?: { href: string; text: string };
};

type Mark = "isFigure" | "isLabeled" | "isInFirstLine" | "isWide";
type ColumnMarks = Readonly<Partial<Record<Mark, boolean | undefined>>>;

/**
 * A column of a table, with the marks of a list's column. `isLabeled`: on phones the column's label
 * is shown, as it always is for a figure.
 */
export type TableColumn<Row> = Pick<ListColumn<Row>, "label"> & ColumnMarks & { cell(row: Row): ListCell | string };

type TableInput<Row> = {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** the parameter that selects a record, and the value and name of a record */
  select?: { parameter: string; value(row: Row): string; name(row: Row): string } | undefined;
  /** the id of a row's element, to which an address can lead */
  anchor?: (row: Row) => string;
  form?: ((row: Row, at: number) => RowForm | undefined) | undefined;
};

/** The classes of a column's cells: on phones and tablets, a row has two lines for them. */
function classesOf({ isFigure, isLabeled, isInFirstLine, isWide }: ColumnMarks, at: number): string {
  const isSecondLine = at > 0 && !isInFirstLine;
  return [
    isFigure && "number",
    at === 0 && "list__title",
    isInFirstLine && "list__upper",
    isSecondLine && (isFigure || isLabeled) && "list__labeled",
    isWide && "list__wide",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A table as views/staff/table.hbs shows it; the cells of the first column link to the records. */
export function recordTable<Row>({ caption, columns, rows, select, anchor, form }: TableInput<Row>) {
  const classes = columns.map(classesOf);
  const shown = rows.map((row, at) => ({
    anchor: anchor?.(row),
    select: select && { value: select.value(row), name: select.name(row) },
    cells: columns.map(({ label, cell }, column) => {
      const value = cell(row);
      return { ...(typeof value === "string" ? { text: value } : value), label, classes: classes[column] ?? "" };
    }),
    form: form?.(row, at),
  }));
  return {
    caption,
    parameter: select?.parameter,
    heads: columns.map(({ label, isFigure }) => ({ label, isNumber: isFigure === true })),
    rows: shown,
    hasForms: shown.some((row) => row.form !== undefined),
  };
}
