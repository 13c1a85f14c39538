import { randomBytes } from "node:crypto";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { placeOrder } from "../../server/orders/place.ts";
import type { OrderSnapshot, SnapshotLine } from "../../server/orders/snapshot.ts";
import { address } from "../payments/shopper.ts";

export const newId = (): string => randomBytes(16).toString("hex");

/** A line with one of the fixture's products: `v-2` costs $20 and is apparel. */
export const lineOf = (n: number, quantity = 1): SnapshotLine => ({
  productId: `p-${n}`,
  variantId: `v-${n}`,
  productSlug: `product-${n}`,
  productName: `Product ${n}`,
  variantName: `Variant ${n}`,
  picture: `/media/drawn/fixture-${n}.svg`,
  quantity,
  gift: false,
  unitPrice: n * 1000,
  discount: 0,
  tax: 0,
  net: n * 1000 * quantity,
});

type Wish = Partial<OrderSnapshot> & { at: number };

/** Writes an order to the database without a payment, since these tests do not concern money. */
export async function placed(db: Db, { at, ...wish }: Wish): Promise<{ id: string; number: number }> {
  const lines = wish.lines ?? [lineOf(2)];
  const subtotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  const snapshot: OrderSnapshot = {
    orderId: newId(),
    checkoutId: newId(),
    customerId: null,
    visitor: null,
    email: "ada@example.com",
    quoteId: newId(),
    shippingTax: 0,
    shippingMethod: { id: "standard", name: "Standard" },
    promo: null,
    shippingAddress: address,
    billingAddress: { ...address, streetAddress1: "2 Moss Road" },
    giftFrom: null,
    subtotal,
    discount: 0,
    shipping: 595,
    tax: 165,
    total: subtotal + 760,
    ...wish,
    lines,
  };
  const { orderId: id, checkoutId, customerId } = snapshot;
  const times = { created_at: at, updated_at: at, expires_at: at };
  const checkout = { id: checkoutId, customer_id: customerId, visitor: null, shipping_method_id: null, promo_id: null };
  const { number } = await transact(db, async (tx) => {
    await tx
      .insertInto("checkout")
      .values({ ...checkout, ...times, quote_id: null, state: "completed", order_id: id })
      .execute();
    return await placeOrder(tx, snapshot, { brand: "visa", last4: "4242" }, at);
  });
  return { id, number };
}
