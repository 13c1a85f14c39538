import type { Cents } from "../../money.ts";

/** How prices are changed together. A negative value lowers them. */
export type PriceChange = {
  by: "percent" | "amount";
  /** hundredths of a percent, or cents */
  value: number;
  /** what becomes of the compare-at price: today's price is `shown` as it where the new one is lower */
  compareAt: "kept" | "shown" | "removed";
};

type Priced = { price: Cents; compareAt: Cents | null };

/** The price after a change, rounded half up to whole cents; below 0 where the amount is more than the price. */
export const changedPrice = (price: Cents, { by, value }: Pick<PriceChange, "by" | "value">): Cents =>
  by === "amount" ? price + value : Math.floor((price * (10_000 + value) + 5_000) / 10_000);

/** A variant's prices after a change. Shown as the former price is the higher of today's and the one shown so far. */
export function changedPrices({ price, compareAt }: Priced, change: PriceChange): Priced {
  const next = changedPrice(price, change);
  if (change.compareAt === "removed") return { price: next, compareAt: null };
  if (change.compareAt === "kept" || next >= price) return { price: next, compareAt };
  return { price: next, compareAt: Math.max(price, compareAt ?? 0) };
}
