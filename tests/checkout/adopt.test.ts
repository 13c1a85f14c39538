import { describe, expect, test } from "vitest";
import { emailPath, methodPath, paymentPath, shippingPath, stepPath } from "../../server/checkout/paths.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { cardForm } from "../payments/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { blog, EmbeddingPage } from "../support/embedding-page.ts";
import type { Engine, TestShop, TestShopOptions } from "../support/shop.ts";
import { type CheckoutJson, dataOf, engines, fieldValue, nobody, openOn, pageOf, shopperIn, sqlOf, texas } from "./shopper.ts";

const listed = { EMBED_ORIGINS: blog };
const openEmbeddable = (engine: Engine, options: TestShopOptions = {}) => openOn(engine, { env: listed, ...options });

/** A cart that was filled on a page of another origin. */
async function cartElsewhere(shop: TestShop, units: Record<string, number>, promoCode?: string) {
  const page = new EmbeddingPage(shop);
  await page.fetchToken();
  const lines = Object.entries(units).map(([variantId, quantity]) => ({ variantId, quantity }));
  const { checkoutId } = (await page.send("POST", "/storefront/checkout/create", { lines })).body.data as { checkoutId: string };
  if (promoCode) await page.send("POST", "/storefront/api/checkout/add-promo", { checkoutId, promoCode });
  return { page, checkoutId };
}

const contactOf = (id: string) => stepPath("contact", id);
const arrive = (browser: TestBrowser, id: string) => browser.get(contactOf(id));
/** Makes the checkout's first change at the shop itself, by the form of the contact step. */
const begin = async (browser: TestBrowser, id: string) => {
  await arrive(browser, id);
  return await browser.form(emailPath, { checkoutId: id, email: "mary@example.com" });
};
const shippingOf = (id: string) => stepPath("shipping", id);
const cookieOf = (browser: TestBrowser) => browser.jar.get("checkoutId");
const found = async (browser: TestBrowser, id: string) => await browser.get(`/storefront/checkout/find?checkoutId=${id}`);
async function unitsOf(browser: TestBrowser, id: string): Promise<Record<string, number>> {
  const { lines } = dataOf<CheckoutJson>(await found(browser, id));
  return Object.fromEntries(lines.map(({ variant, quantity }) => [variant.id, quantity]));
}

/** All rows that a page could have written for carts. */
async function cartsIn(shop: TestShop) {
  const db = sqlOf(shop);
  const lines = await db.selectFrom("checkout_line").selectAll().orderBy("id").execute();
  return { lines, checkouts: await db.selectFrom("checkout").selectAll().orderBy("id").execute() };
}

