import type { Cents } from "../../../money.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import { cell } from "./columns.ts";
import { type DraftVariant, variantKey } from "./draft.ts";
import type { SheetRow } from "./rows.ts";

/** Cents of a text in dollars, undefined when it is none. */
export type ParsePrice = (text: string) => Cents | undefined;

/** Longer ones do not fit the database's index of keys. */
const longestKey = 600;

export function readVariant(
  handle: string,
  row: SheetRow,
  optionNames: readonly string[],
  parsePrice: ParsePrice,
): Outcome<DraftVariant> {
  const price = priceOf(row, "Variant Price", parsePrice);
  if (!price.ok) return price;
  const compareAt =
    cell(row, "Variant Compare At Price") === "" ? undefined : priceOf(row, "Variant Compare At Price", parsePrice);
  if (compareAt?.ok === false) return compareAt;
  const onHand = wholeNumber(row, "Variant Inventory Qty");
  if (!onHand.ok) return onHand;
  const grams = wholeNumber(row, "Variant Grams");
  if (!grams.ok) return grams;
  const options = optionsOf(row, optionNames);
  if (!options.ok) return options;
  const sku = cell(row, "Variant SKU");
  const values = Object.values(options.value);
  const key = variantKey(sku, handle, values);
  if (key.length > longestKey) return refuse(`SKU or options are longer than ${longestKey} characters`);
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
    barcode: cell(row, "Variant Barcode"),
    picture: cell(row, "Variant Image"),
  };
  return { ok: true, value: variant };
}

function priceOf(row: SheetRow, column: string, parsePrice: ParsePrice): Outcome<Cents> {
  const text = cell(row, column);
  if (text === "") return refuse(`${column} is empty`);
  const price = parsePrice(text);
  return price === undefined ? refuse(`${column} “${text}” is not a price in dollars and cents`) : { ok: true, value: price };
}

/** Undefined where the file does not say; below 0, as Shopify has oversold stock, is 0. */
function wholeNumber(row: SheetRow, column: string): Outcome<number | undefined> {
  const text = cell(row, column);
  if (text === "") return { ok: true, value: undefined };
  if (!/^-?\d{1,9}(?:\.0+)?$/.test(text)) return refuse(`${column} “${text}” is not a whole number`);
  return { ok: true, value: Math.max(0, Number(text)) };
}

/** Shopify writes `Title` / `Default Title` for goods without options. */
function optionsOf(row: SheetRow, names: readonly string[]): Outcome<Record<string, string>> {
  const options: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const value = cell(row, `Option${index + 1} Value`);
    if (name === "" && value !== "")
      return refuse(`Option${index + 1} Value “${value}” has no Option${index + 1} Name in the first row of its handle`);
    if (name === "" || (name === "Title" && value === "Default Title")) continue;
    if (value === "") return refuse(`Option${index + 1} Value is empty, “${name}” needs one`);
    options.push([name, value]);
  }
  return { ok: true, value: Object.fromEntries(options) };
}
