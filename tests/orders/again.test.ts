import { describe, expect, test } from "vitest";
import { createOrderToken } from "../../server/orders/order-token.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { addCustomer, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const again = "/storefront/orders/again/";
const cart = "/storefront/cart/";

async function customerWith(shop: TestShop, lines = [lineOf(2, 2), lineOf(3)]) {
  const order = await placed(shop.shop.db, { at: 1, customerId: "ann", lines });
  const browser = shop.browser();
  await signIn(browser);
  return { browser, orderId: order.id };
}

const setLeft = ({ shop }: TestShop, id: string, units: number) =>
  shop.db.updateTable("variant").set({ on_hand: units, reserved: 0 }).where("id", "=", id).execute();

async function linesIn(browser: TestBrowser): Promise<Record<string, number>> {
  const id = browser.jar.get("checkoutId");
  if (!id) return {};
  const { body } = await browser.get(`/storefront/checkout/find?checkoutId=${id}`);
  const { lines } = (body as { data: { lines: { variant: { id: string }; quantity: number }[] } }).data;
  return Object.fromEntries(lines.map(({ variant, quantity }) => [variant.id, quantity]));
}

describe.each(proofEngines)("buying an order's products again on %s", (engine) => {
  test("fills the cart at the prices of now; a native form leads to it", async () => {
    const shop = await shopWithCustomer({ engine });
    const { browser, orderId } = await customerWith(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2222 }).where("id", "=", "v-2").execute();

    const page = pageOf(await browser.get(`/storefront/dashboard/orders/${orderId}/`));
    expect(page.querySelector(`form[action="${again}"] [name="orderId"]`)?.getAttribute("value")).toBe(orderId);
    const answer = await browser.form(again, { orderId });

    expect([answer.status, answer.headers.get("location")]).toEqual([303, cart]);
    expect(await linesIn(browser)).toEqual({ "v-2": 2, "v-3": 1 });
    const shown = await browser.get(cart);
    expect(shown.text).toContain("$44.44");
    expect(pageOf(shown).querySelector(".notice")).toBeNull();
    expect((await browser.post(again, { orderId })).body).toMatchObject({
      data: { lines: [{ variantId: "v-2", name: "Product 2 (Variant 2)", wanted: 2, added: 2 }, { added: 1 }] },
    });
    expect(await linesIn(browser)).toEqual({ "v-2": 4, "v-3": 2 });
  });

  test("says what is gone, restricted or short, and never adds more than is left or 99", async () => {
    const stock = { "v-1": 10, "v-2": 10, "v-3": 1, "v-4": 500, "v-5": 0, "v-9": 10 };
    const shop = await shopWithCustomer({ engine, stock });
    const { browser, orderId } = await customerWith(shop, [lineOf(1, 2), lineOf(2, 2), lineOf(3, 3), lineOf(4, 90), lineOf(5)]);
    const { db } = shop.shop;
    await db.updateTable("product").set({ published: 0 }).where("id", "=", "p-1").execute();
    await db
      .insertInto("state_rule")
      .values({ id: "r-1", country: "US", area: "TX", category_id: null, product_id: "p-2" })
      .execute();

    await browser.form(again, { orderId });

    expect(textOf(pageOf(await browser.get(cart)), ".notice")).toBe(
      "Product 1 (Variant 1) is no longer available. Product 2 (Variant 2) can’t be sold in Texas. " +
        "We could add only 1 of Product 3 (Variant 3). Product 5 (Variant 5) is out of stock.",
    );
    expect(await linesIn(browser)).toEqual({ "v-3": 1, "v-4": 90 });
    const { body } = await browser.post(again, { orderId });
    expect((body as { data: { lines: unknown[] } }).data.lines).toMatchObject([
      { lacking: "gone", added: 0 },
      { lacking: "restricted", added: 0 },
      { lacking: "short", wanted: 3, added: 0 },
      { lacking: "short", wanted: 90, added: 9 },
      { lacking: "out_of_stock", added: 0 },
    ]);
    expect(await linesIn(browser)).toEqual({ "v-3": 1, "v-4": 99 });
  });

  test("of ten presses at once none oversells", async () => {
    const shop = await shopWithCustomer({ engine });
    const { browser, orderId } = await customerWith(shop);
    await browser.form(again, { orderId });
    await setLeft(shop, "v-2", 7);
    await Promise.all(Array.from({ length: 10 }, () => browser.post(again, { orderId })));
    expect(await linesIn(browser)).toMatchObject({ "v-2": 7 });
  });

  test("where nothing is left the order's page says so, and no cart is begun", async () => {
    const shop = await shopWithCustomer({ engine });
    const { browser, orderId } = await customerWith(shop, [lineOf(2), { ...lineOf(3), gift: true }]);
    await setLeft(shop, "v-2", 0);
    const answer = await browser.form(again, { orderId });
    expect([answer.status, textOf(pageOf(answer), ".notice--error p")]).toEqual([409, "Product 2 (Variant 2) is out of stock."]);
    expect(browser.jar.has("checkoutId")).toBe(false);
  });

  test("is for who may see the order: a mail's link too, nobody else", async () => {
    const shop = await shopWithCustomer({ engine });
    const { orderId } = await customerWith(shop);
    await addCustomer(shop, "bea");
    const bea = shop.browser();
    await signIn(bea, "bea@example.com");
    expect((await bea.post(again, { orderId })).status).toBe(404);
    expect((await shop.browser().post(again, { orderId })).status).toBe(401);
    const guest = await placed(shop.shop.db, { at: 1 });
    const token = await createOrderToken(shop.shop.db, guest.id, 1);
    const holder = shop.browser();
    const page = pageOf(await holder.get(`/storefront/orders/status/?token=${token}`));
    expect(page.querySelector(`form[action="${again}"] [name="token"]`)?.getAttribute("value")).toBe(token);
    expect((await holder.form(again, { token })).headers.get("location")).toBe(cart);
    expect(await linesIn(holder)).toEqual({ "v-2": 1 });
    expect((await holder.call("POST", again, { token }, { csrf: false })).status).toBe(403);
  });
});
