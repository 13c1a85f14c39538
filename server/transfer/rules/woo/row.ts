import { plainCode } from "../../../catalog/rules/codes.ts";
import type { SheetRow } from "../format.ts";
import type { Column, Columns } from "./columns.ts";

/** Cells of an attribute; `text` is several values on a product, one or none on a variation. */
type AttributeCells = { name: string; text: string };

/** A row whose cells are read by column name. */
export type WooRow = {
  line: number;
  cell: (column: Column) => string;
  weight: () => string;
  attributes: () => AttributeCells[];
  /** header → cell of the columns that are not imported and not empty */
  others: () => Map<string, string>;
};

/** Cells of digits, which spreadsheets keep by an apostrophe before them. */
const codes: ReadonlySet<Column> = new Set<Column>([
  "ID",
  "SKU",
  "GTIN, UPC, EAN, or ISBN",
  "Parent",
  "Stock",
  "Regular price",
  "Sale price",
]);

/** A cell that is missing reads as empty; all are trimmed, and a code is without a spreadsheet's apostrophe. */
export function wooRow({ at, attributes, weight, others }: Columns, { line, cells }: SheetRow): WooRow {
  const text = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? "").trim());
  return {
    line,
    cell: (column) => (codes.has(column) ? plainCode(text(at.get(column))) : text(at.get(column))),
    weight: () => plainCode(text(weight?.at)),
    attributes: () =>
      attributes.map(({ name, values }) => ({ name: text(name), text: text(values) })).filter(({ name }) => name !== ""),
    others: () => {
      const texts = new Map<string, string>();
      for (const { header, at } of others) if (text(at) !== "") texts.set(header, text(at));
      return texts;
    },
  };
}
