import { describe, expect, test } from "vitest";
import { emailPath, methodPath, paymentPath, shippingPath, stepPath } from "../../server/checkout/paths.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { cardForm } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
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
const arrive = (browser: TestBrowser, id: string, headers: Record<string, string> = {}) =>
  browser.request("GET", contactOf(id), { headers });
const cookieOf = (browser: TestBrowser) => browser.jar.get("checkoutId");
const found = async (browser: TestBrowser, id: string) => await browser.get(`/storefront/checkout/find?checkoutId=${id}`);
async function unitsOf(browser: TestBrowser, id: string): Promise<Record<string, number>> {
  const { lines } = dataOf<CheckoutJson>(await found(browser, id));
  return Object.fromEntries(lines.map(({ variant, quantity }) => [variant.id, quantity]));
}

describe.each(engines)("the contact step of a cart from elsewhere on %s", (engine) => {
  test("makes the cart this browser's own, until a day after it began, and leads through to the confirmation without scripts", async () => {
    const shop = await openEmbeddable(engine, { pays: true });
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 2 });
    shop.pass(3_600_000);
    const shopper = shop.browser();

    const contact = await arrive(shopper, checkoutId);

    expect(contact.status).toBe(200);
    const line = contact.headers.getSetCookie().find((each) => each.startsWith("checkoutId="));
    expect(line).toMatch(new RegExp(`^checkoutId=${checkoutId}; Max-Age=8(27|28)\\d\\d; Path=/; .*SameSite=Lax$`));
    expect((await shopper.get("/storefront/cart/")).text).toContain("Product 1");
    const next = async (path: string, fields: Record<string, string>) => {
      const answer = await shopper.form(path, { checkoutId, ...fields });
      expect([path, answer.status]).toEqual([path, 303]);
      return answer.headers.get("location") ?? "";
    };
    expect(await next(emailPath, { email: "ada@example.com" })).toBe(stepPath("shipping", checkoutId));
    await next(shippingPath, texas);
    const payment = await next(methodPath, { shippingMethodId: "standard" });
    const quote = fieldValue(pageOf(await shopper.get(payment)), "quote") ?? "";
    const confirmation = await next(paymentPath, { quote, sameAsShipping: "true", ...cardForm() });
    expect(confirmation).toContain("/storefront/checkout/confirmation/");
    expect((await shopper.get(confirmation)).text).toContain("Product 1");
    // The page that it came from finds its cart bought.
    const theirs = await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`);
    expect(theirs.body.data).toEqual({ id: checkoutId, state: "completed" });
  });

  test("moves it into the cart that a guest has, which keeps what it has: for this browser alone", async () => {
    const shop = await openEmbeddable(engine, { stock: { "v-1": 5, "v-2": 9, "v-3": 9 } });
    const own = await shopperIn(shop, { "v-1": 4, "v-2": 1 });
    own.browser.jar.set("checkoutId", own.checkoutId);
    await own.email("mary@example.com");
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 3, "v-3": 2 }, "WELCOME10");

    const answer = await arrive(own.browser, checkoutId);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, contactOf(own.checkoutId)]);
    expect(cookieOf(own.browser)).toBe(own.checkoutId);
    expect(await own.find()).toMatchObject({
      email: "mary@example.com",
      promoCode: "WELCOME10",
      notice: "Some items in your cart ran out and were left out.",
    });
    expect(await unitsOf(own.browser, own.checkoutId)).toEqual({ "v-1": 5, "v-2": 1, "v-3": 2 });
    // Twice adds nothing twice, and an older tab finds what became of it.
    expect((await arrive(own.browser, checkoutId)).status).toBe(303);
    expect(await unitsOf(own.browser, checkoutId)).toEqual({ "v-1": 5, "v-2": 1, "v-3": 2 });
    // Who made the link does not see whose cart it became.
    const stranger = shop.browser();
    expect((await found(stranger, checkoutId)).status).toBe(404);
    expect((await arrive(stranger, checkoutId)).status).toBe(404);
    expect((await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`)).status).toBe(404);
    const begun = await page.send("POST", "/storefront/cart/add", { variantId: "v-2" });
    expect(begun.body.data.checkoutId).not.toBe(checkoutId);
  });

  test("moves it into the cart of a customer who is signed in", async () => {
    const shop = await shopWithCustomer({ engine, env: listed });
    const browser = shop.browser();
    await browser.form("/storefront/cart/add", { variantId: "v-2" });
    await signIn(browser);
    const own = cookieOf(browser) ?? "";
    const { page, checkoutId } = await cartElsewhere(shop, { "v-1": 2, "v-2": 1 }, "WELCOME10");

    const answer = await arrive(browser, checkoutId);

    expect([answer.headers.get("location"), cookieOf(browser)]).toEqual([contactOf(own), own]);
    expect(await unitsOf(browser, own)).toEqual({ "v-1": 2, "v-2": 2 });
    expect(dataOf<CheckoutJson>(await found(browser, own)).promoCode).toBe("WELCOME10");
    expect((await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`)).status).toBe(401);
  });

  test("or makes it that customer's where there is no other", async () => {
    const shop = await shopWithCustomer({ engine, env: listed });
    const browser = shop.browser();
    await signIn(browser);
    const { checkoutId } = await cartElsewhere(shop, { "v-1": 2 });

    const { headers } = await arrive(browser, checkoutId);

    const own = cookieOf(browser) ?? "";
    expect([own === checkoutId, headers.get("location")]).toEqual([false, contactOf(own)]);
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
      expect((await arrive(browser, checkoutId)).status).toBe(200);
      expect(cookieOf(browser)).toBe(checkoutId);
    }
  });

  test("of another browser is shown, and stays that browser's where this one has a cart", async () => {
    const shop = await openEmbeddable(engine);
    const [alice, bob] = [await shopperIn(shop, { "v-1": 1 }), await shopperIn(shop, { "v-2": 1 })];
    bob.browser.jar.set("checkoutId", bob.checkoutId);

    expect((await arrive(bob.browser, alice.checkoutId)).text).toContain("Product 1");
    const carol = shop.browser();
    expect((await arrive(carol, alice.checkoutId)).text).toContain("Product 1");

    expect([cookieOf(bob.browser), cookieOf(carol)]).toEqual([bob.checkoutId, alice.checkoutId]);
    expect(await unitsOf(alice.browser, alice.checkoutId)).toEqual({ "v-1": 1 });
    expect(await unitsOf(bob.browser, bob.checkoutId)).toEqual({ "v-2": 1 });
  });

  test("leaves alone what is empty, being paid, or a customer's, and requests that show no page", async () => {
    const shop = await openEmbeddable(engine);
    const db = sqlOf(shop);
    const own = await shopperIn(shop, { "v-2": 1 });
    const set = (id: string, state: "paying" | "open") =>
      db.updateTable("checkout").set({ state }).where("id", "=", id).execute();
    own.browser.jar.set("checkoutId", own.checkoutId);
    const untouched = async (id: string, headers: Record<string, string> = {}) => {
      await arrive(own.browser, id, headers);
      expect([id, cookieOf(own.browser), await unitsOf(own.browser, own.checkoutId)]).toEqual([id, own.checkoutId, { "v-2": 1 }]);
    };
    const { checkoutId } = await cartElsewhere(shop, { "v-1": 1 });

    for (const headers of [{ "sec-purpose": "prefetch" }, { "sec-fetch-dest": "empty" }, { "sec-fetch-dest": "image" }])
      await untouched(checkoutId, headers);
    await own.browser.request("HEAD", contactOf(checkoutId));
    await set(own.checkoutId, "paying");
    await untouched(checkoutId);
    await set(own.checkoutId, "open");
    await untouched((await cartElsewhere(shop, {})).checkoutId);
    await untouched(nobody);
    await set(checkoutId, "paying");
    await untouched(checkoutId);
  });
});
