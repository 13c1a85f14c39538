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
 * Reads a variant. Refuses with `invalid` and the cell's text; a blank compare-at price is none.
 */
export function readVariant(row: SheetRow, { columns, slug, optionNames, parsePrice }: Reader): Outcome<DraftVariant> {
  const price = priceOf(row, columns, "price", parsePrice);
  if (!price.ok) return price;
  const compareAt = columns.cell(row, "compareAt") === "" ? undefined : priceOf(row, columns, "compareAt", parsePrice);
  if (compareAt?.ok === false) return compareAt;
  const onHand = numberOf(row, columns, "quantity", /^-?\d{1,9}(?:\.0+)?$/, "a whole number");
  if (!onHand.ok) return onHand;
  const grams = gramsOf(row, columns);
  if (!grams.ok) return grams;
  const options = optionsOf(row, columns, optionNames);
  if (!options.ok) return options;
  const sku = columns.cell(row, "sku");
  const values = Object.values(options.value);
  const key = variantKey(sku, slug, values);
  if (key.length > longestKey) return refuse("invalid", `SKU or options are longer than ${longestKey} characters`);
  const variant: DraftVariant = {
    line: row.line,
    key,
    sku,
    name: values.join(" / "),
    options: options.value,
    price: price.value,
    // A compare-at price that is not higher is no discount.
    compareAt: compareAt && compareAt.value > price.value ? compareAt.value : undefined,
    onHand: onHand.value,
    grams: grams.value ?? 0,
    barcode: columns.cell(row, "barcode"),
    picture: columns.cell(row, "variantPicture"),
  };
  return { ok: true, value: variant };
}

function priceOf(row: SheetRow, columns: Columns, field: Field, parsePrice: Reader["parsePrice"]): Outcome<Cents> {
  const text = columns.cell(row, field);
  if (text === "") return refuse("invalid", `${columns.called(field)} is empty`);
  const price = parsePrice(text);
  if (price !== undefined) return { ok: true, value: price };
  return refuse("invalid", `${columns.called(field)} “${truncated(text)}” is not a price in dollars and cents, such as 12.50`);
}

/**
 * A number, undefined if the file does not say. Below 0, as Shopify writes oversold stock, it is 0.
 * A weight is rounded to the gram.
 */
function numberOf(row: SheetRow, columns: Columns, field: Field, shape: RegExp, label: string): Outcome<number | undefined> {
  const text = columns.cell(row, field);
  if (text === "") return { ok: true, value: undefined };
  if (!shape.test(text)) return refuse("invalid", `${columns.called(field)} “${truncated(text)}” is not ${label}`);
  return { ok: true, value: Math.max(0, Math.round(Number(text))) };
}

/** The weight in grams, from grams or from another unit, as Matrixify writes it. */
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
