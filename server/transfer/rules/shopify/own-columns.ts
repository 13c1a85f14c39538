import { isLabel, type Label, labels } from "../../../catalog/rules/labels.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import { readValues } from "../attribute-cell.ts";
import type { Draft, DraftAttribute } from "../draft.ts";
import type { SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";

type AttributeColumn = { at: number; header: string; attribute: DraftAttribute["attribute"] };

/** The columns found only in this shop's files, for people who write files. */
export const ownColumnWords: readonly { name: string; form: string; example: string }[] = [
  { name: "Label (product.metafields.storefront.label)", form: `none, or ${labels.join(", ")}`, example: "sale" },
  { name: "Premium (product.metafields.storefront.premium)", form: "true or false", example: "false" },
  {
    name: "Created (product.metafields.storefront.created)",
    form: "A time, for new products",
    example: "2026-01-31T12:00:00Z",
  },
  {
    name: "Color (product.metafields.attributes.color)",
    form: "A column for each attribute that shoppers filter by; values with semicolons between them",
    example: "Red; Blue",
  },
];

/**
 * Columns that only this shop's export has. They are named like Shopify's metafields, and
 * recognised by the part in parentheses.
 */
export type OwnColumns = { label: number; premium: number; created: number; attributes: readonly AttributeColumn[] };

/** A product's values in these columns; a field that the file lacks is absent. */
type OwnWords = Pick<Draft, "label" | "premium" | "createdAt"> & { attributes?: readonly DraftAttribute[] };

const attributeKey = /\(product\.metafields\.attributes\.([a-z0-9-]{1,64})\)$/i;

/** Finds the columns; -1 if the file lacks one. */
export function ownColumnsOf(headers: readonly string[]): OwnColumns {
  const folded = headers.map((header) => header.toLowerCase());
  const at = (key: string) => folded.findIndex((header) => header.endsWith(`(product.metafields.storefront.${key})`));
  const attributeColumns = headers.flatMap((header, place) => {
    const [key, slug] = attributeKey.exec(header) ?? [];
    const name = key && header.slice(0, -key.length).trim();
    return name && slug ? [{ at: place, header, slug: slug.toLowerCase(), name }] : [];
  });
  const among = attributeColumns.map(({ slug, name }) => ({ slug, name }));
  const attributes = attributeColumns.map(({ at, header, slug, name }) => ({ at, header, attribute: { slug, name, among } }));
  return { label: at("label"), premium: at("premium"), created: at("created"), attributes };
}

/** Indexes of those columns that the file has. */
export const ownPlaces = ({ label, premium, created, attributes }: OwnColumns): number[] =>
  [label, premium, created, ...attributes.map(({ at }) => at)].filter((at) => at >= 0);

/**
 * Reads those columns. Refuses with `invalid` an unknown label, flag, time or value; a blank cell
 * changes nothing.
 */
export function readOwn(row: SheetRow, { label, premium, created, attributes }: OwnColumns): Outcome<OwnWords> {
  const cell = (at: number) => (row.cells[at] ?? "").trim();
  const labelResult = readLabel(cell(label));
  if (!labelResult.ok) return labelResult;
  const flag = cell(premium).toLowerCase();
  if (!["", "true", "false"].includes(flag)) return refuse("invalid", `Premium “${truncated(flag)}” is neither true nor false`);
  const time = timeOf(cell(created));
  if (!time.ok) return time;
  const values = attributesOf(row, attributes);
  if (!values.ok) return values;
  const words: OwnWords = {
    ...(labelResult.value !== undefined && { label: labelResult.value }),
    ...(flag !== "" && { premium: flag === "true" }),
    ...(time.value !== undefined && { createdAt: time.value }),
    ...(attributes.length > 0 && { attributes: values.value }),
  };
  return { ok: true, value: words };
}

function readLabel(text: string): Outcome<Label | null | undefined> {
  const slug = text.toLowerCase();
  if (slug === "") return { ok: true, value: undefined };
  if (slug === "none") return { ok: true, value: null };
  return isLabel(slug)
    ? { ok: true, value: slug }
    : refuse("invalid", `Label “${truncated(text)}” is not one of the shop's labels: ${labels.join(", ")}`);
}

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
