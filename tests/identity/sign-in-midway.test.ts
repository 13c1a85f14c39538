import { describe, expect, test } from "vitest";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { transact } from "../../server/db/transaction.ts";
import { type CheckoutJson, dataOf, idaho, pageOf, type Shopper, shopperIn, texas } from "../checkout/shopper.ts";
import { placed } from "../orders/order-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { addCustomer, password, shopWithCustomer, signIn } from "./customer-fixture.ts";

const pathOf = (step: string, id: string) => `/storefront/checkout/${step}/${id}/`;
const cookieOf = (browser: TestBrowser): string => browser.jar.get("checkoutId") ?? "";
const visitorOf = (browser: TestBrowser): string => browser.jar.get("visitor")?.split(".")[0] ?? "";
const locationOf = async (browser: TestBrowser, path: string) => (await browser.get(path)).headers.get("location");

/** The units in the checkout of this id: variant → quantity. */
async function unitsOf(browser: TestBrowser, id: string): Promise<Record<string, number>> {
  const found = await browser.get(`/storefront/checkout/find?checkoutId=${id}`);
  return Object.fromEntries(dataOf<CheckoutJson>(found).lines.map(({ variant, quantity }) => [variant.id, quantity]));
}

async function atPayment(shop: TestShop, units: Record<string, number>): Promise<Shopper> {
  const shopper = await shopperIn(shop, units);
  await shopper.email();
  await shopper.ship();
  await shopper.method();
  return shopper;
}

