import type { PastSale } from "../catalog/popularity.ts";
import { dayOf, oneDay } from "../catalog/rules/days.ts";
import type { ProductPast } from "./read-products.ts";

/** Splits `total` into `parts` whole numbers that are as equal as possible. */
const shares = (total: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, at) => Math.floor((total * (at + 1)) / parts) - Math.floor((total * at) / parts));

/** The length of a product's past in days: at least one, at most `most`. */
const ageOf = ({ addedDaysAgo }: ProductPast, most: number): number => Math.max(1, Math.min(addedDaysAgo, most));

/**
 * A demo product's sales by week; the variants take turns. All units together are the number in the
 * demo data.
 */
export function pastSales(past: ProductPast, variantIds: readonly string[], now: number): PastSale[] {
  const days = ageOf(past, 84);
  const weeks = Math.ceil(days / 7);
  const sales = shares(past.units90, weeks).map((units, week) => ({
    variantId: variantIds[week % variantIds.length] ?? "",
    units,
    at: now - Math.round((oneDay * days * (week + 0.5)) / weeks),
  }));
  return sales.filter(({ units }) => units > 0);
}

/** A demo product's views by day. */
export function pastViews(productId: string, past: ProductPast, now: number) {
  const views = shares(past.views30, ageOf(past, 28)).map((views, ago) => ({ productId, day: dayOf(now) - ago, views }));
  return views.filter(({ views }) => views > 0);
}
