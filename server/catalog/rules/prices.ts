import type { Cents } from "../../money.ts";

/** Whole percent saved against the former price, rounded down; 0 is never shown. */
export function discountPercent(price: Cents, compareAt: Cents | undefined): number {
  if (compareAt === undefined || compareAt <= price) return 0;
  return Math.floor(((compareAt - price) * 100) / compareAt);
}

type PricePair = { price: Cents; compareAt: Cents | undefined };

/** The smallest discount of all variants, which a card may show. */
export const leastDiscount = (variants: readonly PricePair[]): number =>
  variants.length === 0 ? 0 : Math.min(...variants.map(({ price, compareAt }) => discountPercent(price, compareAt)));

/** Lowest and highest price; 0 and 0 without any. */
export const priceSpan = (prices: readonly Cents[]): { start: Cents; stop: Cents } =>
  prices.length === 0 ? { start: 0, stop: 0 } : { start: Math.min(...prices), stop: Math.max(...prices) };