describe.each(engines)("signing in in the middle of a checkout on %s", (engine) => {
  test("leads every page of the guest's checkout to the new one, or to the step that it still lacks, and rewrites next", async () => {
    const shop = await shopWithCustomer({ engine });
    const guest = await atPayment(shop, { "v-1": 2 });
    const next = pathOf("shipping", guest.checkoutId);

    const entered = await guest.browser.form("/identity/signin/", { email: "ann@example.com", password, next });

    const id = cookieOf(guest.browser);
    expect([id === guest.checkoutId, entered.headers.get("location")]).toEqual([false, pathOf("shipping", id)]);
    // The contact and the shipping address belonged to the guest, so the new checkout still lacks
    // its first step.
    expect(await locationOf(guest.browser, pathOf("payment", guest.checkoutId))).toBe(pathOf("contact", id));
    await guest.email("ann@example.com");
    expect(await locationOf(guest.browser, pathOf("shipping", guest.checkoutId))).toBe(pathOf("shipping", id));
    expect(await locationOf(guest.browser, pathOf("payment", guest.checkoutId))).toBe(pathOf("shipping", id));
    expect((await guest.browser.get(pathOf("shipping", id))).status).toBe(200);
  });

  test("the calls of the guest's pages act on the new one, lines by their old ids too", async () => {
    const shop = await shopWithCustomer({ engine });
    const guest = await shopperIn(shop, { "v-1": 2, "v-2": 1 });
    const [first, second] = [await guest.line("v-1"), await guest.line("v-2")];
    await signIn(guest.browser);
    const id = cookieOf(guest.browser);
    const { checkoutId } = guest;

    const more = await guest.browser.put("/storefront/checkout/line/increase", { checkoutId, lineId: first?.id });
    expect(dataOf<CheckoutJson>(more)).toMatchObject({ id, lines: [{ quantity: 3 }, { quantity: 1 }] });
    // A page's script sends the checkout id from its browser's cookie, and the line ids that the
    // page was rendered with.
    const again = await guest.browser.put("/storefront/checkout/line/decrease", { checkoutId: id, lineId: first?.id });
    expect(dataOf<CheckoutJson>(again)).toMatchObject({ id, lines: [{ quantity: 2 }, { quantity: 1 }] });
    await guest.browser.put("/storefront/checkout/line/increase", { checkoutId: id, lineId: first?.id });
    await guest.browser.delete("/storefront/checkout/line/remove", { checkoutId, lineId: second?.id });
    await guest.post("/storefront/checkout/line", { variantId: "v-3" });
    await guest.addPromo("WELCOME10");
    const posted = await guest.form("/storefront/checkout/email", { email: "ann@example.com" });

    expect(await unitsOf(guest.browser, id)).toEqual({ "v-1": 3, "v-3": 1 });
    expect((await guest.totals()).total).toEqual(
      dataOf<{ total: object }>(await guest.browser.get(`/storefront/api/checkout/totals?checkoutId=${id}`)).total,
    );
    expect(posted.headers.get("location")).toBe(pathOf("shipping", id));
    const refused = await guest.form("/storefront/checkout/email", { email: "none" });
    expect([refused.status, refused.text.includes(id), refused.text.includes(checkoutId)]).toEqual([422, true, false]);
    const stranger = await shopperIn(shop, { "v-1": 1 });
    const foreign = await stranger.browser.put("/storefront/checkout/line/increase", {
      checkoutId: stranger.checkoutId,
      lineId: first?.id,
    });
    expect([foreign.status, await unitsOf(stranger.browser, stranger.checkoutId)]).toEqual([404, { "v-1": 1 }]);
  });

  test("the cart of another device lives on, with the guest's units summed, up to 99 and the stock", async () => {
    const shop = await shopWithCustomer({ engine, stock: { "v-1": 150, "v-2": 5, "v-3": 0, "v-9": 10 } });
    const telephone = shop.browser();
    await signIn(telephone);
    const own = await shopperIn(shop, { "v-1": 60, "v-2": 1 }, telephone);
    await own.email("ann@example.com");
    const guest = await shopperIn(shop, { "v-1": 60, "v-2": 5, "v-9": 1 });

    await signIn(guest.browser);

    expect(cookieOf(guest.browser)).toBe(own.checkoutId);
    const merged = await own.find();
    expect(merged).toMatchObject({ state: "open", email: "ann@example.com" });
    expect(merged.notice).toBe("Some items in your cart ran out and were left out.");
    expect(await unitsOf(telephone, own.checkoutId)).toEqual({ "v-1": 99, "v-2": 5, "v-9": 1 });
    expect((await telephone.get(pathOf("shipping", own.checkoutId))).status).toBe(200);
  });

  test("carts of several devices become one, and each device finds it, also after the next sign-in", async () => {
    const shop = await shopWithCustomer({ engine });
    const [first, second] = [shop.browser(), shop.browser()];
    for (const device of [first, second]) await signIn(device);
    const older = await shopperIn(shop, { "v-1": 1 }, first);
    shop.pass(1000);
    const newer = await shopperIn(shop, { "v-2": 1 }, second);
    shop.pass(1000);
    const guest = await shopperIn(shop, { "v-3": 1 });

    await signIn(guest.browser);

    expect(cookieOf(guest.browser)).toBe(newer.checkoutId);
    expect(await unitsOf(first, older.checkoutId)).toEqual({ "v-1": 1, "v-2": 1, "v-3": 1 });
    expect(await locationOf(first, pathOf("contact", older.checkoutId))).toBe(pathOf("contact", newer.checkoutId));
    // The merged checkout expires, and another replaces it: such chains are followed to their end.
    await shop.shop.db.updateTable("checkout").set({ expires_at: 1 }).where("id", "=", newer.checkoutId).execute();
    const again = await shopperIn(shop, { "v-9": 1 });
    await signIn(again.browser);
    await shop.shop.db
      .updateTable("checkout")
      .set({ state: "abandoned", successor_id: cookieOf(again.browser) })
      .where("id", "=", newer.checkoutId)
      .execute();
    expect(await unitsOf(first, older.checkoutId)).toEqual({ "v-9": 1 });
  });

  test("one that is being paid is left alone, and its confirmation stays the browser's", async () => {
    const shop = await shopWithCustomer({ engine });
    const guest = await atPayment(shop, { "v-1": 1 });
    await shop.shop.db.updateTable("checkout").set({ state: "paying" }).where("id", "=", guest.checkoutId).execute();
    const visitor = visitorOf(guest.browser);

    await signIn(guest.browser);

    expect([cookieOf(guest.browser), visitorOf(guest.browser)]).toEqual([guest.checkoutId, visitor]);
    expect((await guest.find()).state).toBe("paying");
  });

  test("what was left for a customer's is that customer's alone, and no id is found twice", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bob");
    const guest = await shopperIn(shop, { "v-1": 1 });
    await signIn(guest.browser);
    const stranger = shop.browser();
    await signIn(stranger, "bob@example.com");
    for (const id of [guest.checkoutId, cookieOf(guest.browser)]) {
      expect((await stranger.get(pathOf("contact", id))).status).toBe(404);
      expect((await stranger.post("/storefront/checkout/email", { checkoutId: id, email: "x@y.zz" })).status).toBe(404);
      expect((await shop.browser().get(`/storefront/checkout/find?checkoutId=${id}`)).status).toBe(401);
    }
  });

  test("somebody else who signs in on the same browser begins with a cart of their own", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bob");
    const browser = shop.browser();
    await signIn(browser);
    const anns = await shopperIn(shop, { "v-1": 1 }, browser);

    await signIn(browser, "bob@example.com");

    expect(browser.jar.has("checkoutId")).toBe(false);
    await signIn(browser);
    expect(cookieOf(browser)).toBe(anns.checkoutId);
  });

  test("two sign-ins at the same moment lose no unit", async () => {
    const shop = await shopWithCustomer({ engine });
    const device = shop.browser();
    await signIn(device);
    const own = await shopperIn(shop, { "v-9": 1 }, device);
    const guests = [
      await shopperIn(shop, { "v-1": 1 }),
      await shopperIn(shop, { "v-2": 1 }),
      await shopperIn(shop, { "v-1": 2 }),
    ];

    await Promise.all(guests.map(({ browser }) => signIn(browser)));

    expect(await unitsOf(device, own.checkoutId)).toEqual({ "v-9": 1, "v-1": 3, "v-2": 1 });
  });

  test("a guest's confirmation follows the new visitor id at sign-in, and ends at sign-out", async () => {
    const shop = await shopWithCustomer({ engine });
    const browser = shop.browser();
    await browser.token();
    const before = visitorOf(browser);
    const { id } = await placed(shop.shop.db, {
      at: shop.shop.now(),
      customerId: null,
      visitor: before,
      email: "mary@example.com",
    });
    const showsDetails = async () => (await browser.get(pathOf("confirmation", id))).text.includes("mary@example.com");
    const old = shop.browser();
    old.jar.set("visitor", browser.jar.get("visitor") ?? "");
    expect(await showsDetails()).toBe(true);

    await signIn(browser);
    expect([visitorOf(browser) === before, await showsDetails()]).toEqual([false, true]);
    expect((await old.get(pathOf("confirmation", id))).text).not.toContain("mary@example.com");

    await browser.form("/identity/signout/", {});
    expect(await showsDetails()).toBe(false);
  });
});

