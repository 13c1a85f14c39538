import { describe, expect, test } from "vitest";
import { openTax } from "../../server/checkout/open-tax.ts";
import { atGateway, expectInOrder, quoteNow, shopperAt } from "../payments/shopper.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { errorOf, shopperAtPayment } from "./shopper.ts";
import { openTaxService } from "./tax-service-fixture.ts";

async function open(engine: Engine, env: Record<string, string> = {}) {
  const service = await openTaxService();
  const given = { TAX_SERVICE_URL: service.url, TAX_SERVICE_SECRET: "s-3", TAX_SERVICE_TIMEOUT_MS: "10000", ...env };
  const shop = await openShop({ engine, env: given });
  /** Gives the shop another deadline; the returned function restores the old one. */
  const withDeadline = (deadlineMs: number) => {
    const { tax, config, now, log } = shop.shop;
    shop.shop.tax = openTax(config.taxService && { ...config.taxService, deadlineMs }, { now, log });
    return () => {
      shop.shop.tax = tax;
    };
  };
  return { shop, service: service.state, withDeadline };
}

const away = "Tax can’t be worked out right now. Your cart is saved, and nothing was charged. Try again in a few minutes.";

describe.each(engines)("a tax service, on %s", (engine) => {
  test("says the tax that is shown, charged and stored, asked once, and told no person", async () => {
    const { shop, service } = await open(engine);
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 1 }] });
    // The sum of 20.00, 10 % tax on it, and 5.95 for shipping.
    expect(shopper.total).toBe(2795);
    const asked = service.asked.length;
    expect((await shopper.pay()).status).toBe(200);
    expect(service.asked).toHaveLength(asked);
    const { db } = shop.shop;
    expect(await db.selectFrom("orders").select(["tax", "total"]).executeTakeFirstOrThrow()).toEqual({ tax: 200, total: 2795 });
    const { breakdown } = await db
      .selectFrom("quote")
      .select("breakdown")
      .where("id", "=", shopper.quote)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(breakdown)).toMatchObject({ tax: 200, taxAnswer: { by: "service", lines: [200], reference: "T-1" } });
    await expectInOrder(shop);

    expect(service.asked.at(-1)).toEqual({
      currency: "USD",
      country: "US",
      state: "TX",
      postalCode: "73301",
      shippingCents: 595,
      lines: [{ id: "1", product: "product-2", category: "apparel", quantity: 1, amountCents: 2000 }],
    });
    expect(service.headers.at(-1)).toMatchObject({ authorization: "Bearer s-3", "x-request-id": expect.any(String) });
    expect(shop.log.some((line) => line.includes("T-1") && line.includes(String(service.headers.at(-1)?.["x-request-id"])))).toBe(
      true,
    );
  });

  test.each(["slow", "wrong", "away"] as const)("that is %s quotes and charges nothing, and loses nothing", async (mode) => {
    const { shop, service, withDeadline } = await open(engine);
    const shopper = await shopperAt(shop);
    const { browser, checkoutId } = shopper;
    service.mode = mode;
    // A service that never answers needs only a short deadline.
    const restore = withDeadline(mode === "slow" ? 20 : 10_000);
    await shop.shop.db.updateTable("variant").set({ price: 2100 }).where("id", "=", "v-2").execute();
    const totals = await browser.get(`/storefront/api/checkout/totals?checkoutId=${checkoutId}`);
    expect([totals.status, errorOf(totals)]).toEqual([503, away]);
    const page = await browser.get(`/storefront/checkout/payment/${checkoutId}/`);
    expect([page.status, page.text.includes(away)]).toEqual([200, true]);
    const refused = await shopper.pay();
    expect([refused.status, errorOf(refused)]).toEqual([503, away]);
    expect(await atGateway(shop, "authorize")).toEqual([]);

    service.mode = "right";
    restore();
    expect((await shopper.pay(undefined, { quote: await quoteNow(shopper) })).status).toBe(200);
    expect((await shop.shop.db.selectFrom("orders").select("tax").executeTakeFirstOrThrow()).tax).toBe(210);
    await expectInOrder(shop);
  });

  test("whose answer changed is shown before it is charged", async () => {
    const { shop, service } = await open(engine);
    const shopper = await shopperAt(shop);
    service.mode = "dearer";
    await shop.shop.db.updateTable("variant").set({ price: 2100 }).where("id", "=", "v-2").execute();
    const refused = await shopper.pay();
    // The sum of 21.00, 20 % tax on it, and 5.95 for shipping.
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ data: expect.objectContaining({ total: { amount: 31.15, currency: "USD" } }) }),
    ]);
    const { quote } = (refused.body as { data: { quote: string } }).data;
    expect((await shopper.pay(undefined, { quote })).status).toBe(200);
    expect((await shop.shop.db.selectFrom("orders").select("total").executeTakeFirstOrThrow()).total).toBe(3115);
    await expectInOrder(shop);
  });

  test("is replaced by the table while it is away, where the owner chose so, and left alone for a while", async () => {
    const { shop, service } = await open(engine, { TAX_SERVICE_WHEN_AWAY: "table" });
    service.mode = "away";
    const shopper = await shopperAt(shop);
    // The sum of 20.00, 8.25 % tax on it, and 5.95 for shipping.
    expect(shopper.total).toBe(2760);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
    for (let n = 0; n < 3; n += 1) await shopperAtPayment(shop, { "v-3": 1 });
    expect(service.asked).toHaveLength(3);
    service.mode = "right";
    shop.pass(6000);
    await shopperAtPayment(shop, { "v-3": 1 });
    expect(service.asked.length).toBeGreaterThan(3);
  });
});
