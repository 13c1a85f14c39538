import type { SheetRow } from "./rows.ts";

/** Without these columns a file is no Shopify product CSV. */
const required = ["Handle", "Title", "Variant Price"];

/** What is taken over; every other column that holds something is reported, never silently dropped. */
const taken = new Set([
  ...required,
  "Body (HTML)",
  "Vendor",
  "Type",
  "Published",
  "Status",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Barcode",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Variant Image",
]);

export const cell = ({ cells }: SheetRow, column: string): string => (cells[column] ?? "").trim();

/** What is wrong with a file by its columns alone: those it lacks, else those it has twice. */
export function columnFault(columns: readonly string[]): string | undefined {
  const lacking = required.filter((name) => !columns.includes(name));
  if (lacking.length > 0) return `it lacks the columns ${lacking.join(", ")}`;
  const twice = columns.find((name, at) => name !== "" && columns.indexOf(name) !== at);
  return twice === undefined ? undefined : `the column ${twice} stands there twice`;
}

/** Columns that hold something in some row, yet are not taken over. */
export function notTaken(rows: readonly SheetRow[]): string[] {
  const found = new Set<string>();
  for (const { cells } of rows)
    for (const [name, text] of Object.entries(cells)) if (text.trim() !== "" && !taken.has(name)) found.add(name);
  return [...found].sort();
}
