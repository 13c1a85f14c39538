import { describe, expect, test } from "vitest";
import { expiries } from "../../server/expiries.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";

const day = 86_400_000;
const year = { ANONYMIZE_ORDERS_AFTER_DAYS: "365" };

/** A shop with two orders: one was paid, charged and shipped, and one was only paid. */
async function shopWithOrders(engine: (typeof engines)[number], env: Record<string, string>) {
  const shop = await openShop({ engine, env });
  for (const email of ["ada@example.com", "mary@example.com"])
    expect((await (await shopperAt(shop, { email })).pay()).status).toBe(200);
  await shop.runJobs();
  const { db, now } = shop.shop;
  const [shipped] = await db.selectFrom("orders").select("id").orderBy("number").limit(1).execute();
  await fulfilOrder(db, { orderId: shipped?.id ?? "", now: now() });
  await shop.runJobs();
  const emails = async () =>
    (await db.selectFrom("orders").select("email").orderBy("number").execute()).map(({ email }) => email);
  const expireAfter = (days: number) => expiries.finishedOrder(shop.shop, now() + days * day);
  return { shop, db, orderId: shipped?.id ?? "", emails, expireAfter };
}

describe.each(engines)("on %s", (engine) => {
  test("a year after it was placed a shipped order is nobody's, and its sums, products and taxed state stay for the books", async () => {
    const { db, orderId, emails, expireAfter } = await shopWithOrders(engine, year);
    const books = async () => ({
      order: await db
        .selectFrom("orders")
        .select(["number", "state", "placed_at", "subtotal", "tax", "shipping", "total"])
        .where("id", "=", orderId)
        .execute(),
      lines: await db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("id").execute(),
      ledger: await db.selectFrom("ledger_entry").selectAll().where("order_id", "=", orderId).orderBy("id").execute(),
      taxed: await db
        .selectFrom("order_address")
        .select(["kind", "country", "country_area"])
        .where("order_id", "=", orderId)
        .execute(),
    });
    const before = await books();

    await expireAfter(364);
    expect(await emails()).toEqual(["ada@example.com", "mary@example.com"]);
    await expireAfter(366);

    // The other order still waits for its shipment.
    expect(await emails()).toEqual(["", "mary@example.com"]);
    expect(await books()).toEqual(before);
    expect(before.lines.length + before.ledger.length).toBeGreaterThan(1);
    const left = [
      await db.selectFrom("orders").selectAll().where("id", "=", orderId).execute(),
      await db.selectFrom("order_address").selectAll().where("order_id", "=", orderId).execute(),
      await db.selectFrom("attempt").selectAll().where("order_id", "=", orderId).execute(),
    ];
    expect(JSON.stringify(left)).not.toMatch(/ada@|Lovelace|Fern Lane|4242/);
    expect(await findBreaches(db)).toEqual([]);
  });

  test("an order of which money is to go back is kept until it has", async () => {
    const { db, orderId, emails, expireAfter } = await shopWithOrders(engine, year);
    const attempt = () => db.updateTable("attempt").where("order_id", "=", orderId);
    const [{ state } = { state: "captured" as const }] = await db
      .selectFrom("attempt")
      .select("state")
      .where("order_id", "=", orderId)
      .execute();
    await attempt().set({ state: "refunding" }).execute();

    await expireAfter(400);
    expect(await emails()).toEqual(["ada@example.com", "mary@example.com"]);

    await attempt().set({ state }).execute();
    await expireAfter(400);
    expect(await emails()).toEqual(["", "mary@example.com"]);
  });

  test("without a period orders are kept", async () => {
    const { emails, expireAfter } = await shopWithOrders(engine, {});
    await expireAfter(365 * 90);
    expect(await emails()).toEqual(["ada@example.com", "mary@example.com"]);
  });

  test("a shorter period for checkouts that were not paid counts", async () => {
    const shop = await openShop({ engine, env: { KEEP_UNPAID_CHECKOUTS_DAYS: "2" } });
    const { db, now } = shop.shop;
    await shopperAt(shop);
    await db.updateTable("checkout").set({ state: "abandoned" }).execute();
    const left = async () => (await db.selectFrom("checkout").select("id").execute()).length;
    await expiries.abandonedCheckout(shop.shop, now() + day);
    expect(await left()).toBe(1);
    await expiries.abandonedCheckout(shop.shop, now() + 3 * day);
    expect(await left()).toBe(0);
  });
});
