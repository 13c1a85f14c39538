import { allocate, type Cents } from "../../money.ts";
import type { Parts } from "./ledger.ts";

/** Units of an order's line with their money, in cents; `net` is after their discount. */
export type LineShare = { units: number; net: Cents; tax: Cents };

/** What is left of a line once parts of it were taken out or refunded. */
export const lineLeft = (line: LineShare, taken: readonly LineShare[]): LineShare =>
  taken.reduce((left, { units, net, tax }) => ({ units: left.units - units, net: left.net - net, tax: left.tax - tax }), line);

/**
 * The share of so many of the units that are left, by largest remainder: the last units take the
 * rest, so that all shares together are the line, in whatever order they are taken.
 */
export function shareOf(left: LineShare, units: number): LineShare {
  const [net = 0] = allocate(left.net, [units, left.units - units]);
  const [tax = 0] = allocate(left.tax, [units, left.units - units]);
  return { units, net, tax };
}

/** A share whose money is no more than is left of the order's products and tax. */
export const withinParts = (share: LineShare, { products, tax }: Pick<Parts, "products" | "tax">): LineShare => ({
  ...share,
  net: Math.min(share.net, Math.max(0, products)),
  tax: Math.min(share.tax, Math.max(0, tax)),
});

/** An order's total once units were taken out of it. */
export const totalAfter = (total: Cents, edits: readonly { net: Cents; tax: Cents }[]): Cents =>
  edits.reduce((left, { net, tax }) => left - net - tax, total);
