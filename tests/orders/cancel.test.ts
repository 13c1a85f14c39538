import { describe, expect, test } from "vitest";
import { recountSales } from "../../server/catalog/recount.ts";
import { moneyStateOf } from "../../server/orders/ledger.ts";
import { addCustomer, sentEmail, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { atGateway, expectInOrder, quoteNow, shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";
import { eventsOf, give, orderOf, stockOf } from "./cancelation-fixture.ts";

const words = { email: "ann@example.com" };

/** A customer with an order, in a signed-in browser. */
async function bought(options: Parameters<typeof openShop>[0], wish: Parameters<typeof shopperAt>[1] = {}) {
  const shop = await openShop(options);
  await addCustomer(shop, "ann");
  const shopper = await shopperAt(shop, { ...words, ...wish });
  expect((await shopper.pay()).status).toBe(200);
  await give(shop, "ann");
  const browser = shop.browser();
  await signIn(browser);
  const order = await orderOf(shop);
  return { shop, shopper, browser, order, cancel: () => browser.delete(`/storefront/api/orders/${order.id}`) };
}

describe.each(engines)("an order that its owner cancels, on %s", (engine) => {
  test("is canceled by DELETE, answered in text, with its units back in stock and its payment voided (requirements 241, 242)", async () => {
    const { shop, order, cancel } = await bought({ engine }, { lines: [{ variantId: "v-2", quantity: 3 }] });
    const before = await stockOf(shop);

    const answer = await cancel();

    expect([answer.status, answer.text]).toEqual([200, "Order canceled successfully!"]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await orderOf(shop)).toMatchObject({ state: "canceled", canceled_at: expect.any(Number) });
    expect((await stockOf(shop))["v-2"]).toEqual([(before["v-2"]?.[0] ?? 0) + 3, 0]);
    await expectInOrder(shop);
    expect(["voided", "refunded"]).toContain(await moneyStateOf(shop.shop.db, order.id));
    expect((await eventsOf(shop, order.id)).map(([kind]) => kind)).toContain("canceled");
  });

  test("gets back what was taken, once, and hears of it by mail (requirement 241)", async () => {
    const { shop, order, shopper, cancel } = await bought({ engine });
    await expectInOrder(shop);
    expect(await moneyStateOf(shop.shop.db, order.id)).toBe("paid");

    await cancel();

    await expectInOrder(shop);
    expect(await moneyStateOf(shop.shop.db, order.id)).toBe("refunded");
    expect((await atGateway(shop, "refund")).map(({ amountCents }) => amountCents)).toEqual([shopper.total]);
    const sent = await sentEmails(shop);
    expect(sent.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `ann@example.com Your order 1001 at Leaf & Vessel: $${(shopper.total / 100).toFixed(2)} refunded`,
      "ann@example.com Your order 1001 at Leaf & Vessel: canceled",
      "ann@example.com Your order 1001 at Leaf & Vessel: confirmation",
    ]);
    for (const { text, subject } of sent.filter(({ subject }) => !subject.endsWith("confirmation")))
      expect([subject, text.includes(`http://shop.test/storefront/dashboard/orders/${order.id}/`)]).toEqual([subject, true]);
  });

  test("gives the use of its promo back, to the same shopper too", async () => {
    const { shop, cancel } = await bought({ engine }, { promo: "ONEUSE" });
    const otherShopper = () => shopperAt(shop, { promo: "ONEUSE", email: "rival@example.com" });
    await expect(otherShopper()).rejects.toThrow();

    expect((await cancel()).status).toBe(200);

    await expectInOrder(shop);
    expect((await (await shopperAt(shop, { ...words, promo: "ONEUSE" })).pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("may redeem again what everybody may redeem once", async () => {
    const { shop, cancel } = await bought({ engine }, { promo: "ONCEEACH" });
    await cancel();

    expect((await (await shopperAt(shop, { ...words, promo: "ONCEEACH" })).pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("with a gift puts the gift back, too", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 20, "v-9": 10 } });
    await addCustomer(shop, "ann");
    const generous = await shopperAt(shop, { ...words, lines: [{ variantId: "v-2", quantity: 7 }] });
    const call = { checkoutId: generous.checkoutId, giftProductId: "p-9" };
    expect((await generous.browser.post("/storefront/checkout/line", call)).status).toBe(200);
    expect((await generous.pay(undefined, { quote: await quoteNow(generous) })).status).toBe(200);
    await give(shop, "ann");
    const browser = shop.browser();
    await signIn(browser);

    expect((await browser.delete(`/storefront/api/orders/${(await orderOf(shop)).id}`)).status).toBe(200);

    expect(await stockOf(shop)).toEqual({ "v-2": [20, 0], "v-9": [10, 0] });
    await expectInOrder(shop);
  });

  test("that cost nothing asks no gateway for anything", async () => {
    const shop = await openShop({ engine });
    await addCustomer(shop, "ann");
    await shop.shop.db.updateTable("promo").set({ amount: 100 }).where("code", "=", "WELCOME10").execute();
    await shop.shop.db.updateTable("shipping_method").set({ price: 0 }).execute();
    const shopper = await shopperAt(shop, { ...words, promo: "WELCOME10" });
    expect(shopper.total).toBe(0);
    expect((await shopper.pay()).status).toBe(200);
    await give(shop, "ann");
    const browser = shop.browser();
    await signIn(browser);

    expect((await browser.delete(`/storefront/api/orders/${(await orderOf(shop)).id}`)).status).toBe(200);

    await expectInOrder(shop);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const email = await sentEmail(shop, words.email, "Your order 1001 at Leaf & Vessel: canceled");
    expect(email.text).not.toContain("your card");
  });

  test("cannot be canceled twice, nor once it was sent; the answer says why (requirement 243)", async () => {
    const { shop, order, browser, cancel } = await bought({ engine });
    expect((await cancel()).status).toBe(200);
    const again = await cancel();
    expect([again.status, again.body]).toEqual([409, { error: "This order has already been canceled.", code: "order_closed" }]);
    await expectInOrder(shop);
    const shopper = await shopperAt(shop, words);
    await shopper.pay();
    await give(shop, "ann");
    const sent = await orderOf(shop);
    await shop.shop.db.updateTable("orders").set({ state: "fulfilled" }).where("id", "=", sent.id).execute();

    const late = await browser.delete(`/storefront/api/orders/${sent.id}`);

    expect([late.status, late.body]).toEqual([409, { error: "This order has already shipped.", code: "order_closed" }]);
    expect(sent.id).not.toBe(order.id);
    await expectInOrder(shop);
  });

  test("is nobody else's to cancel: a guest hears 401, another customer 404, a call without its token 403 (requirements 245, 246, 247)", async () => {
    const { shop, order, browser } = await bought({ engine });
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    const path = `/storefront/api/orders/${order.id}`;

    expect((await shop.browser().delete(path)).status).toBe(401);
    expect((await bob.delete(path)).status).toBe(404);
    expect((await browser.delete("/storefront/api/orders/unknown")).status).toBe(404);
    expect((await browser.call("DELETE", path, undefined, { csrf: false })).status).toBe(403);

    expect((await orderOf(shop)).state).toBe("placed");
  });
});

describe("a canceled order", () => {
  test("is canceled by a form as well, which goes back to the order's page", async () => {
    const { shop, order, browser } = await bought({});

    const answer = await browser.form(`/storefront/api/orders/${order.id}`, { _method: "DELETE" });

    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/storefront/dashboard/orders/${order.id}/`]);
    expect((await orderOf(shop)).state).toBe("canceled");
  });

  test("no longer counts as sold, and its products are for sale again on pages that stood in memory", async () => {
    const { shop, cancel } = await bought({ stock: { "v-2": 1 } });
    await recountSales(shop.shop.db, shop.shop.now());
    const sales = () => shop.shop.db.selectFrom("product").select(["units_90", "popularity"]).executeTakeFirstOrThrow();
    expect((await sales()).units_90).toBe(1);
    const page = async () => (await shop.browser().get("/storefront/products/product-2/")).text;
    expect(await page()).toMatch(/out of stock/i);

    await cancel();

    expect(await page()).not.toMatch(/out of stock/i);
    await recountSales(shop.shop.db, shop.shop.now());
    expect((await sales()).units_90).toBe(0);
  });
});
