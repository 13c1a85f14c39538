import { type Outcome, refuse } from "../../../outcome.ts";
import type { Draft } from "../draft.ts";
import type { BadRow, ProductOptions, ProductReading } from "../format.ts";
import { attributesOf } from "./attributes.ts";
import type { Column, Columns } from "./columns.ts";
import { kindOf } from "./kind.ts";
import { type Offering, offeringOf } from "./offering.ts";
import { picturesOf } from "./pictures.ts";
import { isSwitchedOff, readPublished } from "./published.ts";
import type { Remarks } from "./remarks.ts";
import type { WooRow } from "./row.ts";
import { classificationOf } from "./sorting.ts";
import { descriptionOf, listOf, titleOf } from "./text.ts";
import { sharedTermsOf } from "./variant-terms.ts";
import { variantsOf } from "./variants.ts";

/** A product's own row, and its variations' rows. */
type Family = { slug: string; product: WooRow; variations: readonly WooRow[] };

/** Reads the product of these rows, or returns all reasons for leaving it out. */
export function readProduct(
  { slug, product, variations }: Family,
  columns: Columns,
  options: ProductOptions,
  remarks: Remarks,
): Omit<ProductReading, "slug"> {
  const faults: BadRow[] = [];
  const noted = <Value>(outcome: Outcome<Value>, { line }: WooRow = product): Value | undefined => {
    if (outcome.ok) return outcome.value;
    faults.push({ line, reason: outcome.error });
    return undefined;
  };
  const kind = noted(kindOf(product.cell("Type")));
  for (const row of variations) if (!isSwitchedOff(row)) noted(kindOf(row.cell("Type")), row);
  if (kind === undefined || faults.length > 0) return { faults };

  const attributes = attributesOf(product);
  const offering = offeringOf(kind, product, variations, attributes);
  const name = noted(nameOf(product));
  const published = noted(readPublished(product, columns, remarks));
  const classified = classificationOf(product, { attributes, ...offering }, options, remarks);
  const sorted = noted(classified);
  const common = noted(sharedTermsOf(kind, product, columns));
  const { variants, faults: ofVariants } = variantsOf(
    { slug, line: product.line, ...offering, ...common },
    columns,
    options,
    remarks,
  );
  faults.push(...offering.faults, ...ofVariants);
  if (name === undefined || published === undefined || !sorted || faults.length > 0)
    return { faults, ...(!classified.ok && classified.missing !== undefined && { missingCategory: classified.missing }) };

  remark(product, variations, offering, remarks);
  const { html: description, shortcodes } = descriptionOf(product.cell("Short description"), product.cell("Description"));
  if (shortcodes.length > 0) remarks.add("shortcodes", product.line, shortcodes);
  const pictures = picturesOf(name, [product, ...offering.rows], variants);
  const has = (...names: Column[]) => names.some((each) => columns.at.has(each));
  const draft: Draft = {
    line: product.line,
    slug,
    name,
    brand: has("Brands") ? (brandsOf(product)[0] ?? "") : undefined,
    description: has("Short description", "Description") ? description : undefined,
    published,
    ...sorted,
    variants,
    pictures,
  };
  return { draft, faults };
}

function nameOf(row: WooRow): Outcome<string> {
  const name = titleOf(row.cell("Name"));
  if (name === "") return refuse("invalid", "Name is empty");
  return name.length > 255 ? refuse("invalid", "Name is longer than 255 characters") : { ok: true, value: name };
}

/** The brands of a row. Brands may be paths like categories; only the last part counts. */
const brandsOf = (row: WooRow): string[] => listOf(row.cell("Brands")).map((path) => path.split(">").at(-1)?.trim() ?? "");

function remark(product: WooRow, variations: readonly WooRow[], { rows }: Offering, remarks: Remarks): void {
  if (brandsOf(product).length > 1) remarks.add("brands", product.line);
  for (const row of variations) if (!rows.includes(row)) remarks.add("off", row.line);
  for (const { cell, line } of rows) if (cell("Short description") + cell("Description") !== "") remarks.add("described", line);
}
