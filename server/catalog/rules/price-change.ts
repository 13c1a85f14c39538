import type { Cents } from "../../money.ts";

/** A change of several prices. A negative value lowers them. */
export type PriceChange = {
  by: "percent" | "amount";
  /** hundredths of a percent, or cents */
  value: number;
  /**
   * the new compare-at price; `shown`: show today's price as former price if the new price is lower
   */
  compareAt: "kept" | "shown" | "removed";
};

type PricePair = { price: Cents; compareAt: Cents | null };

/**
 * The price after a change, rounded half up to whole cents; below 0 if the amount exceeds the
 * price.
 */
export const changedPrice = (price: Cents, { by, value }: Pick<PriceChange, "by" | "value">): Cents =>
  by === "amount" ? price + value : Math.floor((price * (10_000 + value) + 5_000) / 10_000);

/**
 * A variant's prices after a change. If `compareAt` is `shown` and the new price is lower than the
 * price before, the new compare-at price is the higher one of the price and the compare-at price
 * before the change.
 */
export function changedPrices({ price, compareAt }: PricePair, change: PriceChange): PricePair {
  const next = changedPrice(price, change);
  if (change.compareAt === "removed") return { price: next, compareAt: null };
  if (change.compareAt === "kept" || next >= price) return { price: next, compareAt };
  return { price: next, compareAt: Math.max(price, compareAt ?? 0) };
}
