import type { Cents } from "../../money.ts";
import { capturedAmount, type LedgerEntry, receivable, refundedAmount } from "./ledger.ts";

/** The sums of an order by its ledger, in cents. Amounts that went back are negative. */
export type OrderSums = {
  /** as sold, before the discount */
  sold: Cents;
  /** a positive number */
  discount: Cents;
  /** products after their discount, returned by edits, refunds and the cancelation */
  back: Cents;
  shippingCharged: Cents;
  shippingBack: Cents;
  taxCharged: Cents;
  taxBack: Cents;
  /** the money that came in, and the money that went back as a positive number */
  paid: Cents;
  refunded: Cents;
  /** what the customer still owes; negative if too much was paid */
  owed: Cents;
};

const soldEvent = "placed";

/** The sums of an order by the definitions of the sales report. */
export function orderSums(ledger: readonly LedgerEntry[]): OrderSums {
  const sum = (isSale: boolean, ...accounts: LedgerEntry["account"][]): Cents =>
    ledger.reduce(
      (all, { event, account, amount }) => ((event === soldEvent) === isSale && accounts.includes(account) ? all - amount : all),
      0,
    );
  return {
    sold: sum(true, "revenue"),
    discount: 0 - sum(true, "discount"),
    back: sum(false, "revenue", "discount"),
    shippingCharged: sum(true, "shipping"),
    shippingBack: sum(false, "shipping"),
    taxCharged: sum(true, "tax"),
    taxBack: sum(false, "tax"),
    paid: capturedAmount(ledger),
    refunded: refundedAmount(ledger),
    owed: receivable(ledger),
  };
}

/** Units of an order's line that were taken back, with their money as negative numbers. */
export type LineBack = { units: number; net: Cents; tax: Cents };

type LineValues = { quantity: number; net: Cents; tax: Cents };

/**
 * The part of a line that went back: `removed` by edits and refunds, and of a canceled order all
 * the rest.
 */
export function lineBack(line: LineValues, removed: readonly LineValues[], isCanceled: boolean): LineBack {
  const parts = isCanceled ? [line] : removed;
  const sum = (column: keyof LineValues) => parts.reduce((all, part) => all - part[column], 0);
  return { units: sum("quantity"), net: sum("net"), tax: sum("tax") };
}
