import {
  type VariantFieldName,
  type VariantValue,
  variantFieldNames,
  variantFields,
} from "../../../catalog/rules/variant-fields.ts";
import { longestKey, variantKey } from "../../../catalog/rules/variant-key.ts";
import type { Cents } from "../../../money.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import type { DraftVariant } from "../draft.ts";
import type { ProductOptions, SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import { gramsOf as unitGrams, unitOf } from "../weight.ts";
import type { Columns, Field } from "./columns.ts";

type Reader = { columns: Columns; slug: string; optionNames: readonly string[]; parsePrice: ProductOptions["parsePrice"] };

/**
 * Reads a variant. A refusal, with `invalid`, quotes the cell. A blank compare-at price means no
 * former price.
 */
export function readVariant(row: SheetRow, { columns, slug, optionNames, parsePrice }: Reader): Outcome<DraftVariant> {
  const values = valuesOf(row, columns, parsePrice);
  if (!values.ok) return values;
  const onHand = numberOf(row, columns, "quantity", /^-?\d{1,9}(?:\.0+)?$/, "a whole number");
  if (!onHand.ok) return onHand;
  const grams = gramsOf(row, columns);
  if (!grams.ok) return grams;
  const cost = costOf(row, columns, parsePrice);
  if (!cost.ok) return cost;
  const options = optionsOf(row, columns, optionNames);
  if (!options.ok) return options;
  const { price, compareAt, sku } = values.value;
  const choice = Object.values(options.value);
  const key = variantKey(sku ?? "", slug, choice);
  if (key.length > longestKey) return refuse("invalid", `SKU or options are longer than ${longestKey} characters`);
  const variant: DraftVariant = {
    ...values.value,
    line: row.line,
    key,
    name: choice.join(" / "),
    options: options.value,
    // A compare-at price that is not higher than the price is no discount.
    compareAt: typeof compareAt === "number" && compareAt <= price ? null : compareAt,
    onHand: onHand.value,
    grams: columns.has("grams") || columns.has("weight") ? (grams.value ?? 0) : undefined,
    picture: columns.cell(row, "variantPicture"),
    ...(cost.value !== undefined && { cost: cost.value }),
  };
  return { ok: true, value: variant };
}

type Values = Pick<DraftVariant, VariantFieldName>;

/** Reads the values of the columns that the file has, except the weight (`gramsOf`). */
function valuesOf(row: SheetRow, columns: Columns, parsePrice: Reader["parsePrice"]): Outcome<Values> {
  const values: Partial<Record<VariantFieldName, VariantValue>> = {};
  for (const name of variantFieldNames) {
    const { kind, required } = variantFields[name];
    if (kind === "grams" || !(columns.has(name) || required)) continue;
    const text = columns.cell(row, name);
    if (kind === "code") values[name] = text;
    else if (text === "" && !required) values[name] = null;
    else if (kind === "units") {
      const units = numberOf(row, columns, name, /^\d{1,9}$/, "a whole number");
      if (!units.ok) return units;
      values[name] = units.value ?? null;
    } else {
      const cents = priceOf(row, columns, name, parsePrice);
      if (!cents.ok) return cents;
      values[name] = cents.value;
    }
  }
  return { ok: true, value: values as Values };
}

function priceOf(row: SheetRow, columns: Columns, field: Field, parsePrice: Reader["parsePrice"]): Outcome<Cents> {
  const text = columns.cell(row, field);
  if (text === "") return refuse("invalid", `${columns.called(field)} is empty`);
  const price = parsePrice(text);
  if (price !== undefined) return { ok: true, value: price };
  return refuse("invalid", `${columns.called(field)} “${truncated(text)}” is not a price in dollars and cents, such as 12.50`);
}

/**
 * The cost of a variant; undefined for an empty cell. The refusal doesn't quote the cell, since
 * people who may not see costs may read it.
 */
function costOf(row: SheetRow, columns: Columns, parsePrice: Reader["parsePrice"]): Outcome<Cents | undefined> {
  const text = columns.cell(row, "cost");
  const cost = text === "" ? undefined : parsePrice(text);
  if (text === "" || cost !== undefined) return { ok: true, value: cost };
  return refuse("invalid", `${columns.called("cost")} is not a cost in dollars and cents, such as 6.40`);
}

/**
 * A whole number; undefined for an empty cell. A number below 0, which Shopify writes for oversold
 * stock, becomes 0. Other numbers are rounded.
 */
function numberOf(row: SheetRow, columns: Columns, field: Field, shape: RegExp, label: string): Outcome<number | undefined> {
  const text = columns.cell(row, field);
  if (text === "") return { ok: true, value: undefined };
  if (!shape.test(text)) return refuse("invalid", `${columns.called(field)} “${truncated(text)}” is not ${label}`);
  return { ok: true, value: Math.max(0, Math.round(Number(text))) };
}

/**
 * The weight in grams, from the column of grams, else from Matrixify's columns of weight and unit.
 */
function gramsOf(row: SheetRow, columns: Columns): Outcome<number | undefined> {
  const grams = numberOf(row, columns, "grams", /^-?\d{1,9}(?:\.\d+)?$/, "a number");
  const weight = columns.cell(row, "weight");
  if (!grams.ok || grams.value !== undefined || weight === "") return grams;
  const name = columns.cell(row, "weightUnit").toLowerCase() || "g";
  const unit = unitOf(name);
  if (unit) return unitGrams(weight, unit);
  return refuse("invalid", `${columns.called("weightUnit")} “${truncated(name)}” is not g, kg, oz, or lb`);
}

const optionValues = ["option1Value", "option2Value", "option3Value"] as const;

/** The options of a row. Shopify writes `Title` / `Default Title` for products without options. */
function optionsOf(row: SheetRow, columns: Columns, names: readonly string[]): Outcome<Record<string, string>> {
  const options = new Map<string, string>();
  for (const [index, field] of optionValues.entries()) {
    const name = names[index] ?? "";
    const value = columns.cell(row, field);
    if (name === "" && value !== "")
      return refuse("invalid", `${columns.called(field)} “${truncated(value)}” has no name: ${nameless(index)}`);
    if (name === "" || (name === "Title" && value === "Default Title")) continue;
    if (value === "") return refuse("invalid", `${columns.called(field)} is empty, but “${truncated(name)}” needs one`);
    if (options.has(name)) return refuse("invalid", `two options are named “${truncated(name)}”`);
    options.set(name, value);
  }
  return { ok: true, value: Object.fromEntries(options) };
}

const nameless = (index: number) => `Option${index + 1} Name is empty in the first row of its handle`;
