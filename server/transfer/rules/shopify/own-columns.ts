import { isLabel, labels } from "../../../catalog/rules/labels.ts";
import {
  type ProductFieldKind,
  type ProductFieldName,
  type ProductValue,
  type ProductValues,
  productFieldNames,
  productFields,
} from "../../../catalog/rules/product-values.ts";
import { type Outcome, ok, refuse } from "../../../outcome.ts";
import { readValues } from "../attribute-cell.ts";
import type { Draft, DraftAttribute } from "../draft.ts";
import { createdHeader } from "../export/columns.ts";
import type { SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";

type AttributeColumn = { at: number; header: string; attribute: DraftAttribute["attribute"] };

/** A product's fields for which Shopify has no column. */
const ownFields = productFieldNames.filter((name) => productFields[name].header.includes("(product.metafields."));

/** The columns found only in this shop's files, for people who write files. */
export const ownColumnWords: readonly { name: string; form: string; example: string }[] = [
  ...ownFields.map((name) => ({
    name: productFields[name].header,
    form: productFields[name].form,
    example: productFields[name].example,
  })),
  { name: createdHeader, form: "A time, for new products", example: "2026-01-31T12:00:00Z" },
  {
    name: "Color (product.metafields.attributes.color)",
    form: "A column for each attribute that shoppers filter by; values with semicolons between them",
    example: "Red; Blue",
  },
];

/**
 * The positions of columns that only this shop's export has. Their names have the form of Shopify's
 * metafields, and the part in parentheses identifies them.
 */
export type OwnColumns = {
  fields: readonly { name: ProductFieldName; at: number }[];
  created: number;
  attributes: readonly AttributeColumn[];
};

/** A product's values in the shop's own columns; a field that the file lacks is absent. */
type OwnWords = Partial<ProductValues> & Pick<Draft, "createdAt"> & { attributes?: readonly DraftAttribute[] };

const attributeKey = /\(product\.metafields\.attributes\.([a-z0-9-]{1,64})\)$/i;

/** Finds the shop's own columns; the position of a missing column is -1. */
export function ownColumnsOf(headers: readonly string[]): OwnColumns {
  const folded = headers.map((header) => header.toLowerCase());
  const at = (own: string) => {
    const key = own.slice(own.indexOf("(")).toLowerCase();
    return folded.findIndex((header) => header.endsWith(key));
  };
  const attributeColumns = headers.flatMap((header, place) => {
    const [key, slug] = attributeKey.exec(header) ?? [];
    const name = key && header.slice(0, -key.length).trim();
    return name && slug ? [{ at: place, header, slug: slug.toLowerCase(), name }] : [];
  });
  const among = attributeColumns.map(({ slug, name }) => ({ slug, name }));
  const attributes = attributeColumns.map(({ at, header, slug, name }) => ({ at, header, attribute: { slug, name, among } }));
  const fields = ownFields.map((name) => ({ name, at: at(productFields[name].header) }));
  return { fields, created: at(createdHeader), attributes };
}

/** The positions of the shop's own columns that the file has. */
export const ownPlaces = ({ fields, created, attributes }: OwnColumns): number[] =>
  [created, ...[...fields, ...attributes].map(({ at }) => at)].filter((at) => at >= 0);

/**
 * Reads the shop's own columns. Refuses an unknown label, flag, time or value with `invalid`. A
 * blank cell changes nothing.
 */
export function readOwn(row: SheetRow, { fields, created, attributes }: OwnColumns): Outcome<OwnWords> {
  const cell = (at: number) => (row.cells[at] ?? "").trim();
  const productValues: Partial<Record<ProductFieldName, ProductValue>> = {};
  for (const { name, at } of fields) {
    const text = cell(at);
    const { kind, label } = productFields[name];
    const value = text === "" ? undefined : cellReaders[kind](text, label);
    if (value?.ok === false) return value;
    if (value) productValues[name] = value.value;
  }
  const time = timeOf(cell(created));
  if (!time.ok) return time;
  const values = attributesOf(row, attributes);
  if (!values.ok) return values;
  return ok({
    ...(productValues as Partial<ProductValues>),
    ...(time.value !== undefined && { createdAt: time.value }),
    ...(attributes.length > 0 && { attributes: values.value }),
  });
}

/** For each kind of field, the reader of a cell that is not blank. */
const cellReaders: Readonly<Record<ProductFieldKind, (text: string, label: string) => Outcome<ProductValue>>> = {
  line: (text) => ok(text),
  flag(text, label) {
    const flag = text.toLowerCase();
    if (flag === "true" || flag === "false") return ok(flag === "true");
    return refuse("invalid", `${label} “${truncated(flag)}” is neither true nor false`);
  },
  label(text, label) {
    const slug = text.toLowerCase();
    if (slug === "none" || isLabel(slug)) return ok(slug === "none" ? null : slug);
    return refuse("invalid", `${label} “${truncated(text)}” is not one of the shop's labels: ${labels.join(", ")}`);
  },
};

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

function timeOf(text: string): Outcome<number | undefined> {
  if (text === "") return { ok: true, value: undefined };
  const time = iso.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time)
    ? refuse("invalid", `Created “${truncated(text)}” is not a time like 2026-01-31T12:00:00Z`)
    : { ok: true, value: time };
}

function attributesOf({ cells }: SheetRow, columns: readonly AttributeColumn[]): Outcome<DraftAttribute[]> {
  const attributes: DraftAttribute[] = [];
  for (const { at, header, attribute } of columns) {
    const values = readValues(cells[at] ?? "");
    if (!values.ok) return refuse("invalid", `${header}: ${values.error}`);
    for (const value of values.value) attributes.push({ attribute, value });
  }
  return { ok: true, value: attributes };
}