describe.each(engines)("the first change of a cart from elsewhere on %s", (engine) => {
  test("makes the cart this browser's own, until a day after it began, and leads through to the confirmation without scripts", async () => {
    const shop = await openEmbeddable(engine, { pays: true });
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 2 }, "WELCOME10");
    shop.pass(3_600_000);
    const shopper = shop.browser();
    const before = await cartsIn(shop);

    const contact = await arrive(shopper, checkoutId);

    expect([contact.status, contact.text.includes("Product 1"), cookieOf(shopper)]).toEqual([200, true, undefined]);
    expect(await cartsIn(shop)).toEqual(before);
    const next = async (path: string, fields: Record<string, string>) => {
      const answer = await shopper.form(path, { checkoutId, ...fields });
      expect([path, answer.status]).toEqual([path, 303]);
      return answer;
    };
    const to = (answer: Answer) => answer.headers.get("location") ?? "";
    const first = await next(emailPath, { email: "ada@example.com" });
    expect(to(first)).toBe(shippingOf(checkoutId));
    const line = first.headers.getSetCookie().find((each) => each.startsWith("checkoutId="));
    expect(line).toMatch(new RegExp(`^checkoutId=${checkoutId}; Max-Age=8(27|28)\\d\\d; Path=/; .*SameSite=Lax$`));
    expect((await shopper.get("/storefront/cart/")).text).toContain("Product 1");
    await next(shippingPath, texas);
    const payment = to(await next(methodPath, { shippingMethodId: "standard" }));
    // The page that filled the cart can now read only its lines.
    const find = async () => (await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`)).body.data;
    expect(await find()).toMatchObject({
      lines: [{ variant: { id: "v-1" }, quantity: 2 }],
      state: "open",
      email: "",
      shippingAddress: null,
      shippingMethod: null,
      promoCode: null,
    });
    const quote = fieldValue(pageOf(await shopper.get(payment)), "quote") ?? "";
    const confirmation = to(await next(paymentPath, { quote, sameAsShipping: "true", ...cardForm() }));
    expect(confirmation).toContain("/storefront/checkout/confirmation/");
    expect((await shopper.get(confirmation)).text).toContain("Product 1");
    // The page learns that its cart was bought.
    expect(await find()).toEqual({ id: checkoutId, state: "completed" });
  });

  test("moves it into the cart that a guest has, which keeps what it has: for this browser alone", async () => {
    const shop = await openEmbeddable(engine, { stock: { "v-1": 5, "v-2": 9, "v-3": 9 } });
    const own = await shopperIn(shop, { "v-1": 4, "v-2": 1 });
    await own.email("mary@example.com");
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 3, "v-3": 2 }, "WELCOME10");

    const answer = await begin(own.browser, checkoutId);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, shippingOf(own.checkoutId)]);
    expect(cookieOf(own.browser)).toBe(own.checkoutId);
    expect(await own.find()).toMatchObject({
      email: "mary@example.com",
      promoCode: "WELCOME10",
      notice: "Some items in your cart ran out and were left out.",
    });
    expect(await unitsOf(own.browser, own.checkoutId)).toEqual({ "v-1": 5, "v-2": 1, "v-3": 2 });
    // A second move adds nothing, and an older tab finds the merged cart.
    expect((await begin(own.browser, checkoutId)).status).toBe(303);
    expect(await unitsOf(own.browser, checkoutId)).toEqual({ "v-1": 5, "v-2": 1, "v-3": 2 });
    // Anyone with the link can read the cart's former content, but not whose cart it became.
    const stranger = shop.browser();
    expect(dataOf(await found(stranger, checkoutId))).toMatchObject({ id: checkoutId, email: "", promoCode: null });
    expect(await unitsOf(stranger, checkoutId)).toEqual({ "v-1": 3, "v-3": 2 });
    const theirs = await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`);
    expect(theirs.body.data).toMatchObject({ id: checkoutId, state: "open", lines: [{ quantity: 3 }, { quantity: 2 }] });
    const begun = await page.send("POST", "/storefront/cart/add", { variantId: "v-2" });
    expect([checkoutId, own.checkoutId]).not.toContain(begun.body.data.checkoutId);
    expect(await unitsOf(own.browser, own.checkoutId)).toEqual({ "v-1": 5, "v-2": 1, "v-3": 2 });
  });

  test("moves it into the cart of a customer who is signed in", async () => {
    const shop = await shopWithCustomer({ engine, env: listed });
    const browser = shop.browser();
    await browser.form("/storefront/cart/add", { variantId: "v-2" });
    await signIn(browser);
    const own = cookieOf(browser) ?? "";
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 2, "v-2": 1 }, "WELCOME10");

    const answer = await begin(browser, checkoutId);

    expect([answer.headers.get("location"), cookieOf(browser)]).toEqual([shippingOf(own), own]);
    expect(await unitsOf(browser, own)).toEqual({ "v-1": 2, "v-2": 2 });
    expect(dataOf<CheckoutJson>(await found(browser, own)).promoCode).toBe("WELCOME10");
    // The page can read the lines that it added, and nobody else can.
    const theirs = await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`);
    expect(theirs.body.data).toMatchObject({ state: "open", email: "", lines: [{ quantity: 2 }, { quantity: 1 }] });
    expect((await found(shop.browser(), checkoutId)).status).toBe(401);
  });

  test("or makes it that customer's where there is no other", async () => {
    const shop = await shopWithCustomer({ engine, env: listed });
    const browser = shop.browser();
    await signIn(browser);
    const { checkoutId } = await cartElsewhere(shop, { "v-1": 2 });

    const { headers } = await begin(browser, checkoutId);

    const own = cookieOf(browser) ?? "";
    expect([own === checkoutId, headers.get("location")]).toEqual([false, shippingOf(own)]);
    expect((await found(shop.browser(), own)).status).toBe(401);
    expect(await unitsOf(browser, own)).toEqual({ "v-1": 2 });
  });

  test("takes the place of a cart of this browser that is empty, bought, or somebody's who signed out", async () => {
    const shop = await openEmbeddable(engine);
    const db = sqlOf(shop);
    const empty = await shopperIn(shop);
    const bought = await shopperIn(shop, { "v-2": 1 });
    await db.updateTable("checkout").set({ state: "abandoned" }).where("id", "=", bought.checkoutId).execute();
    for (const { browser, checkoutId: old } of [empty, bought, { browser: shop.browser(), checkoutId: nobody }]) {
      browser.jar.set("checkoutId", old);
      const { checkoutId } = await cartElsewhere(shop, { "v-1": 1 });
      expect((await begin(browser, checkoutId)).status).toBe(303);
      expect(cookieOf(browser)).toBe(checkoutId);
    }
  });

  test("is a copy for every browser after the first, beside the cart that it has", async () => {
    const shop = await openEmbeddable(engine);
    const [{ checkoutId }, alice, carol] = [await cartElsewhere(shop, { "v-1": 1 }), shop.browser(), shop.browser()];
    const bob = await shopperIn(shop, { "v-2": 1 });
    await begin(alice, checkoutId);

    for (const browser of [bob.browser, carol]) await begin(browser, checkoutId);

    expect([cookieOf(alice), cookieOf(bob.browser)]).toEqual([checkoutId, bob.checkoutId]);
    expect(await unitsOf(bob.browser, bob.checkoutId)).toEqual({ "v-2": 1 });
    expect(await unitsOf(bob.browser, checkoutId)).toEqual({ "v-1": 1 });
    expect(dataOf<CheckoutJson>(await found(carol, checkoutId)).id).toBe(cookieOf(carol));
    const copies = await sqlOf(shop).selectFrom("checkout").select("id").where("copied_from", "=", checkoutId).execute();
    expect(copies.length).toBe(2);
  });

  test("brings what the page has added since to whoever took it over, and nothing twice", async () => {
    const shop = await shopWithCustomer({ engine, env: listed });
    const [guest, customer] = [shop.browser(), shop.browser()];
    await signIn(customer);
    for (const browser of [guest, customer]) {
      const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 2 });
      await begin(browser, checkoutId);
      const added = await page.send("POST", "/storefront/cart/add", { variantId: "v-2" });
      const later = added.body.data.checkoutId;
      await page.send("POST", "/storefront/checkout/line", { checkoutId: later, variantId: "v-1", quantity: 1 });

      await begin(browser, later);

      expect(await unitsOf(browser, cookieOf(browser) ?? "")).toEqual({ "v-1": 3, "v-2": 1 });
    }
  });

  test("stands beside a cart that is being paid", async () => {
    const shop = await openEmbeddable(engine);
    const own = await shopperIn(shop, { "v-2": 1 });
    const { checkoutId } = await cartElsewhere(shop, { "v-1": 1 });
    await sqlOf(shop).updateTable("checkout").set({ state: "paying" }).where("id", "=", own.checkoutId).execute();

    await begin(own.browser, checkoutId);

    expect([cookieOf(own.browser), await unitsOf(own.browser, own.checkoutId)]).toEqual([own.checkoutId, { "v-2": 1 }]);
    expect(await unitsOf(own.browser, checkoutId)).toEqual({ "v-1": 1 });
  });
});
