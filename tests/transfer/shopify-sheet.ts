import { parseDollars } from "../../server/money.ts";
import type { ProductOptions, ProductReading } from "../../server/transfer/rules/format.ts";
import { shopify } from "../../server/transfer/rules/shopify/format.ts";

export const options: ProductOptions = {
  categories: new Map([
    ["apparel", "apparel"],
    ["glass", "glass"],
  ]),
  fallback: "apparel",
  classify: () => ({ category: undefined, attributes: undefined }),
  parsePrice: parseDollars,
};

type Cells = Readonly<Record<string, string>>;

/** One product's rows by column name, from line 2 on. */
export function sheetOf(rows: readonly Cells[], given: Partial<ProductOptions> = {}) {
  const headers = [...new Set(["Handle", "Title", "Variant Price", ...rows.flatMap((row) => Object.keys(row))])];
  return sheetWith(headers, rows, given);
}

export function sheetWith(headers: readonly string[], rows: readonly Cells[], given: Partial<ProductOptions> = {}) {
  const reader = shopify.open(headers);
  const sheet = rows.map((row, at) => ({ line: at + 2, cells: headers.map((name) => row[name] ?? "") }));
  const placed = sheet.map((row) => reader.place(row));
  const key = placed.find((each) => each.ok);
  const reading: ProductReading = reader.product(key?.ok ? key.value : "", sheet, { ...options, ...given });
  return { reader, placed, reading, draft: reading.draft, faults: reading.faults };
}
