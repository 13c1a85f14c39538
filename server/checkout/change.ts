import type { Address } from "../customers/rules/address.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findVisitorCheckout, lockOpen } from "./find.ts";
import { type PricedCheckout, priceCheckout } from "./price-checkout.ts";
import { type CheckoutChange, findAddress, findCheckoutRow, updateCheckout } from "./queries/checkouts.ts";
import { deleteGift } from "./queries/lines.ts";

/** A checkout with all that its screens and its JSON show. */
export type WholeCheckout = {
  checkout: CheckoutRow;
  priced: PricedCheckout;
  shipping: Address | undefined;
  /** the billing address of its own, when it is not the shipping address */
  billing: Address | undefined;
};

/** The visitor, the checkout that the request names, and the time. */
export type CheckoutContext = { visitor: Visitor; checkoutId: string; now: number };

async function wholeOf(reader: Db | Tx, checkout: CheckoutRow, priced: PricedCheckout): Promise<WholeCheckout> {
  const billing = checkout.sameAsShipping ? undefined : await findAddress(reader, checkout.id, "billing");
  return { checkout, priced, shipping: priced.address, billing };
}

/** A checkout in any state but abandoned; refuses what the visitor may not see. */
export async function findWhole(reader: Db | Tx, { visitor, checkoutId, now }: CheckoutContext): Promise<Outcome<WholeCheckout>> {
  const row = await findVisitorCheckout(reader, visitor, checkoutId);
  if (!row.ok) return row;
  return ok(await wholeOf(reader, row.value, await priceCheckout(reader, row.value, now)));
}

/**
 * Removes a promo code or a gift that no longer applies, stores a notice of it for the shopper, and
 * calculates prices again. The last part of every change, with the checkout locked.
 */
export async function repriceCheckout(tx: Tx, checkoutId: string, now: number, earlier = ""): Promise<WholeCheckout> {
  const before = await findOwn(tx, checkoutId);
  const priced = await priceCheckout(tx, before, now);
  const { lapsed, notice } = priced;
  if (lapsed.gift) await deleteGift(tx, checkoutId);
  const words = [earlier, notice].filter(Boolean).join(" ");
  const change: CheckoutChange = { ...(lapsed.promo && { promo_id: null }), ...(words !== "" && { notice: words }) };
  await updateCheckout(tx, checkoutId, change, now);
  const after = await findOwn(tx, checkoutId);
  return await wholeOf(tx, after, lapsed.promo || lapsed.gift ? await priceCheckout(tx, after, now) : priced);
}

async function findOwn(tx: Tx, checkoutId: string): Promise<CheckoutRow> {
  const checkout = await findCheckoutRow(tx, checkoutId);
  if (!checkout) throw new Error("a locked checkout is gone");
  return checkout;
}

/** The notice that a change leaves for the shopper, if any. */
export type Changed = Outcome<string | undefined>;

/**
 * Runs one change of an open checkout in a transaction of its own; a refusal leaves everything as
 * it was. `work` gets the checkout that is changed, which may be the successor of the one named.
 */
export const changeCheckout = (
  db: Db,
  { visitor, checkoutId, now }: CheckoutContext,
  work: (tx: Tx, checkout: CheckoutRow) => Promise<Changed>,
): Promise<Outcome<WholeCheckout>> =>
  transactOutcome(db, async (tx) => {
    const open = await lockOpen(tx, visitor, checkoutId);
    if (!open.ok) return open;
    const changed = await work(tx, open.value);
    return changed.ok ? ok(await repriceCheckout(tx, open.value.id, now, changed.value)) : changed;
  });
