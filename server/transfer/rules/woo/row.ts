import { plainCode } from "../../../catalog/rules/codes.ts";
import type { SheetRow } from "../format.ts";
import type { Column, Columns } from "./columns.ts";

/**
 * The cells of an attribute. `text` can have several values for a product, and at most one for a
 * variation.
 */
type AttributeCells = { name: string; text: string };

/** A row with cells by column name. */
export type WooRow = {
  line: number;
  cell: (column: Column) => string;
  weight: () => string;
  attributes: () => AttributeCells[];
  /** header → cell, for columns that are neither imported nor empty */
  others: () => Map<string, string>;
};

/** Columns of numbers and codes, before which a spreadsheet may have written an apostrophe. */
const codes: ReadonlySet<Column> = new Set<Column>([
  "ID",
  "SKU",
  "GTIN, UPC, EAN, or ISBN",
  "Parent",
  "Stock",
  "Regular price",
  "Sale price",
]);

/**
 * Reads a row. A missing cell is empty. Trims all cells, and removes a spreadsheet's apostrophe
 * from codes.
 */
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
