import { normaliseEmail } from "../customers/rules/email.ts";
import type { Tx } from "../db/tables.ts";
import { enqueueAll } from "../jobs/enqueue.ts";
import { bookPlaced } from "./ledger.ts";
import { awaitMoney } from "./means.ts";
import { keepPapers } from "./papers.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findVerifiedCustomer, insertOrder, insertOrderAddresses, insertOrderLines, nextNumber } from "./queries.ts";
import type { OrderSnapshot } from "./snapshot.ts";
import { customerOfParent, recordSupplement } from "./supplements.ts";

/** The only card data that an order stores. */
type CardLabel = { brand: string | null; last4: string | null };

/**
 * Stores the order of the snapshot and enqueues its email. Other locks of a payment are taken
 * before, since the counter of order numbers is locked last (docs/checkout.md).
 */
export async function placeOrder(tx: Tx, snapshot: OrderSnapshot, card: CardLabel, now: number): Promise<{ number: number }> {
  const { orderId, email } = snapshot;
  const emailNorm = normaliseEmail(email);
  const customerId =
    snapshot.customerId ??
    (await customerOfParent(tx, snapshot, emailNorm)) ??
    (await findVerifiedCustomer(tx, emailNorm)) ??
    null;
  const number = await nextNumber(tx);
  await insertOrder(tx, {
    id: orderId,
    number,
    checkout_id: snapshot.checkoutId,
    customer_id: customerId,
    visitor: snapshot.visitor,
    email,
    email_norm: emailNorm,
    cancel_reason: null,
    subtotal: snapshot.subtotal,
    discount: snapshot.discount,
    shipping: snapshot.shipping,
    tax: snapshot.tax,
    shipping_tax: snapshot.shippingTax,
    shipping_tax_ppm: snapshot.shippingTaxPpm ?? null,
    total: snapshot.total,
    shipping_method: snapshot.shippingMethod.name,
    promo_code: snapshot.promo?.code ?? null,
    discount_reason: snapshot.discountReason ?? null,
    order_note: snapshot.orderNote ?? "",
    brand: card.brand,
    last4: card.last4,
    reported_at: null,
    placed_at: now,
    fulfilled_at: null,
    canceled_at: null,
    delivery_from: snapshot.delivery?.from ?? null,
    delivery_to: snapshot.delivery?.to ?? null,
    taken_by: snapshot.takenBy ?? null,
    supplement_of: snapshot.supplementOf ?? null,
    is_exchange: snapshot.isExchange ? 1 : 0,
  });
  await insertOrderLines(tx, snapshot, now);
  await keepPapers(tx, snapshot);
  await insertOrderAddresses(tx, orderId, { shipping: snapshot.shippingAddress, billing: snapshot.billingAddress });
  await insertOrderEvent(tx, orderId, { kind: "placed", actor: snapshot.placedBy ?? "shopper" }, now);
  if (snapshot.takenBy !== undefined)
    await insertOrderEvent(tx, orderId, { kind: "taken on the phone", actor: snapshot.takenBy }, now);
  await recordSupplement(tx, snapshot, number, now);
  if (snapshot.means) await awaitMoney(tx, snapshot, snapshot.means, now);
  else await bookPlaced(tx, orderId, snapshot, now);
  const kinds = ["confirmation-mail", "order-notice"];
  await enqueueAll(
    tx,
    kinds.map((kind) => ({ kind, subject: orderId })),
    now,
  );
  return { number };
}
