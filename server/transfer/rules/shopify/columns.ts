import type { SheetRow } from "../format.ts";

/** Names of a column in older and in newer files. Only columns that are imported are listed. */
const spellings = {
  slug: ["Handle", "URL handle"],
  title: ["Title"],
  description: ["Body (HTML)", "Description"],
  brand: ["Vendor"],
  productCategory: ["Product Category"],
  type: ["Type", "Custom Product Type"],
  tags: ["Tags"],
  published: ["Published", "Published on online store"],
  status: ["Status"],
  option1Name: ["Option1 Name"],
  option1Value: ["Option1 Value"],
  option2Name: ["Option2 Name"],
  option2Value: ["Option2 Value"],
  option3Name: ["Option3 Name"],
  option3Value: ["Option3 Value"],
  sku: ["Variant SKU", "SKU"],
  grams: ["Variant Grams", "Weight value (grams)"],
  tracker: ["Variant Inventory Tracker", "Inventory tracker"],
  quantity: ["Variant Inventory Qty", "Inventory quantity"],
  policy: ["Variant Inventory Policy", "Continue selling when out of stock"],
  price: ["Variant Price", "Price"],
  compareAt: ["Variant Compare At Price", "Compare-at price"],
  barcode: ["Variant Barcode", "Barcode"],
  picture: ["Image Src", "Product image URL"],
  position: ["Image Position"],
  alt: ["Image Alt Text"],
  variantPicture: ["Variant Image", "Variant image URL"],
  giftCard: ["Gift Card"],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof spellings;

const required: readonly Field[] = ["slug", "title", "price"];

const positionOf = (folded: readonly string[], field: Field): number =>
  spellings[field].map((name) => folded.indexOf(name.toLowerCase())).find((at) => at >= 0) ?? -1;

/** Required columns that these headers do not have, each with both of its names. */
export function lackingOf(headers: readonly string[]): string[] {
  const folded = headers.map((name) => name.toLowerCase());
  return required.filter((field) => positionOf(folded, field) < 0).map((field) => spellings[field].join(" or "));
}

/** Positions of one file's fields, whatever the spelling and case of its headers. */
export type Columns = {
  /** positions of all fields that the file has */
  taken: ReadonlySet<number>;
  has(field: Field): boolean;
  /** -1 where the file has no such column */
  at(field: Field): number;
  /** the cell as it is, empty where it is missing */
  raw(row: SheetRow, field: Field): string;
  /** without surrounding blanks */
  cell(row: SheetRow, field: Field): string;
  /** the column's name in this file */
  called(field: Field): string;
};

/** Headers match in any letter case; a column that is missing reads as empty. */
export function columnsOf(headers: readonly string[]): Columns {
  const folded = headers.map((name) => name.toLowerCase());
  const fields = Object.keys(spellings) as Field[];
  const places = Object.fromEntries(fields.map((field) => [field, positionOf(folded, field)])) as Record<Field, number>;
  const raw = ({ cells }: SheetRow, field: Field) => cells[places[field]] ?? "";
  return {
    taken: new Set(Object.values(places).filter((at) => at >= 0)),
    has: (field) => places[field] >= 0,
    at: (field) => places[field],
    raw,
    cell: (row, field) => raw(row, field).trim(),
    called: (field) => headers[places[field]] ?? spellings[field][0],
  };
}
