import type { Cents } from "../../money.ts";
import { type AfterSale, takenApart, totalNow } from "../after-sale.ts";
import { unitsAsked } from "../return-requests.ts";

/** Describes a line's changes in words; undefined while nothing has changed. */
export function lineNote({ lines, returns, requests }: AfterSale, lineId: string): string | undefined {
  const progress = lines.find(({ line }) => line.id === lineId);
  if (!progress) return undefined;
  const { line, kept, unrefunded, awaited } = progress;
  const back = returns.reduce((sum, { line_id, quantity }) => (line_id === lineId ? sum + quantity : sum), 0) - awaited;
  const requestedUnits = unitsAsked(requests, lineId, "asked");
  const notes = [
    [line.quantity - kept, "taken out"],
    [requestedUnits, "requested to be returned"],
    [awaited - requestedUnits, "to be returned"],
    [back, "returned"],
    [kept - unrefunded.units, "refunded"],
  ] as const;
  const parts = notes.filter(([units]) => units > 0).map(([units, word]) => `${units} ${word}`);
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** Rows below an order's totals, in cents; undefined if nothing has changed since it was placed. */
export function laterTotals(total: Cents, afterSale: AfterSale) {
  const { takenOff, cheaper, discounts, refunded, onItsWay, refused } = afterSale;
  if (takenOff + cheaper.shipping + cheaper.tax + refunded + onItsWay + refused === 0) return undefined;
  const takenOut = takenApart(afterSale).takenOut.amount;
  const now = totalNow(total, afterSale);
  return { discounts, takenOut, cheaper, hasFallen: now < total, total: now, refunded, onItsWay, pending: refused };
}
