import { plainCode } from "../../../catalog/rules/codes.ts";
import { costHeader } from "../../../catalog/rules/costs.ts";
import { mapProduct, productFields } from "../../../catalog/rules/product-values.ts";
import { mapVariant, variantFieldNames, variantFields } from "../../../catalog/rules/variant-fields.ts";
import type { SheetRow } from "../format.ts";

type ColumnWords = {
  /** the column's names in older and newer files */
  names: readonly string[];
  /** the format of a cell, for people who write files */
  form: string;
  example: string;
  required?: true;
};

type FileField = Omit<ColumnWords, "names"> & { header: string; otherHeaders?: readonly string[] };
const columnWords = ({ header, otherHeaders = [], form, example, required }: FileField): ColumnWords => ({
  names: [header, ...otherHeaders],
  form,
  example,
  ...(required && { required }),
});

/** The columns of a product's fields, and the columns of a variant's fields. */
const productColumns = mapProduct((name) => columnWords(productFields[name]));
const fileColumns = mapVariant((name) => columnWords(variantFields[name]));

/** The imported columns in order. Some columns of a variant's fields are missing here. */
const placed = {
  slug: {
    names: ["Handle", "URL handle"],
    form: "The end of its address, such as oak-bowl. Rows with the same one are one product.",
    example: "oak-bowl",
    required: true,
  },
  title: productColumns.name,
  description: {
    names: ["Body (HTML)", "Description", "Body HTML"],
    form: "One paragraph of text, or HTML with paragraphs, lists, and bold words",
    example: "<p>Turned by hand.</p>",
  },
  brand: productColumns.brand,
  seoTitle: productColumns.seoTitle,
  seoDescription: productColumns.seoDescription,
  productCategory: { names: ["Product Category"], form: "Read where Type names no category", example: "Glass" },
  type: { names: ["Type", "Custom Product Type"], form: "A category of this shop, by its name or address", example: "Glass" },
  tags: { names: ["Tags"], form: "Words for a mapping file, with commas between them", example: "oak, kitchen" },
  published: productColumns.published,
  status: { names: ["Status"], form: "active, draft, archived, or unlisted", example: "active" },
  option1Name: { names: ["Option1 Name"], form: "What its variants differ by, in its first row", example: "Size" },
  option1Value: { names: ["Option1 Value"], form: "The variant’s own", example: "Small" },
  option2Name: { names: ["Option2 Name"], form: "The same for a second choice", example: "Color" },
  option2Value: { names: ["Option2 Value"], form: "The variant’s own", example: "Natural" },
  option3Name: { names: ["Option3 Name"], form: "The same for a third one", example: "Finish" },
  option3Value: { names: ["Option3 Value"], form: "The variant’s own", example: "Oiled" },
  sku: fileColumns.sku,
  grams: fileColumns.grams,
  weight: { names: ["Variant Weight"], form: "Weight in its unit, where no column has it in grams", example: "0.35" },
  weightUnit: { names: ["Variant Weight Unit"], form: "g, kg, oz, or lb", example: "kg" },
  tracker: {
    names: ["Variant Inventory Tracker", "Inventory tracker"],
    form: "Any word: this shop counts all stock",
    example: "shopify",
  },
  quantity: { names: ["Variant Inventory Qty", "Inventory quantity"], form: "Units, as a whole number", example: "12" },
  policy: {
    names: ["Variant Inventory Policy", "Continue selling when out of stock"],
    form: "deny: this shop never sells more than it has",
    example: "deny",
  },
  price: fileColumns.price,
  compareAt: fileColumns.compareAt,
  barcode: fileColumns.barcode,
  cost: {
    names: [costHeader],
    form: "What a unit costs the shop, in dollars and cents. Read for people who see reports; an empty one changes nothing",
    example: "6.40",
  },
  picture: {
    names: ["Image Src", "Product image URL"],
    form: "An address on the internet. A further row that has only it and the Handle adds another picture.",
    example: "https://example.com/bowl.jpg",
  },
  position: { names: ["Image Position"], form: "Its place, from 1", example: "1" },
  alt: { names: ["Image Alt Text"], form: "What the picture shows, for those who can’t see it", example: "Oak bowl from above" },
  variantPicture: {
    names: ["Variant Image", "Variant image URL"],
    form: "The address of the picture that shows this variant",
    example: "https://example.com/bowl.jpg",
  },
  command: {
    names: ["Command"],
    form: "Of Matrixify: NEW, MERGE, UPDATE, or REPLACE; DELETE and IGNORE leave a product out",
    example: "MERGE",
  },
  variantCommand: { names: ["Variant Command"], form: "DELETE leaves a variant out", example: "MERGE" },
  pictureCommand: { names: ["Image Command"], form: "DELETE leaves a picture out", example: "MERGE" },
  giftCard: { names: ["Gift Card"], form: "false: gift cards are left out", example: "false" },
} as const satisfies Record<string, ColumnWords>;

/** All imported columns. The variant fields that are missing in `placed` come last. */
const columns: typeof placed & typeof fileColumns = { ...placed, ...fileColumns };

export type Field = keyof typeof columns;

const fields = Object.keys(columns) as Field[];
const wordsOf: Readonly<Record<Field, ColumnWords>> = columns;

export type ImportColumn = ColumnWords & { field: Field };

/** All imported columns, in the order of a file. */
export const importColumns: readonly ImportColumn[] = fields.map((field) => ({ field, ...wordsOf[field] }));

const positionOf = (folded: readonly string[], field: Field): number =>
  wordsOf[field].names.map((name) => folded.indexOf(name.toLowerCase())).find((at) => at >= 0) ?? -1;

/** The required columns that are missing from these headers, each with all of its names. */
export function missingColumns(headers: readonly string[]): string[] {
  const folded = headers.map((name) => name.toLowerCase());
  return importColumns
    .filter(({ field, required }) => required && positionOf(folded, field) < 0)
    .map(({ names }) => names.join(" or "));
}

/** Columns of numbers and codes, before which a spreadsheet may have written an apostrophe. */
const codes: ReadonlySet<Field> = new Set([...variantFieldNames, "cost", "weight", "quantity", "position"]);

/**
 * The positions of a file's fields. Finds headers in any letter case, and in older or newer
 * spelling.
 */
export type Columns = {
  /** positions of all the file's fields */
  taken: ReadonlySet<number>;
  has(field: Field): boolean;
  /** -1 if the file has no such column */
  at(field: Field): number;
  /** the cell as it is; empty if missing */
  raw(row: SheetRow, field: Field): string;
  /** the cell without surrounding blanks, and without a spreadsheet's apostrophe before a code */
  cell(row: SheetRow, field: Field): string;
  /** the column's name in this file */
  called(field: Field): string;
};

/** Finds the fields' columns. Headers match in any letter case; a missing column reads as empty. */
export function columnsOf(headers: readonly string[]): Columns {
  const folded = headers.map((name) => name.toLowerCase());
  const places = Object.fromEntries(fields.map((field) => [field, positionOf(folded, field)])) as Record<Field, number>;
  const raw = ({ cells }: SheetRow, field: Field) => cells[places[field]] ?? "";
  return {
    taken: new Set(Object.values(places).filter((at) => at >= 0)),
    has: (field) => places[field] >= 0,
    at: (field) => places[field],
    raw,
    cell: (row, field) => (codes.has(field) ? plainCode(raw(row, field).trim()) : raw(row, field).trim()),
    called: (field) => headers[places[field]] ?? wordsOf[field].names[0] ?? "",
  };
}
