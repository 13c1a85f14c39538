import { describe, expect, test } from "vitest";
import { deleteExpiredDrafts } from "../../server/web/form-drafts.ts";
import { pageOf, type Shopper, shopperIn, texas } from "../checkout/shopper.ts";
import { placed } from "../orders/order-fixture.ts";
import { cardForm } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { addCustomer, password, shopWithCustomer, signIn } from "./customer-fixture.ts";

const hour = 3_600_000;
const pathOf = (step: string, id: string) => `/storefront/checkout/${step}/${id}/`;
const signInTo = (page: string) => `/identity/signin/?next=${encodeURIComponent(page)}`;
const flat = texas as Record<string, string>;

/** Ends all sessions, like a password change on another device. */
const endSessions = ({ shop }: TestShop) => shop.db.deleteFrom("session").execute();

/** Ann was signed in, with a checkout at its payment step, before her session ended. */
async function annAtPayment(shop: TestShop): Promise<Shopper> {
  const browser = shop.browser();
  await signIn(browser);
  const shopper = await shopperIn(shop, { "v-1": 1 }, browser);
  await shopper.email("ann@example.com");
  await shopper.ship();
  await shopper.method();
  return shopper;
}

/** The form as a browser posts it: the session's end has made its token stale. */
const stale = { _csrf: "of-the-session" };
const valueIn = (text: string, name: string) =>
  pageOf({ text } as never)
    .querySelector(`[name="${name}"]`)
    ?.getAttribute("value");

/** Signs in at the address that a form redirected to, and follows its `next`. */
async function goOn(browser: TestBrowser, location: string | null) {
  const page = await browser.get(location ?? "");
  const [, next = ""] = /name="next" value="([^"]*)"/.exec(page.text) ?? [];
  const entered = await browser.form("/identity/signin/", { email: "ann@example.com", password, next });
  return await browser.get(entered.headers.get("location") ?? "");
}

