import { parseDollars } from "../../server/money.ts";
import type { ProductOptions, ProductReading, SheetReader, SheetRow } from "../../server/transfer/rules/format.ts";
import { wooCommerce } from "../../server/transfer/rules/woo/format.ts";

export type Cells = Record<string, string>;

export const options: ProductOptions = {
  categories: new Map([
    ["apparel", "apparel"],
    ["glass", "glass"],
  ]),
  fallback: "apparel",
  classify: () => ({ category: undefined, attributes: undefined }),
  parsePrice: parseDollars,
};

/** Rows by header, as read from a file: the first row is on line 2. */
export function sheetOf(cells: readonly Cells[]): { headers: string[]; rows: SheetRow[] } {
  const headers = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  return { headers, rows: cells.map((row, at) => ({ line: at + 2, cells: headers.map((header) => row[header] ?? "") })) };
}

type WooFile = {
  reader: SheetReader;
  readings: ProductReading[];
  refused: { line: number; reason: string }[];
  notes: readonly string[];
};

/** Runs both passes, like the source of an import. */
export function readWoo(headers: readonly string[], rows: readonly SheetRow[], given: Partial<ProductOptions> = {}): WooFile {
  const reader = wooCommerce.open(headers);
  const placed = rows.map((row) => ({ row, key: reader.place(row) }));
  const aliases = reader.aliases();
  const groups = new Map<string, SheetRow[]>();
  const refused: WooFile["refused"] = [];
  for (const { row, key } of placed) {
    if (!key.ok) refused.push({ line: row.line, reason: key.error });
    else groups.set(aliases.get(key.value) ?? key.value, [...(groups.get(aliases.get(key.value) ?? key.value) ?? []), row]);
  }
  const readings = [...groups].map(([key, own]) => reader.product(key, own, { ...options, ...given }));
  return { reader, readings, refused, notes: reader.notes() };
}

export function wooFile(cells: readonly Cells[], given: Partial<ProductOptions> = {}): WooFile {
  const { headers, rows } = sheetOf(cells);
  return readWoo(headers, rows, given);
}

export const draftsOf = ({ readings }: WooFile) => readings.flatMap(({ draft }) => (draft ? [draft] : []));

export const faultsOf = ({ readings, refused }: WooFile) =>
  [...refused, ...readings.flatMap(({ faults }) => faults)].sort((a, b) => a.line - b.line);
