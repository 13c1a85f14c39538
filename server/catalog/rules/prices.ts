import type { Cents } from "../../money.ts";

/** The discount from the former price in whole percent, rounded down. Pages never show 0. */
export function discountPercent(price: Cents, compareAt: Cents | undefined): number {
  if (compareAt === undefined || compareAt <= price) return 0;
  return Math.floor(((compareAt - price) * 100) / compareAt);
}

type PricePair = { price: Cents; compareAt: Cents | undefined };

/** The smallest discount of all variants, which a card may show. */
export const leastDiscount = (variants: readonly PricePair[]): number =>
  variants.length === 0 ? 0 : Math.min(...variants.map(({ price, compareAt }) => discountPercent(price, compareAt)));

/** The lowest and the highest price; both 0 without prices. */
export const priceSpan = (prices: readonly Cents[]): { start: Cents; stop: Cents } =>
  prices.length === 0 ? { start: 0, stop: 0 } : { start: Math.min(...prices), stop: Math.max(...prices) };
