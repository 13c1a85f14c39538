import { type Unit, unitOf } from "../weight.ts";

/** A WooCommerce product CSV has all of these. */
export const required = ["Type", "Name", "Regular price"] as const;

const columnNames = [
  ...required,
  "ID",
  "SKU",
  "GTIN, UPC, EAN, or ISBN",
  "Published",
  "Visibility in catalog",
  "Short description",
  "Description",
  "Date sale price starts",
  "Date sale price ends",
  "In stock?",
  "Stock",
  "Low stock amount",
  "Backorders allowed?",
  "Sale price",
  "Categories",
  "Tags",
  "Images",
  "Parent",
  "Brands",
] as const;

export type Column = (typeof columnNames)[number];

/** Positions of a file's columns. */
export type Columns = {
  taken: ReadonlySet<number>;
  at: ReadonlyMap<Column, number>;
  /** in the order of their numbers */
  attributes: readonly { name: number; values: number }[];
  /** undefined if the header names no known unit */
  weight: { at: number; unit: Unit } | undefined;
  /** other columns, which only an owner's mapping may read */
  others: readonly { header: string; at: number }[];
};

const plain = (header: string): string => header.trim().toLowerCase();

/** The required columns that are missing from a file; empty for a WooCommerce file. */
export const lacking = (headers: readonly string[]): string[] => {
  const there = new Set(headers.map(plain));
  return required.filter((name) => !there.has(plain(name)));
};

/** Finds the positions of columns by name. If two columns have the same name, the first counts. */
export function columnsOf(headers: readonly string[]): Columns {
  const names = headers.map(plain);
  const at = new Map(columnNames.map((name) => [name, names.indexOf(plain(name))] as const).filter(([, index]) => index >= 0));
  const attributes = attributeColumns(names);
  const weight = weightColumn(names);
  const takenPlaces = new Set([
    ...at.values(),
    ...attributes.flatMap(({ name, values }) => [name, values]),
    ...(weight ? [weight.at] : []),
  ]);
  const others = headers
    .map((header, index) => ({ header: header.trim(), at: index }))
    .filter((other) => !takenPlaces.has(other.at));
  return { taken: takenPlaces, at, attributes, weight, others };
}

/** The columns that WooCommerce numbers: `Attribute 1 name`, `Attribute 1 value(s)`. */
function attributeColumns(names: readonly string[]): { name: number; values: number }[] {
  const numbers = names.map((name) => /^attribute (\d{1,4}) name$/.exec(name)?.[1]).filter((number) => number !== undefined);
  return [...new Set(numbers)]
    .sort((a, b) => Number(a) - Number(b))
    .map((number) => ({ name: names.indexOf(`attribute ${number} name`), values: names.indexOf(`attribute ${number} value(s)`) }))
    .filter(({ values }) => values >= 0);
}

function weightColumn(names: readonly string[]): Columns["weight"] {
  for (const [at, name] of names.entries()) {
    const unit = unitOf(/^weight \((\w+)\)$/.exec(name)?.[1] ?? "");
    if (unit) return { at, unit };
  }
  return undefined;
}
