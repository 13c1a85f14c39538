import type { Cents } from "../../money.ts";
import { partOf } from "./part-of.ts";

/** For `buy` units at full price, `get` more units at `percent` off. */
export type BuyGet = { buy: number; get: number; percent: number };

type Units = { unitPrice: Cents; quantity: number };

/**
 * The discount of a promo of the kind `buy_get`. For each whole group of `buy` plus `get` units,
 * `get` units are discounted. The cheapest of all units get the discount. The percentage of their
 * total price is rounded half up only once, so that the order of the lines does not matter.
 */
export function buyGetDiscount(units: readonly Units[], { buy, get, percent }: BuyGet): Cents {
  const count = units.reduce((all, { quantity }) => all + quantity, 0);
  let discountedUnits = Math.floor(count / (buy + get)) * get;
  let value = 0;
  for (const { unitPrice, quantity } of units.toSorted((one, other) => one.unitPrice - other.unitPrice)) {
    const reduced = Math.min(discountedUnits, quantity);
    value += unitPrice * reduced;
    discountedUnits -= reduced;
  }
  return partOf(value, percent, 100);
}
