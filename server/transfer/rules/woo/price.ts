import type { Cents } from "../../../money.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import type { ProductOptions } from "../format.ts";
import { truncated } from "../truncated.ts";
import type { Column } from "./columns.ts";
import type { WooRow } from "./row.ts";

/** `dated`: the sale price applies only on certain days. */
export type Price = { price: Cents; compareAt: Cents | null; dated: boolean };

type ParsePrice = ProductOptions["parsePrice"];

/**
 * The price of a row: the sale price if it is lower and has no dates, else the regular price. Dates
 * are not checked, since code in `rules/` does not read the clock.
 */
export function priceOf(row: WooRow, parsePrice: ParsePrice): Outcome<Price> {
  const regular = centsOf(row, "Regular price", parsePrice);
  if (!regular.ok) return regular;
  if (regular.value === undefined) return refuse("invalid", "Regular price is empty");
  const sale = centsOf(row, "Sale price", parsePrice);
  if (!sale.ok) return sale;
  const dated = sale.value !== undefined && row.cell("Date sale price starts") + row.cell("Date sale price ends") !== "";
  if (sale.value === undefined || dated || sale.value >= regular.value)
    return { ok: true, value: { price: regular.value, compareAt: null, dated } };
  return { ok: true, value: { price: sale.value, compareAt: regular.value, dated } };
}

function centsOf(row: WooRow, column: Column, parsePrice: ParsePrice): Outcome<Cents | undefined> {
  const text = row.cell(column);
  if (text === "") return { ok: true, value: undefined };
  // A comma before three digits can be a decimal comma or, in an edited file, a thousands
  // separator.
  if (/^\D?\d{1,3},\d{3}$/.test(text))
    return refuse("invalid", `${column} “${truncated(text)}” is ambiguous: use a decimal point, or remove the comma`);
  const price = parsePrice(text) ?? parsePrice(/^\d+,\d+$/.test(text) ? text.replace(",", ".") : "");
  return price === undefined
    ? refuse("invalid", `${column} “${truncated(text)}” is not a price in dollars and cents, such as 12.50`)
    : { ok: true, value: price };
}