describe.each(engines)("a session that is over on %s", (engine) => {
  test.each([
    ["after seven days", async (shop: TestShop) => shop.pass(7 * 24 * hour)],
    ["with a password changed elsewhere", endSessions],
  ])("leads pages to the sign-in and back, and refuses calls with 401, %s", async (_, end) => {
    const shop = await shopWithCustomer({ engine });
    const { browser, checkoutId, post } = await annAtPayment(shop);
    await end(shop);

    for (const page of [
      ...["contact", "shipping", "shipping_method", "payment"].map((step) => pathOf(step, checkoutId)),
      "/storefront/dashboard/",
      "/storefront/dashboard/profile/",
      "/storefront/dashboard/settings/",
      "/storefront/dashboard/settings/?edit=new",
      "/storefront/cart/",
    ]) {
      const answer = await browser.get(page);
      expect([page, answer.status, answer.headers.get("location")]).toEqual([page, 303, signInTo(page)]);
    }
    for (const answer of [
      await post("/storefront/checkout/email", { email: "x@y.zz" }),
      await post("/storefront/checkout/line", { variantId: "v-1" }),
      await post("/storefront/checkout/payment", { paymentDetails: cardForm() }),
      await browser.get(`/storefront/api/checkout/totals?checkoutId=${checkoutId}`),
      await browser.put("/storefront/api/customers/phone", { value: "1" }),
    ])
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([401, "signed_out"]);
  });

  test("keeps what was typed into a step's form without scripts, for after the sign-in, once", async () => {
    const shop = await shopWithCustomer({ engine });
    const { browser, checkoutId } = await annAtPayment(shop);
    await endSessions(shop);

    const typed = { ...flat, city: "Typed City", countryArea: "TX" };
    const led = await browser.form("/storefront/checkout/shipping", { checkoutId, ...typed, ...stale });
    const page = pathOf("shipping", checkoutId);
    expect([led.status, led.headers.get("location")]).toEqual([303, signInTo(page)]);

    const back = await goOn(browser, led.headers.get("location"));
    expect(valueIn(back.text, "city")).toBe("Typed City");
    expect(valueIn((await browser.get(page)).text, "city")).toBe("Austin");
  });

  test("keeps neither card nor token nor password of the payment form, but its billing address", async () => {
    const shop = await shopWithCustomer({ engine });
    const { browser, checkoutId } = await annAtPayment(shop);
    await endSessions(shop);

    const form = { checkoutId, ...flat, city: "Bill City", sameAsShipping: "false", ...(cardForm() as Record<string, string>) };
    const led = await browser.form("/storefront/checkout/payment", { ...form, ...stale });
    expect(led.headers.get("location")).toBe(signInTo(pathOf("payment", checkoutId)));
    const rows = await shop.shop.db.selectFrom("form_draft").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(Object.keys(JSON.parse(rows[0]?.typed ?? "")).sort()).toEqual(
      [
        "city",
        "country",
        "countryArea",
        "firstName",
        "lastName",
        "phone",
        "postalCode",
        "sameAsShipping",
        "streetAddress1",
      ].sort(),
    );

    const back = await goOn(browser, led.headers.get("location"));
    expect(valueIn(back.text, "city")).toBe("Bill City");
    expect(valueIn(back.text, "cardNumber")).toBeNull();
    await browser.form("/identity/signout/", {});
    await browser.form("/storefront/api/customers/phone", {
      _method: "PUT",
      value: "1",
      password: "p",
      token: "t",
      ...(cardForm() as Record<string, string>),
      ...stale,
    });
    const [kept] = await shop.shop.db.selectFrom("form_draft").select("typed").execute();
    expect(JSON.parse(kept?.typed ?? "")).toEqual({ value: "1" });
  });

  test("keeps a form of the dashboard: a field, an address, the reason of a cancelation", async () => {
    const shop = await shopWithCustomer({ engine });
    const browser = shop.browser();
    await signIn(browser);
    const order = await placed(shop.shop.db, { at: shop.shop.now(), customerId: "ann", visitor: null, email: "ann@example.com" });
    await endSessions(shop);
    const orderPage = `/storefront/dashboard/orders/${order.id}/`;

    const field = await browser.form("/storefront/api/customers/phone", { _method: "PUT", value: "512 555 0999", ...stale });
    const address = await browser.form("/storefront/api/customers/address", {
      street: "5 Typed Street",
      firstName: "Ann",
      ...stale,
    });
    const reason = await browser.form("/storefront/api/cancel-order", {
      orderId: order.id,
      orderNumber: String(order.number),
      userEmail: "ann@example.com",
      reason: "item price too high",
      ...stale,
    });
    expect([field, address, reason].map(({ headers }) => headers.get("location"))).toEqual(
      ["/storefront/dashboard/profile/", "/storefront/dashboard/settings/", orderPage].map(signInTo),
    );

    const profile = await goOn(browser, field.headers.get("location"));
    expect(profile.text).toContain("512 555 0999");
    const settings = await browser.get("/storefront/dashboard/settings/");
    expect(valueIn(settings.text, "street")).toBe("5 Typed Street");
    expect(pageOf(await browser.get(orderPage)).querySelector("option[selected]")?.textContent).toBe("item price too high");
    for (const page of ["profile", "settings"])
      expect((await browser.get(`/storefront/dashboard/${page}/`)).text).not.toMatch(/512 555 0999|5 Typed Street/);
  });

  test("a draft is its browser's, for an hour, and goes with the lines into another cart", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bob");
    const { browser, checkoutId } = await annAtPayment(shop);
    await endSessions(shop);
    const type = (city: string) => browser.form("/storefront/checkout/shipping", { checkoutId, ...flat, city, ...stale });
    await type("Typed City");
    const other = shop.browser();
    await signIn(other);
    expect((await other.get(pathOf("shipping", checkoutId))).text).not.toContain("Typed City");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    expect((await bob.get(pathOf("shipping", checkoutId))).status).toBe(404);

    // Meanwhile another device has a newer cart, and this browser has a guest's cart.
    shop.pass(1000);
    const newer = await shopperIn(shop, { "v-2": 1 }, other);
    await newer.email("ann@example.com");
    browser.jar.delete("checkoutId");
    await shopperIn(shop, { "v-3": 1 }, browser);
    await signIn(browser);
    const moved = await browser.get(pathOf("shipping", checkoutId));
    expect(moved.headers.get("location")).toBe(pathOf("shipping", newer.checkoutId));
    expect((await browser.get(pathOf("shipping", newer.checkoutId))).text).toContain("Typed City");

    await endSessions(shop);
    await type("Late City");
    await browser.form("/storefront/api/customers/phone", { _method: "PUT", value: "512 555 0999", ...stale });
    shop.pass(hour);
    await signIn(browser);
    expect((await browser.get("/storefront/dashboard/profile/")).text).not.toContain("512 555 0999");
    await deleteExpiredDrafts(shop.shop.db, shop.shop.now());
    expect(await shop.shop.db.selectFrom("form_draft").selectAll().execute()).toEqual([]);
  });
});

