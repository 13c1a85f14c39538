import { setEmail } from "../checkout/contact.ts";
import { createCheckout } from "../checkout/create.ts";
import { setMethod } from "../checkout/method.ts";
import { setShipping } from "../checkout/shipping.ts";
import { showCheckout } from "../checkout/show.ts";
import type { Db } from "../db/tables.ts";
import type { Outcome } from "../outcome.ts";
import { demoCard } from "../payments/gateways/test/demo-card.ts";
import { pay } from "../payments/pay.ts";
import type { Shop } from "../shop.ts";
import { addresses, ordered, shopper } from "./shopper.ts";

/**
 * Creates the demo shopper's order with every step of a checkout, paid at the test gateway, so that
 * the order's ledger, stock and capture are consistent. Does nothing if the shopper has begun a
 * checkout before, or no longer exists.
 */
export async function placeDemoOrder(shop: Shop): Promise<void> {
  if (!(await isNew(shop.db))) return;
  const placed = await order(shop);
  if (!placed.ok) shop.log.warn({ why: placed.error }, "the demo shopper has no order");
}

async function order(shop: Shop): Promise<Outcome<unknown>> {
  const { db } = shop;
  const visitor = { id: undefined, customerId: shopper.id };
  const lines = (await variantsOf(db)).map((variantId) => ({ variantId, quantity: 1 }));
  const created = await createCheckout(db, { visitor, lines, now: shop.now() });
  if (!created.ok) return created;
  const { checkoutId } = created.value;
  const context = () => ({ visitor, checkoutId, now: shop.now() });
  const [home] = addresses;
  if (!home) throw new Error("the demo shopper lives somewhere");
  const steps = [
    () => setEmail(db, context(), { email: shopper.email }),
    () => setShipping(db, context(), { shippingAddress: home, saveForLater: true }),
    () => setMethod(db, context(), "standard"),
  ];
  for (const step of steps) {
    const outcome = await step();
    if (!outcome.ok) return outcome;
  }
  const checkout = await showCheckout(db, context());
  if (!checkout.ok) return checkout;
  const means = { card: demoCard(`${shopper.firstName} ${shopper.lastName}`) };
  const press = { checkoutId, visitor, means, cardErrors: [], address: "", work: undefined, arrivedAt: shop.now() };
  return await pay(shop, { ...press, quote: checkout.value.quote.id, idempotencyKey: undefined, formKey: undefined });
}

async function isNew(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("customer")
    .leftJoin("checkout", "checkout.customer_id", "customer.id")
    .select("checkout.id as checkout")
    .where("customer.id", "=", shopper.id)
    .where("customer.disabled_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined && row.checkout === null;
}

/** The first variant of each product. */
async function variantsOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("variant")
    .innerJoin("product", "product.id", "variant.product_id")
    .select(["product.slug", "variant.id"])
    .where("product.slug", "in", ordered)
    .orderBy("variant.position")
    .execute();
  return ordered.flatMap((slug) => rows.find((row) => row.slug === slug)?.id ?? []);
}
