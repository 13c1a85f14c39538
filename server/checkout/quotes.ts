import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import type { Cents } from "../money.ts";
import type { CheckoutRow } from "./find.ts";
import { findQuote, insertQuote, type Quote } from "./queries/quotes.ts";
import type { PricedCheckout } from "./totals.ts";

/**
 * Names the total that a shopper is about to see, and remembers it as the last one shown. The same
 * total as before keeps its name, so that looking at a page changes nothing. The caller has locked
 * the checkout, and it is not completed.
 */
export async function showQuote(tx: Tx, checkout: CheckoutRow, priced: PricedCheckout, now: number): Promise<Quote> {
  const last = checkout.quoteId === undefined ? undefined : await findQuote(tx, checkout.id, checkout.quoteId);
  if (last?.total === priced.total) return last;
  const { subtotal, discount, shipping, tax, total } = priced;
  const id = newId();
  await insertQuote(tx, { id, checkoutId: checkout.id, total, breakdown: { subtotal, discount, shipping, tax, total } }, now);
  return { id, total };
}

/** The total that a quote of this checkout named; another checkout's quote names nothing. */
export const quoteTotal = async (tx: Tx, checkoutId: string, quoteId: string): Promise<Cents | undefined> =>
  (await findQuote(tx, checkoutId, quoteId))?.total;