test("what a script gives of a page is kept for it, also from a page with a prefix, but no secret", async () => {
  const shop = await shopWithCustomer();
  const { browser, checkoutId } = await annAtPayment(shop);
  await endSessions(shop);
  // The session's token ended with it, and a script fetches another one.
  await browser.get("/storefront/api/csrf");
  const keep = (path: string, form: string, typed: object) => browser.post("/storefront/api/draft", { path, form, typed });
  const billing = { ...flat, city: "Bill City", sameAsShipping: "false", promoCode: "TAKE5", password: "p", cardNumber: "4" };
  const kept = await keep(`/shop/us${pathOf("payment", checkoutId)}`, "/storefront/checkout/payment", billing);
  expect([kept.status, kept.body]).toEqual([200, { data: {} }]);
  const phone = "/storefront/api/customers/phone";
  await keep("/storefront/dashboard/profile/", phone, { value: "512 555 0999" });
  expect((await keep("/storefront/dashboard/profile/", phone, { value: 1 })).status).toBe(400);
  const rows = await shop.shop.db.selectFrom("form_draft").select("typed").execute();
  expect(rows.map(({ typed }) => typed).join()).not.toMatch(/password|cardNumber/);

  const payment = await goOn(browser, signInTo(pathOf("payment", checkoutId)));
  expect([valueIn(payment.text, "city"), valueIn(payment.text, "promoCode")]).toEqual(["Bill City", "TAKE5"]);
  expect((await browser.get("/storefront/dashboard/profile/")).text).toContain("512 555 0999");
});

test("buttons of the dashboard lead to the sign-in without scripts, which says why, and back to a closed page", async () => {
  const shop = await shopWithCustomer();
  const browser = shop.browser();
  await signIn(browser);
  const quiet = await browser.get("/identity/signin/?next=/storefront/wishlist/");
  expect(quiet.status).toBe(303);
  await endSessions(shop);
  const settings = "/storefront/dashboard/settings/";
  for (const [call, fields, page] of [
    ["/storefront/api/customers/address/default", { id: "a-1" }, settings],
    ["/storefront/api/customers/address", { id: "a-1", _method: "DELETE" }, settings],
    ["/storefront/api/customers/avatar", { _method: "DELETE" }, "/storefront/dashboard/profile/"],
  ] as const) {
    const led = await browser.form(call, { ...fields, ...stale });
    expect([call, led.status, led.headers.get("location")]).toEqual([call, 303, signInTo(page)]);
  }
  const page = await browser.get(signInTo(settings));
  expect(pageOf(page).querySelector(".notice--info")?.textContent).toContain("You’ve been signed out.");
  const back = await goOn(browser, signInTo(settings));
  expect(pageOf(back).querySelector(".block form[action$='/address'] [name=street]")).toBeNull();
  const guest = shop.browser();
  expect((await guest.get(signInTo(settings))).text).toContain("Sign in to continue.");
  expect((await guest.get("/identity/signin/")).text).not.toContain("notice--info");
});

test("a form of another site keeps nothing, and of one visitor only the latest drafts are kept", async () => {
  const shop = await shopWithCustomer();
  const { browser } = await annAtPayment(shop);
  await endSessions(shop);
  const foreign = { "sec-fetch-site": "cross-site" };
  const planted = { _method: "PUT", value: "planted", ...stale };
  expect((await browser.form("/storefront/api/customers/phone", planted, foreign)).status).toBe(403);
  const count = async () => (await shop.shop.db.selectFrom("form_draft").select("path").execute()).length;
  expect(await count()).toBe(0);
  for (let at = 0; at < 25; at += 1)
    await browser.form(`/storefront/api/orders/order-${at}`, { _method: "DELETE", reason: "r", ...stale });
  expect(await count()).toBeLessThanOrEqual(10);
  await browser.form("/storefront/api/customers/phone", { _method: "PUT", value: "x".repeat(20_000), ...stale });
  expect((await shop.shop.db.selectFrom("form_draft").select("path").where("path", "like", "%profile%").execute()).length).toBe(
    0,
  );
});
