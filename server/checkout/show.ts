import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, findWhole, repriceCheckout, type WholeCheckout } from "./change.ts";
import { lockCheckout } from "./find.ts";
import { clearNotice } from "./queries/checkouts.ts";
import { findQuote, isCurrent, type Quote, quotedNow, showQuote } from "./quotes.ts";

/** A checkout as the shopper sees it now, with the quote that is shown. */
export type ShownCheckout = WholeCheckout & { quote: Quote };

/**
 * A checkout for a page or the totals. What no longer applies is removed with a notice, and what is
 * shown gets a quote; nothing is written while nothing has changed. A checkout that is being paid,
 * or is paid, stays as it is.
 */
export async function showCheckout(db: Db, context: CheckoutContext): Promise<Outcome<ShownCheckout>> {
  const whole = await findWhole(db, context);
  if (!whole.ok) return whole;
  const quote = await lastQuote(db, whole.value);
  const { checkout, priced } = whole.value;
  const now = quotedNow(checkout, priced);
  if (checkout.state !== "open") return ok({ ...whole.value, quote: quote ?? { id: "", ...now } });
  const lapsed = priced.lapsed.promo || priced.lapsed.gift;
  if (quote && !lapsed && isCurrent(quote, now)) return ok({ ...whole.value, quote });
  return await transactOutcome(db, (tx) => showWithNewQuote(tx, { ...context, checkoutId: checkout.id }));
}

const lastQuote = async (reader: Db | Tx, { checkout }: WholeCheckout): Promise<Quote | undefined> =>
  checkout.quoteId === undefined ? undefined : await findQuote(reader, checkout.id, checkout.quoteId);

async function showWithNewQuote(tx: Tx, context: CheckoutContext): Promise<Outcome<ShownCheckout>> {
  const locked = await lockCheckout(tx, context.checkoutId);
  const current = await findWhole(tx, context);
  if (!current.ok) return current;
  const { checkout, priced } = current.value;
  // A payment that began meanwhile locks the checkout.
  if (locked?.state !== "open")
    return ok({ ...current.value, quote: (await lastQuote(tx, current.value)) ?? { id: "", ...quotedNow(checkout, priced) } });
  const lapsed = priced.lapsed.promo || priced.lapsed.gift;
  const whole = lapsed ? await repriceCheckout(tx, context.checkoutId, context.now) : current.value;
  return ok({ ...whole, quote: await showQuote(tx, whole.checkout, whole.priced, context.now) });
}

/** Returns the notice and clears it; called when an answer or a page is about to show it. */
export async function consumeNotice(db: Db, { checkout, priced }: WholeCheckout): Promise<string | undefined> {
  if (checkout.notice !== "") await clearNotice(db, checkout.id);
  return checkout.notice || priced.notice;
}
