import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { CheckoutContext } from "./change.ts";
import { type CheckoutRow, findVisitorCheckout, lockVisitorCheckout } from "./find.ts";
import { clearNotice } from "./queries/checkouts.ts";
import { findQuote, isCurrent, type Quote, quotedNow, showQuote } from "./quotes.ts";
import { priceWhole, reprice, type WholeCheckout } from "./reprice.ts";
import { isTaxOpen, settleTax, withoutTax } from "./settle-tax.ts";

/** A checkout as the shopper sees it now, with the shown quote. */
export type QuotedCheckout = WholeCheckout & { quote: Quote };

/**
 * A checkout for a page or the totals. Parts that no longer apply are removed with a notice, and
 * the shown values get a quote; without changes nothing is written. A checkout being paid, or paid,
 * stays as it is.
 */
export async function showCheckout(db: Db, context: CheckoutContext): Promise<Outcome<QuotedCheckout>> {
  const { visitor, checkoutId, now, tax } = context;
  const current = await findVisitorCheckout(db, visitor, checkoutId);
  if (!current.ok) return current;
  if (current.value.isLinesAlone) return ok(unquoted(await priceWhole(db, current.value, now)));
  const row = tax ? await settleTax(db, tax, current.value, now) : current.value;
  const showNew = () => transactOutcome(db, (tx) => showWithNewQuote(tx, { ...context, checkoutId: row.id }));
  // Its first quote has to be written, so prices are calculated only once, under the lock.
  if (row.state === "open" && row.quoteId === undefined) return await showNew();
  const whole = await priceWhole(db, row, now);
  const { checkout, priced } = whole;
  if (tax && checkout.state === "open" && isTaxOpen(priced)) return ok(untaxed(whole));
  const quote = await lastQuote(db, checkout);
  const currentTotal = quotedNow(checkout, priced);
  if (checkout.state !== "open") return ok({ ...whole, quote: quote ?? { id: "", ...currentTotal } });
  const lapsed = Object.values(priced.lapsed).includes(true);
  return quote && !lapsed && isCurrent(quote, currentTotal) ? ok({ ...whole, quote }) : await showNew();
}

/** A checkout with a quote that nobody can agree to, since the quote has no id. */
const unquoted = (whole: WholeCheckout): QuotedCheckout => ({
  ...whole,
  quote: { id: "", ...quotedNow(whole.checkout, whole.priced) },
});

/** A checkout whose tax is unknown gets no quote. */
const untaxed = (whole: WholeCheckout): QuotedCheckout => unquoted({ ...whole, priced: withoutTax(whole.priced) });

const lastQuote = async (reader: Db | Tx, { id, quoteId }: CheckoutRow): Promise<Quote | undefined> =>
  quoteId === undefined ? undefined : await findQuote(reader, id, quoteId);

async function showWithNewQuote(tx: Tx, { visitor, checkoutId, now, tax }: CheckoutContext): Promise<Outcome<QuotedCheckout>> {
  const locked = await lockVisitorCheckout(tx, visitor, checkoutId);
  if (!locked.ok) return locked;
  const current = await priceWhole(tx, locked.value, now);
  const { checkout, priced } = current;
  if (checkout.isLinesAlone) return ok(unquoted(current));
  // A payment began meanwhile, so the checkout must not change.
  if (checkout.state !== "open")
    return ok({ ...current, quote: (await lastQuote(tx, checkout)) ?? { id: "", ...quotedNow(checkout, priced) } });
  if (tax && isTaxOpen(priced)) return ok(untaxed(current));
  const lapsed = Object.values(priced.lapsed).includes(true);
  const whole = lapsed ? await reprice(tx, checkout, now) : current;
  return ok({ ...whole, quote: await showQuote(tx, whole.checkout, whole.priced, now) });
}

/** Returns the notice and clears it, just before an answer or a page shows it. */
export async function consumeNotice(db: Db, { checkout, priced }: WholeCheckout): Promise<string | undefined> {
  if (checkout.notice !== "") await clearNotice(db, checkout.id);
  return checkout.notice || priced.notice;
}
