import type { ChosenUnits } from "./line-progress.ts";
import { partsOfLines } from "./refund.ts";
import type { RefundedLine } from "./request-refund.ts";
import type { Parts } from "./rules/ledger.ts";
import { shareOf } from "./rules/line-shares.ts";

/**
 * The refund for returned units: the units' price and tax without shipping, at most `refundable`.
 * Units that were refunded before their return are not refunded again.
 */
export function refundOfUnits(chosen: readonly ChosenUnits[], refundable: Parts): { lines: RefundedLine[]; parts: Parts } {
  const lines = chosen
    .map(({ progress, units }) => ({
      lineId: progress.line.id,
      ...shareOf(progress.unrefunded, Math.min(units, progress.unrefunded.units)),
    }))
    .filter(({ units }) => units > 0);
  return { lines, parts: capParts(partsOfLines(lines), refundable) };
}

const capParts = (parts: Parts, refundable: Parts): Parts => ({
  ...parts,
  products: Math.min(parts.products, Math.max(0, refundable.products)),
  tax: Math.min(parts.tax, Math.max(0, refundable.tax)),
});
