import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { CheckoutRow } from "./find.ts";
import { type PricedCheckout, priceCheckout } from "./price-checkout.ts";
import { findAddress, findCheckoutRow, storeCheckout } from "./queries/checkouts.ts";
import { deleteGift } from "./queries/lines.ts";

/** A checkout with all the data of its screens and its JSON. */
export type WholeCheckout = {
  checkout: CheckoutRow;
  priced: PricedCheckout;
  shipping: Address | undefined;
  /** the separate billing address; undefined if it is the shipping address */
  billing: Address | undefined;
};

async function wholeOf(reader: Db | Tx, checkout: CheckoutRow, priced: PricedCheckout): Promise<WholeCheckout> {
  const billing = checkout.sameAsShipping ? undefined : await findAddress(reader, checkout.id, "billing");
  return { checkout, priced, shipping: priced.address, billing };
}

/** A found checkout with its current prices. */
export const priceWhole = async (reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<WholeCheckout> =>
  await wholeOf(reader, checkout, await priceCheckout(reader, checkout, now));

/**
 * Removes a promo code or gift that no longer applies, stores a notice for the shopper, and
 * calculates prices again. This is the last part of every change, with the checkout locked.
 */
export const repriceCheckout = async (tx: Tx, checkoutId: string, now: number, earlier = ""): Promise<WholeCheckout> =>
  await reprice(tx, await findOwn(tx, checkoutId), now, earlier);

/** Reprices a locked checkout in its new state, and writes its row. */
export async function reprice(tx: Tx, before: CheckoutRow, now: number, earlier = ""): Promise<WholeCheckout> {
  const priced = await priceCheckout(tx, before, now);
  const { lapsed, notice } = priced;
  if (lapsed.gift) await deleteGift(tx, before.id);
  const words = [earlier, notice].filter(Boolean).join(" ");
  const after = {
    ...before,
    ...(lapsed.promo && { promoId: undefined }),
    ...(lapsed.method && { shippingMethodId: undefined }),
    ...(words !== "" && { notice: words }),
  };
  await storeCheckout(tx, after, now);
  return await wholeOf(tx, after, Object.values(lapsed).includes(true) ? await priceCheckout(tx, after, now) : priced);
}

async function findOwn(tx: Tx, checkoutId: string): Promise<CheckoutRow> {
  const checkout = await findCheckoutRow(tx, checkoutId);
  if (!checkout) throw new Error("a locked checkout is gone");
  return checkout;
}
