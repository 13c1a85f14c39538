import { describe, expect, test } from "vitest";
import { type CheckoutJson, dataOf, engines, errorOf, nobody, openOn, shopperIn, sqlOf } from "./shopper.ts";

const day = 24 * 3600;

describe.each(engines)("the cart's calls on %s", (engine) => {
  test("a checkout is created with products, and named in a cookie of 24 hours for every path (requirements 44–47)", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();

    const answer = await browser.post("/storefront/checkout/create", { lines: [{ variantId: "v-2", quantity: 2 }] });

    const { checkoutId } = dataOf<{ checkoutId: string }>(answer);
    expect(answer.status).toBe(200);
    expect(checkoutId).toMatch(/^[a-f0-9]{32}$/);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("checkoutId=")) ?? "";
    expect(cookie).toContain(`checkoutId=${checkoutId};`);
    expect(cookie).toMatch(new RegExp(`Max-Age=${day};`));
    expect(cookie).toMatch(/; Path=\/;/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/HttpOnly|Secure/);
  });

  test("a second checkout replaces the first in the cookie (requirement 45)", async () => {
    const shop = await openOn(engine);
    const first = await shopperIn(shop);
    const second = await shopperIn(shop, {}, first.browser);
    expect(second.checkoutId).not.toBe(first.checkoutId);
    expect(first.browser.jar.get("checkoutId")).toBe(second.checkoutId);
  });

  test("a checkout tells its lines and its total in dollars (requirements 49, 65, 66)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2, "v-3": 1 });

    const found = await shopper.find();

    expect(found).toMatchObject({
      id: shopper.checkoutId,
      state: "open",
      email: "",
      shippingAddress: null,
      billingAddress: null,
      shippingMethod: null,
      promoCode: null,
      totalPrice: { gross: { amount: 50 } },
    });
    expect(found.lines).toHaveLength(2);
    expect(found.lines[0]).toMatchObject({
      variant: { id: "v-1", name: "Variant 1" },
      product: { name: "Product 1", slug: "product-1" },
      quantity: 2,
      amount: 20,
      left: 10,
      gift: false,
      backdropColour: "black",
      unitPrice: { gross: { amount: 10 } },
      totalPrice: { gross: { amount: 20 }, net: { amount: 20 } },
    });
  });

  test("totals come with their currency and a quote, which stays the same while the total does (requirement 50)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2 });
    const dollars = (amount: number) => ({ amount, currency: "USD" });

    const totals = await shopper.totals();

    expect(totals).toEqual({
      subtotal: dollars(20),
      discount: dollars(0),
      shipping: dollars(0),
      tax: dollars(0),
      total: dollars(20),
      quote: expect.stringMatching(/^[a-f0-9]{32}$/),
    });
    expect((await shopper.totals()).quote).toBe(totals.quote);
    await shopper.post("/storefront/checkout/line", { variantId: "v-1" });
    expect((await shopper.totals()).quote).not.toBe(totals.quote);
  });

  test("products are added, and the same products again add up (requirement 52)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop);

    const first = await shopper.post("/storefront/checkout/line", { variantId: "v-2" });
    const second = await shopper.post("/storefront/checkout/line", { variantId: "v-2", quantity: 3 });

    expect(dataOf<CheckoutJson>(first).lines).toMatchObject([{ quantity: 1 }]);
    expect(dataOf<CheckoutJson>(second).lines).toMatchObject([{ variant: { id: "v-2" }, quantity: 4, amount: 80 }]);
  });

  test("a line grows and shrinks by steps, and is gone at nothing (requirements 53, 54, 55)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });
    const { id: lineId = "" } = (await shopper.line("v-1")) ?? {};
    const step = (way: string, quantity?: number) =>
      shopper.browser.put(`/storefront/checkout/line/${way}`, {
        checkoutId: shopper.checkoutId,
        lineId,
        ...(quantity && { quantity }),
      });

    expect(dataOf<CheckoutJson>(await step("increase", 4)).lines[0]?.quantity).toBe(5);
    expect(dataOf<CheckoutJson>(await step("increase")).lines[0]?.quantity).toBe(6);
    expect(dataOf<CheckoutJson>(await step("decrease", 2)).lines[0]?.quantity).toBe(4);
    expect(dataOf<CheckoutJson>(await step("decrease", 4)).lines).toMatchObject([{ variant: { id: "v-2" } }]);
    expect((await step("decrease")).status).toBe(404);
  });

  test("a line is removed (requirement 53)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 3 });
    const body = { checkoutId: shopper.checkoutId, lineId: (await shopper.line("v-1"))?.id };

    const removed = await shopper.browser.delete("/storefront/checkout/line/remove", body);

    expect(removed.status).toBe(200);
    expect(dataOf<CheckoutJson>(removed)).toMatchObject({ lines: [], totalPrice: { gross: { amount: 0 } } });
    const again = await shopper.browser.delete("/storefront/checkout/line/remove", body);
    expect([again.status, errorOf(again)]).toEqual([404, "We couldn’t find that."]);
  });

  test("a line never exceeds the stock, however it grows (requirement 54)", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 2 } });
    const shopper = await shopperIn(shop, { "v-1": 2 });
    const lineId = (await shopper.line("v-1"))?.id;

    const grown = await shopper.browser.put("/storefront/checkout/line/increase", { checkoutId: shopper.checkoutId, lineId });
    const added = await shopper.post("/storefront/checkout/line", { variantId: "v-1" });

    for (const answer of [grown, added]) expect([answer.status, errorOf(answer)]).toEqual([409, "Only 2 of this item are left."]);
    expect((await shopper.line("v-1"))?.quantity).toBe(2);
  });

  test("products that are out of stock or out of sale are refused by name of the reason", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 0, "v-2": 5, "v-3": 5 } });
    const shopper = await shopperIn(shop, { "v-3": 1 });
    await sqlOf(shop).updateTable("variant").set({ active: 0 }).where("id", "=", "v-2").execute();

    const gone = await shopper.post("/storefront/checkout/line", { variantId: "v-1" });
    const unsold = await shopper.post("/storefront/checkout/line", { variantId: "v-2" });
    const unknown = await shopper.post("/storefront/checkout/line", { variantId: "v-77" });

    expect([gone.status, errorOf(gone)]).toEqual([409, "This item is out of stock."]);
    expect([unsold.status, errorOf(unsold)]).toEqual([409, "This item is no longer sold."]);
    expect(unknown.status).toBe(404);
  });

  test("no line holds more than 99, and the shopper is told once", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 500 } });
    const shopper = await shopperIn(shop, { "v-1": 98 });

    const added = await shopper.post("/storefront/checkout/line", { variantId: "v-1", quantity: 50 });

    expect(dataOf<CheckoutJson>(added)).toMatchObject({
      lines: [{ quantity: 99 }],
      notice: "You can have up to 99 of one item.",
    });
    expect((await shopper.find()).notice).toBeUndefined();
  });

  test("a new checkout is refused whole when one of its lines is", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 2, "v-2": 5 } });
    const browser = shop.browser();

    const answer = await browser.post("/storefront/checkout/create", {
      lines: [
        { variantId: "v-2", quantity: 1 },
        { variantId: "v-1", quantity: 3 },
      ],
    });

    expect([answer.status, errorOf(answer)]).toEqual([409, "Only 2 of this item are left."]);
    expect(browser.jar.has("checkoutId")).toBe(false);
    expect(await sqlOf(shop).selectFrom("checkout").select("id").execute()).toEqual([]);
  });

  test("Your cart can hold up to 100 different items.", async () => {
    const stock = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v-${index + 1}`, 5]));
    const shop = await openOn(engine, { stock });
    const quantities = Object.fromEntries(
      Object.keys(stock)
        .slice(0, 100)
        .map((id) => [id, 1]),
    );
    const shopper = await shopperIn(shop, quantities);

    const answer = await shopper.post("/storefront/checkout/line", { variantId: "v-101" });

    expect([answer.status, errorOf(answer)]).toEqual([409, "Your cart can hold up to 100 different items."]);
    expect((await shopper.find()).lines).toHaveLength(100);
  });

  test("steps that come at once all count", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 50 } });
    const shopper = await shopperIn(shop, { "v-1": 1 });
    await Promise.all(Array.from({ length: 10 }, () => shopper.post("/storefront/checkout/line", { variantId: "v-1" })));
    expect((await shopper.line("v-1"))?.quantity).toBe(11);
  });

  test("prices follow the catalogue, not what was put in", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2 });
    await sqlOf(shop).updateTable("variant").set({ price: 1250 }).where("id", "=", "v-1").execute();
    expect((await shopper.find()).lines[0]).toMatchObject({ amount: 25, unitPrice: { gross: { amount: 12.5 } } });
  });

  test.each(["/storefront/checkout/find", "/storefront/api/checkout/totals", "/storefront/api/checkout/gift-products"])(
    "%s of an unknown checkout is not found, of none is a wrong question",
    async (path) => {
      const shop = await openOn(engine);
      const browser = shop.browser();
      expect((await browser.get(`${path}?checkoutId=${nobody}`)).status).toBe(404);
      const none = await browser.get(path);
      expect([none.status, errorOf(none)]).toEqual([400, "“checkoutId” must be an id."]);
    },
  );
});
