import { cleanDescription } from "../../catalog/description.ts";
import { htmlOfText, isTextOf, textOfHtml } from "../../catalog/rules/description-text.ts";
import { htmlDepth, mostHtmlDepth } from "../../catalog/rules/html-depth.ts";
import { isLabel } from "../../catalog/rules/labels.ts";
import { longestDescription } from "../../catalog/rules/product-faults.ts";
import type { ProductFields, VariantFields } from "../../catalog/rules/product-fields.ts";
import { slugOf } from "../../catalog/rules/slug.ts";
import { countedUnits } from "../../catalog/rules/stock-reasons.ts";
import { mapVariant } from "../../catalog/rules/variant-fields.ts";
import { newShortId } from "../../ids.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { parseValues, typedValue } from "./rules/typed-variant.ts";
import { type GridRow, isBlank, mostOptions, pastedRows, withPasted } from "./rules/variant-grid.ts";
import type { OpeningStock } from "./stock-actions.ts";

/** The typed form of a product. */
export type ProductForm = {
  name: string;
  slug: string;
  category: string;
  brand: string;
  description: string;
  label: string;
  isPremium: boolean;
  isPublished: boolean;
  /** one attribute on each line */
  attributes: string;
  optionNames: readonly string[];
  rows: readonly GridRow[];
  /** cells of a spreadsheet */
  pasted: string;
  /** the column of the grid at which they begin, if they were pasted into it */
  pastedFrom?: number | undefined;
};

type TypedForm = Readonly<Record<string, unknown>>;

const longestText = 200_000;
const mostRows = 400;

/** Keeps control characters, which the line's rule refuses. */
const trimmed = (value: unknown): string => readText(value).slice(0, 1000).trim();

function rowIn(typed: TypedForm, at: number): GridRow & { order: number } {
  const cell = (column: string) => trimmed(typed[`v${at}-${column}`]);
  const id = cell("id");
  const order = Number(cell("order"));
  return {
    id: /^[\w-]{1,64}$/.test(id) ? id : newShortId(),
    isActive: cell("active") === "1",
    options: Array.from({ length: mostOptions }, (_, option) => cell(`o${option}`)),
    ...mapVariant(cell),
    stock: cell("stock"),
    order: Number.isFinite(order) && cell("order") !== "" ? order : at + 1,
  };
}

