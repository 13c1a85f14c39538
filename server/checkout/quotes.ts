import type { Db, Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { toMoney } from "../money.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { type CheckoutRow, isPossibleId } from "./find.ts";
import type { PricedCheckout } from "./price-checkout.ts";
import { findQuote, insertQuote, type Quote } from "./queries/quotes.ts";
import type { Change } from "./rules/quoted-fields.ts";
import { changedText, changesBetween, type QuotedTotal, termsOf } from "./rules/terms.ts";

export { findQuote, findShownQuote, type Quote } from "./queries/quotes.ts";

/** The checkout's current total and terms. */
export const quotedNow = ({ email }: CheckoutRow, priced: PricedCheckout): Required<QuotedTotal> => ({
  total: priced.total,
  terms: termsOf(priced, email),
});

/** Whether a quote equals the current values; false for a quote whose terms were erased. */
export const isCurrent = (quote: Quote, now: Required<QuotedTotal>): boolean =>
  quote.terms !== undefined && changesBetween(quote, now).length === 0;

/**
 * Returns the quote of the shown values, and stores it as the last one shown. The quote stays the
 * same while nothing changes, so that viewing a page writes nothing. The caller has locked the
 * checkout, which is not completed.
 */
export async function showQuote(tx: Tx, checkout: CheckoutRow, priced: PricedCheckout, at: number): Promise<Quote> {
  const now = quotedNow(checkout, priced);
  const last = checkout.quoteId === undefined ? undefined : await findQuote(tx, checkout.id, checkout.quoteId);
  if (last && isCurrent(last, now)) return last;
  const { subtotal, discount, shipping, tax, total, taxAnswer } = priced;
  const quote = { id: newRowId(), ...now };
  const breakdown = { subtotal, discount, shipping, tax, total, ...(taxAnswer && { taxAnswer }) };
  await insertQuote(tx, { ...quote, checkoutId: checkout.id, breakdown }, at);
  return quote;
}

type CurrentPrice = { checkout: CheckoutRow; priced: PricedCheckout };

/**
 * The changes since a quote of this checkout. Empty for an unknown quote, and for a visitor who may
 * see only the lines of the checkout.
 */
export async function changesSince(db: Db, { checkout, priced }: CurrentPrice, quoteId: string | undefined): Promise<Change[]> {
  const hasQuote = quoteId !== undefined && isPossibleId(quoteId) && !checkout.isLinesAlone;
  const quote = hasQuote ? await findQuote(db, checkout.id, quoteId) : undefined;
  return quote ? changesBetween(quote, quotedNow(checkout, priced)) : [];
}

/** Refuses an outdated quote, and gives the new quote with the changes. */
export const changedRefusal = ({ id, total }: Quote, changes: readonly Change[]): Refusal => ({
  ...refuse("changed", changedText(changes)),
  data: { total: toMoney(total), quote: id, changes },
});
