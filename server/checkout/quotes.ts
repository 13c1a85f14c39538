import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import type { Cents } from "../money.ts";
import type { CheckoutRow } from "./find.ts";
import { findQuote, insertQuote, type Quote } from "./queries/quotes.ts";
import type { PricedCheckout } from "./totals.ts";

/**
 * Returns the quote for the total that a page shows, and stores it as the last one shown. An
 * unchanged total keeps its quote, so that viewing a page changes nothing. The caller has locked
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

/** The total of a quote; undefined for another checkout's. */
export const quoteTotal = async (tx: Tx, checkoutId: string, quoteId: string): Promise<Cents | undefined> =>
  (await findQuote(tx, checkoutId, quoteId))?.total;
