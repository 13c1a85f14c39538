import { allocate, type Cents } from "../../money.ts";
import type { Parts } from "./ledger.ts";

/** Units of an order's line with their money, in cents; `net` is after their discount. */
export type LineShare = { units: number; net: Cents; tax: Cents };

/** The rest of a line after parts of it were taken out or refunded. */
export const lineLeft = (line: LineShare, removed: readonly LineShare[]): LineShare =>
  removed.reduce((rest, { units, net, tax }) => ({ units: rest.units - units, net: rest.net - net, tax: rest.tax - tax }), line);

/**
 * The share of `units` in the money of `rest`, the part of a line that is left, by largest
 * remainder. The last units get all that is left, so that the shares add up to the line in whatever
 * order they are taken.
 */
export function shareOf(rest: LineShare, units: number): LineShare {
  const [net = 0] = allocate(rest.net, [units, rest.units - units]);
  const [tax = 0] = allocate(rest.tax, [units, rest.units - units]);
  return { units, net, tax };
}

/**
 * Divides a discount over lines by largest remainder; each share includes its part of the line's
 * tax. The discount may be at most the net of all lines.
 */
export function discountShares(lines: readonly LineShare[], discount: Cents): LineShare[] {
  const nets = allocate(
    discount,
    lines.map(({ net }) => net),
  );
  return lines.map((line, at) => {
    const net = nets[at] ?? 0;
    const [tax = 0] = allocate(line.tax, [net, line.net - net]);
    return { units: 0, net, tax };
  });
}

/** Limits a share's money to the order's remaining products and tax. */
export const withinParts = (share: LineShare, { products, tax }: Pick<Parts, "products" | "tax">): LineShare => ({
  ...share,
  net: Math.min(share.net, Math.max(0, products)),
  tax: Math.min(share.tax, Math.max(0, tax)),
});

/** The amounts by which an edit or a change of state lowered an order's total, in cents. */
type Reduction = { net: Cents; tax: Cents };

/** Changes of state as reductions of an order's total. */
export const reductionsOf = (readdresses: readonly { shipping: Cents; tax: Cents }[]): Reduction[] =>
  readdresses.map(({ shipping: net, tax }) => ({ net, tax }));

/** An order's total after its edits and changes of state. */
export const totalAfter = (total: Cents, reductions: readonly Reduction[]): Cents =>
  reductions.reduce((rest, { net, tax }) => rest - net - tax, total);