test("the contact step offers guests to sign in, and leads back to it", async () => {
  const shop = await shopWithCustomer();
  const guest = await shopperIn(shop, { "v-1": 1 });
  const link = pageOf(await guest.page("contact")).querySelector("main a[href^='/identity/signin/']");
  expect(link?.parentElement?.textContent).toBe("Have an account? Sign in");
  const page = await guest.browser.get(link?.getAttribute("href") ?? "");
  const [, next = ""] = /name="next" value="([^"]*)"/.exec(page.text) ?? [];
  const entered = await guest.browser.form("/identity/signin/", { email: "ann@example.com", password, next });
  expect(entered.headers.get("location")).toBe(pathOf("contact", cookieOf(guest.browser)));
  expect((await guest.browser.get(entered.headers.get("location") ?? "")).text).not.toContain("Have an account?");
});

test("a customer chooses among saved addresses at the shipping and the payment step, and nobody else's", async () => {
  const shop = await shopWithCustomer();
  await addCustomer(shop, "bob");
  const save = (customerId: string, address: typeof texas, at: number) =>
    transact(shop.shop.db, (tx) => saveAddress(tx, { customerId, id: undefined }, address, at));
  await save("ann", texas, 1);
  await save("ann", idaho, 2);
  await save("bob", { ...texas, city: "Dallas" }, 3);
  const browser = shop.browser();
  await signIn(browser);
  const shopper = await shopperIn(shop, { "v-1": 1 }, browser);
  await shopper.email();
  const choicesOf = (page: ReturnType<typeof pageOf>) =>
    [...page.querySelectorAll('[name="address"][form="saved-address"]')].map((each) => [
      /Austin|Boise|Dallas/.exec(each.parentElement?.textContent ?? "")?.[0],
      each.hasAttribute("checked"),
      each.getAttribute("value") ?? "",
    ]);
  const cityOf = (page: ReturnType<typeof pageOf>) => page.querySelector("[name=city]")?.getAttribute("value");

  const page = pageOf(await shopper.page("shipping"));
  const [[, , austin = ""] = [], [, , boise = ""] = []] = choicesOf(page);
  expect(choicesOf(page)).toEqual([
    ["Austin", true, austin],
    ["Boise", false, boise],
  ]);
  expect(page.querySelector("form#saved-address")?.getAttribute("method") ?? "get").toBe("get");
  const chosen = pageOf(await browser.get(`${pathOf("shipping", shopper.checkoutId)}?address=${boise}`));
  expect([cityOf(chosen), choicesOf(chosen)[1]]).toEqual(["Boise", ["Boise", true, boise]]);
  const bobs = await shop.shop.db
    .selectFrom("customer_address")
    .select("id")
    .where("customer_id", "=", "bob")
    .executeTakeFirstOrThrow();
  expect((await browser.get(`${pathOf("shipping", shopper.checkoutId)}?address=${bobs.id}`)).text).not.toContain("Dallas");

  await shopper.ship();
  await shopper.method();
  const payment = pageOf(await shopper.page("payment"));
  expect(payment.querySelector("#billing-same")?.hasAttribute("checked")).toBe(true);
  const billing = pageOf(await browser.get(`${pathOf("payment", shopper.checkoutId)}?address=${boise}`));
  expect(billing.querySelector("#billing-different")?.hasAttribute("checked")).toBe(true);
  expect([cityOf(billing), choicesOf(billing)[1]]).toEqual(["Boise", ["Boise", true, boise]]);

  const guest = await shopperIn(shop, { "v-1": 1 });
  await guest.email();
  expect((await guest.page("shipping")).text).not.toContain("saved-address");
});
