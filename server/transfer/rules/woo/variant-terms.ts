import type { Outcome } from "../../../outcome.ts";
import type { ProductOptions } from "../format.ts";
import { gramsOf } from "../weight.ts";
import type { Columns } from "./columns.ts";
import type { Kind } from "./kind.ts";
import { type Price, priceOf } from "./price.ts";
import type { WooRow } from "./row.ts";
import { type Stock, stockOf } from "./stock.ts";

/**
 * The terms of the variants that a row stands for. `grams` is undefined if the product's weight
 * applies.
 */
export type VariantTerms = { price: Price; stock: Stock; grams: number | undefined };

/** Reads a row's terms. Refuses with `invalid` an unreadable price, stock or weight. */
export function variantTermsOf(row: WooRow, columns: Columns, parsePrice: ProductOptions["parsePrice"]): Outcome<VariantTerms> {
  const price = priceOf(row, parsePrice);
  if (!price.ok) return price;
  const stock = stockOf(row);
  if (!stock.ok) return stock;
  const grams = weightOf(row, columns);
  return grams.ok ? { ok: true, value: { price: price.value, stock: stock.value, grams: grams.value } } : grams;
}

function weightOf(row: WooRow, { weight }: Columns): Outcome<number | undefined> {
  const text = row.weight();
  return text === "" || !weight ? { ok: true, value: undefined } : gramsOf(text, weight.unit);
}

/** Values of the product, for variations that have none of their own. */
export type Common = { stock?: number | undefined; grams?: number | undefined };

/**
 * Reads the product's shared values; a simple product has none. Refuses unreadable values with
 * `invalid`.
 */
export function sharedTermsOf(kind: Kind, product: WooRow, columns: Columns): Outcome<Common> {
  if (kind === "simple") return { ok: true, value: {} };
  const grams = weightOf(product, columns);
  if (!grams.ok) return grams;
  const stock = stockOf(product);
  if (!stock.ok) return stock;
  const { units } = stock.value;
  const hasStock = product.cell("Stock") !== "" && typeof units === "number";
  return { ok: true, value: { stock: hasStock ? units : undefined, grams: grams.value } };
}