/** The values of a form's fields; rows are in the typed order, and blank ones are left out. */
export function productForm(typed: TypedForm): ProductForm {
  const places = Object.keys(typed)
    .flatMap((name) => /^v(\d{1,3})-id$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    .slice(0, mostRows);
  const rows = places
    .map((at) => rowIn(typed, at))
    .filter((row) => !isBlank(row))
    .sort((one, other) => one.order - other.order)
    .map(({ order: _, ...row }) => row);
  return {
    name: trimmed(typed.name),
    slug: trimmed(typed.slug),
    category: trimmed(typed.category),
    brand: trimmed(typed.brand),
    description: readText(typed.description).slice(0, longestText),
    label: trimmed(typed.label),
    isPremium: typed.premium === "1",
    isPublished: typed.published === "1",
    attributes: readText(typed.attributes).slice(0, 60_000),
    optionNames: Array.from({ length: mostOptions }, (_, option) => trimmed(typed[`option${option}`])),
    rows,
    pasted: readText(typed.pasted).slice(0, longestText),
    pastedFrom: /^\d$/.test(trimmed(typed.pastedFrom)) ? Number(typed.pastedFrom) : undefined,
  };
}

const headMissing = "Copy the rows with their head, or name the options first: the columns can’t be told without.";

/** The form with the pasted cells in its grid; `leftOut`: the pasted columns that are not used. */
export function fillPasted(form: ProductForm): Outcome<{ form: ProductForm; leftOut: readonly string[] }> {
  const optionCount = form.optionNames.filter((name) => name !== "").length;
  const pasted = pastedRows(form.pasted, { optionCount, from: form.pastedFrom });
  if (!pasted) return invalidFields([{ field: "pasted", message: headMissing }]);
  const names = pasted.options;
  const filled = {
    ...form,
    pasted: "",
    optionNames: names?.length ? Array.from({ length: mostOptions }, (_, at) => names[at] ?? "") : form.optionNames,
    rows: withPasted(form.rows, pasted, newShortId),
  };
  return ok({ form: filled, leftOut: pasted.leftOut });
}

const rowOf =
  (names: readonly string[], isActive: boolean) =>
  (variant: VariantFields): GridRow => ({
    id: variant.id,
    isActive,
    options: names.map((name) => variant.options[name] ?? ""),
    ...mapVariant((name) => typedValue(name, variant[name])),
  });

/** The form of a saved product; `inactive` are variants that are no longer sold. */
export function savedForm(fields: ProductFields, inactive: readonly VariantFields[]): ProductForm {
  const own = Object.keys(fields.variants[0]?.options ?? {});
  const names = Array.from({ length: mostOptions }, (_, at) => own[at] ?? "");
  return {
    ...{ name: fields.name, slug: fields.slug, category: fields.category, brand: fields.brand },
    ...{ description: textOfHtml(fields.description), label: fields.label ?? "" },
    ...{ isPremium: fields.premium, isPublished: fields.published },
    attributes: fields.attributes.join("\n"),
    optionNames: names,
    rows: [...fields.variants.map(rowOf(names, true)), ...inactive.map(rowOf(names, false))],
    pasted: "",
  };
}

const nameOfRow = ({ sku }: GridRow, at: number): string => (sku === "" ? `Row ${at + 1}` : sku);

/** The first units of a new product's variants; refuses invalid numbers, by field. */
export function openingStockOf({ rows }: ProductForm): Outcome<OpeningStock[]> {
  const opening: OpeningStock[] = [];
  for (const [at, row] of rows.filter(({ isActive }) => isActive).entries()) {
    if (!row.stock) continue;
    const units = countedUnits(row.stock);
    if (!units.ok)
      return invalidFields([
        { field: "variants", message: `${nameOfRow(row, at)}: enter the stock as a whole number, such as 12.` },
      ]);
    if (units.value > 0) opening.push({ variantId: row.id, units: units.value });
  }
  return ok(opening);
}

/** The variant of a row, or why the row is invalid. */
function variantOf(row: GridRow, names: readonly string[], at: number): VariantFields | string {
  const where = nameOfRow(row, at);
  const values = parseValues(row);
  const options = names.flatMap((name, option) => (name === "" ? [] : [[name, row.options[option] ?? ""] as const]));
  const unnamed = row.options.findIndex((value, option) => value !== "" && (names[option] ?? "") === "");
  if (!values.ok) return `${where}: ${values.error}`;
  if (unnamed >= 0) return `Name option ${unnamed + 1}, such as Size.`;
  if (options.some(([, value]) => value === "")) return `${where}: fill in ${options.find(([, value]) => value === "")?.[0]}.`;
  return { ...values.value, id: row.id, options: Object.fromEntries(options) };
}

/**
 * A product's fields from its form; refuses invalid values, by field. A description that came back
 * as it was shown stays unchanged.
 */
export function fieldsOf(form: ProductForm, saved?: Pick<ProductFields, "description">): Outcome<ProductFields> {
  const errors: FieldError[] = [];
  const names = form.optionNames;
  const given = names.filter((name) => name !== "");
  if (new Set(given).size < given.length) errors.push({ field: "variants", message: "Two options have the same name." });
  const variants = form.rows.filter(({ isActive }) => isActive).map((row, at) => variantOf(row, names, at));
  const fault = variants.find((variant) => typeof variant === "string");
  if (fault !== undefined) errors.push({ field: "variants", message: fault });
  if (form.description.length > longestDescription)
    errors.push({ field: "description", message: `Up to ${longestDescription} characters fit.` });
  else if (htmlDepth(form.description) > mostHtmlDepth)
    errors.push({ field: "description", message: "Its tags are nested too deep: paste it without formatting." });
  if (form.category === "") errors.push({ field: "category", message: "Choose a category." });
  if (errors.length > 0) return invalidFields(errors);
  const attributes = form.attributes.split(/\r?\n/).map((line) => line.trim());
  return ok({
    ...{ name: form.name, category: form.category, brand: form.brand },
    slug: form.slug === "" ? slugOf(form.name) : form.slug,
    description:
      saved && isTextOf(form.description, saved.description) ? saved.description : cleanDescription(htmlOfText(form.description)),
    label: isLabel(form.label) ? form.label : null,
    ...{ premium: form.isPremium, published: form.isPublished },
    attributes: [...new Set(attributes.filter((line) => line !== ""))],
    variants: variants.filter((variant) => typeof variant !== "string"),
  });
}
