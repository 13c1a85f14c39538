import { describe, expect, test } from "vitest";
import { type CheckoutJson, dataOf, engines, errorOf, openOn, type Shopper, shopperIn, sqlOf } from "./shopper.ts";

type Gifts = {
  eligible: boolean;
  threshold: { amount: number };
  remaining: { amount: number };
  products: { id: string; name: string; thumbnail: { url: string; alt: string } }[];
};

const giftsOf = async ({ browser, checkoutId }: Shopper) =>
  dataOf<Gifts>(await browser.get(`/storefront/api/checkout/gift-products?checkoutId=${checkoutId}`));

const choose = (shopper: Shopper, giftProductId = "p-9") => shopper.post("/storefront/checkout/line", { giftProductId });

// The fixture's rule gives p-9 for carts from $100.
describe.each(engines)("gifts on %s (requirement 51)", (engine) => {
  test("a shopper sees what is missing to a gift, and which it would be", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 2 });

    expect(await giftsOf(shopper)).toMatchObject({
      eligible: false,
      threshold: { amount: 100, currency: "USD" },
      remaining: { amount: 40, currency: "USD" },
      products: [{ id: "p-9", name: "Product 9" }],
    });
  });

  test("a gift that is earned is one line of one, at no price, and may be chosen again", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    expect(await giftsOf(shopper)).toMatchObject({ eligible: true, remaining: { amount: 0 } });

    await choose(shopper);
    const { lines, totalPrice } = dataOf<CheckoutJson>(await choose(shopper));

    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      variant: { id: "v-9" },
      quantity: 1,
      gift: true,
      amount: 0,
      unitPrice: { gross: { amount: 0 } },
    });
    expect(totalPrice.gross.amount).toBe(120);
  });

  test("a gift that is not earned is refused with what is missing", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 3 });
    const answer = await choose(shopper);
    expect([answer.status, errorOf(answer)]).toEqual([409, "Add $10.00 more in products to choose a gift."]);
  });

  test("products that are no gift are not given away", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    expect([(await choose(shopper, "p-1")).status, (await choose(shopper, "p-77")).status]).toEqual([404, 404]);
  });

  test("a gift that is out of stock is neither offered nor given", async () => {
    const shop = await openOn(engine, { stock: { "v-3": 10, "v-9": 0 } });
    const shopper = await shopperIn(shop, { "v-3": 4 });
    expect((await giftsOf(shopper)).products).toEqual([]);
    const answer = await choose(shopper);
    expect([answer.status, errorOf(answer)]).toEqual([409, "This item is out of stock."]);
  });

  test("the last unit is either bought or given, not both", async () => {
    const shop = await openOn(engine, { stock: { "v-3": 10, "v-9": 1 } });
    const shopper = await shopperIn(shop, { "v-3": 4 });
    await choose(shopper);
    expect((await shopper.post("/storefront/checkout/line", { variantId: "v-9" })).status).toBe(409);

    const other = await shopperIn(shop, { "v-3": 4, "v-9": 1 });
    expect((await choose(other)).status).toBe(409);
  });

  test("a gift goes when the products no longer earn it, and the shopper is told once", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    await choose(shopper);
    const step = { checkoutId: shopper.checkoutId, lineId: (await shopper.line("v-3"))?.id, quantity: 1 };

    const shrunk = await shopper.browser.put("/storefront/checkout/line/decrease", step);

    expect(dataOf<CheckoutJson>(shrunk)).toMatchObject({
      lines: [{ variant: { id: "v-3" }, quantity: 3 }],
      notice: "Your gift was removed because your cart no longer qualifies for it.",
    });
    const later = await shopper.find();
    expect([later.lines.length, later.notice]).toEqual([1, undefined]);
  });

  test("a gift is earned by products after discount: a promo code may cost it", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 5 });
    await choose(shopper);

    await shopper.addPromo("WELCOME10");

    const found = await shopper.find();
    expect([found.lines.length, found.totalPrice.gross.amount]).toEqual([1, 90]);
  });

  test("a gift does not outlive its rule", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    await choose(shopper);
    await sqlOf(shop).updateTable("gift_rule").set({ active: 0 }).execute();

    expect((await shopper.find()).lines).toHaveLength(1);
    expect(await giftsOf(shopper)).toMatchObject({ eligible: false, products: [] });
  });

  test("a gift whose rule has ended goes with the next step, whose answer shows no prices", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    await choose(shopper);
    await sqlOf(shop).updateTable("gift_rule").set({ active: 0 }).execute();

    await shopper.email("robin@example.com");

    const lines = sqlOf(shop).selectFrom("checkout_line").select("gift").where("checkout_id", "=", shopper.checkoutId);
    expect(await lines.execute()).toEqual([{ gift: 0 }]);
    expect(await shopper.find()).toMatchObject({ notice: "Your gift was removed because your cart no longer qualifies for it." });
  });

  test("a gift has no steps, but can be taken out", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    await choose(shopper);
    const gift = (await shopper.find()).lines.find((line) => line.gift);
    const body = { checkoutId: shopper.checkoutId, lineId: gift?.id };

    const grown = await shopper.browser.put("/storefront/checkout/line/increase", body);
    expect([grown.status, errorOf(grown)]).toEqual([409, "You can choose one gift."]);
    const removed = await shopper.browser.delete("/storefront/checkout/line/remove", body);
    expect(dataOf<CheckoutJson>(removed).lines).toHaveLength(1);
  });
});
