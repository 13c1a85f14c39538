import type { Cents } from "../../money.ts";
import { partOf } from "./part-of.ts";

/** For `buy` units at full price, `get` more units at `percent` off. */
export type BuyGet = { buy: number; get: number; percent: number };

type Units = { unitPrice: Cents; quantity: number };

/**
 * The discount on the cheapest units: `get` units for each whole group of `buy` and `get`. Their
 * percentage is rounded half up once, so that the order of the lines does not matter.
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
