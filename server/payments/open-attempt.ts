import type { CheckoutRow } from "../checkout/find.ts";
import type { PricedCheckout } from "../checkout/price-checkout.ts";
import type { Ready } from "../checkout/ready.ts";
import { deliveryDates, type LocalTime } from "../checkout/rules/delivery.ts";
import type { Means } from "../checkout/rules/means-fields.ts";
import { isStaffVisitor } from "../checkout/staff-visitor.ts";
import type { Tx } from "../db/tables.ts";
import { newId, newRowId } from "../ids.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { type Attempt, insertAttempt } from "./queries/attempts.ts";
import { shopId } from "./queries/identity.ts";
import { findHandled, findOrphansByKey, type OrphanState } from "./queries/orphans.ts";
import { attemptKey } from "./rules/keys.ts";

/**
 * Everything that the shopper agreed to. The order will contain exactly this, even if the catalogue
 * changes meanwhile (I10).
 */
export function snapshotOrder(
  checkout: CheckoutRow,
  priced: PricedCheckout,
  ready: Ready,
  { visitor, quoteId, at, means, isExchange }: QuoteAgreement,
): OrderSnapshot {
  const { subtotal, discount, shipping, shippingTax, shippingTaxPpm, tax, total, promo } = priced;
  return {
    orderId: newId(),
    checkoutId: checkout.id,
    customerId: checkout.customerId ?? null,
    ...(checkout.supplementOf !== undefined && { supplementOf: checkout.supplementOf }),
    ...(isExchange && { isExchange }),
    ...(checkout.takenBy !== undefined && { takenBy: checkout.takenBy }),
    ...(isStaffVisitor({ id: visitor }) && { placedBy: visitor as `staff:${string}` }),
    visitor: isStaffVisitor({ id: visitor }) ? null : (visitor ?? null),
    email: checkout.email,
    quoteId,
    shippingMethod: { id: ready.method.id, name: ready.method.name },
    ...(ready.method.delivery && { delivery: deliveryDates(ready.method.delivery, at) }),
    promo: promo ? { id: promo.id, code: promo.label } : null,
    ...(discount > 0 && priced.adjustment?.discount && { discountReason: priced.adjustment.discount.reason }),
    ...(means && { means: meansCopy(means) }),
    ...(checkout.orderNote !== "" && { orderNote: checkout.orderNote }),
    shippingAddress: ready.shipping,
    billingAddress: ready.billing,
    lines: priced.lines.map((line) => ({
      productId: line.productId,
      variantId: line.variantId,
      productSlug: line.slug,
      productName: line.productName,
      variantName: line.variantName,
      picture: line.picture.url,
      quantity: line.quantity,
      gift: line.gift,
      unitPrice: line.unitPrice,
      discount: line.discount,
      tax: line.tax,
      ...(line.taxPpm !== undefined && { taxPpm: line.taxPpm }),
      net: line.net,
    })),
    giftFrom: priced.lines.some((line) => line.gift) ? priced.gifts.threshold : null,
    ...(shippingTaxPpm !== undefined && { shippingTaxPpm }),
    subtotal,
    discount,
    shipping,
    shippingTax,
    tax,
    total,
  };
}

const meansCopy = ({ id, name, instructions, shipsUnpaid, termDays }: Means) => ({
  ...{ id, name, instructions, shipsUnpaid, termDays },
});

/** `at` is now, on the shop's own clock. `means` is undefined for a card. */
type QuoteAgreement = {
  visitor: string | undefined;
  quoteId: string;
  at: LocalTime;
  means: Means | undefined;
  isExchange: boolean;
};

/** `last` is the checkout's previous attempt, if any; `lease` is in ms. */
type OpenAttemptInput = { lease: number; now: number; last: Attempt | undefined };

const isReturned = (state: OrphanState): boolean => state === "returning" || state === "voided" || state === "refunded";

/**
 * The number of a checkout's next attempt: `n`, or the first number after it with a free key. After
 * a restore a lost attempt may have had the key, and its money may be on its way back, or paid back
 * in another way.
 */
async function nextTry(tx: Tx, shop: string, checkoutId: string, n: number): Promise<number> {
  const orphans = await findOrphansByKey(tx, attemptKey(shop, checkoutId, n));
  const isTaken = orphans.some(({ state }) => isReturned(state)) || (await findHandled(tx, orphans)).size > 0;
  return isTaken ? await nextTry(tx, shop, checkoutId, n + 1) : n;
}

/**
 * How the attempt pays: by card, by a payment method without a card (`manual`), or not at all, for
 * an order of 0.
 */
const kindOf = ({ total, means }: OrderSnapshot): Attempt["kind"] => {
  if (total === 0) return "none";
  return means ? "manual" : "card";
};

/** Creates the attempt. Without a card, no gateway is asked, so it begins as authorized. */
export async function openAttempt(tx: Tx, snapshot: OrderSnapshot, { lease, now, last }: OpenAttemptInput): Promise<Attempt> {
  const { checkoutId, orderId, total } = snapshot;
  const kind = kindOf(snapshot);
  const shop = await shopId(tx, now);
  const n = await nextTry(tx, shop, checkoutId, (last?.n ?? 0) + 1);
  return await insertAttempt(tx, {
    id: newRowId(),
    checkout_id: checkoutId,
    n,
    key: attemptKey(shop, checkoutId, n),
    kind,
    state: kind === "card" ? "created" : "authorized",
    amount: total,
    snapshot: JSON.stringify(snapshot),
    order_id: orderId,
    lease_until: now + lease,
    created_at: now,
    updated_at: now,
  });
}
