import { describe, expect, test } from "vitest";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { production } from "../support/production.ts";
import { openShop } from "../support/shop.ts";
import { customerIn, rawRequest } from "./raw-http.ts";

/** The name and attributes of each cookie that an answer sets, without values. */
const shapes = (lines: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    lines.map((line) => {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      return [pair.split("=")[0], attributes.filter((text) => !/^expires/i.test(text)).sort()];
    }),
  );

describe.each([
  ["on a developer's machine", {}, [], "visitor"],
  ["in production", production, ["Secure"], "__Host-visitor"],
])("cookies %s", (_where, env, secure, visitorName) => {
  test("are for this site alone, for as long as they are needed, and hidden from scripts but for two (requirement 46)", async () => {
    const shop = await openShop({ pays: false, env });
    const browser = shop.browser();

    const page = await browser.get("/storefront/cart/");
    const visitor = ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", ...secure].sort();
    const csrftoken = ["Path=/", "SameSite=Lax", ...secure].sort();
    expect(shapes(page.headers.getSetCookie())).toEqual({ [visitorName]: visitor, csrftoken });

    const added = await browser.form("/storefront/cart/add", { variantId: "v-1" });
    expect(shapes(added.headers.getSetCookie())).toEqual({
      checkoutId: ["Max-Age=86400", "Path=/", "SameSite=Lax", ...secure].sort(),
    });
  });

  test("are neither set nor read by what is the same for everybody", async () => {
    const shop = await openShop({ pays: false, env });
    const known = await customerIn(shop, "mary");
    await known.form("/storefront/cart/add", { variantId: "v-1" });
    known.jar.set("shipTo", "TX");
    for (const path of [
      "/storefront/",
      "/storefront/seeds/",
      "/storefront/collections/",
      "/storefront/products/product-1/",
      "/static/favicon.svg",
      "/healthz",
    ]) {
      const [theirs, anybody] = [await known.get(path), await shop.browser().get(path)];
      expect([path, theirs.headers.getSetCookie(), theirs.text]).toEqual([path, [], anybody.text]);
      expect([path, theirs.headers.get("etag"), /no-store|public/.test(theirs.headers.get("cache-control") ?? "")]).toEqual([
        path,
        anybody.headers.get("etag"),
        true,
      ]);
    }
  });
});

test("a visitor is who has the shop's own signature, and nobody by any other cookie", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();
  await browser.get("/storefront/cart/");
  const right = browser.jar.get("visitor") ?? "";
  const [id = "", mark = ""] = right.split(".");
  const renewed = async (cookie: string) => {
    const other = shop.browser();
    other.jar.set("visitor", cookie);
    await other.get("/storefront/cart/");
    return other.jar.get("visitor") !== cookie;
  };

  expect(await renewed(right)).toBe(false);
  for (const forged of [
    "",
    ".",
    id,
    `${id}.`,
    `${"0".repeat(32)}.${mark}`,
    `${id.toUpperCase()}.${mark}`,
    `${id}.${mark.slice(1)}`,
    `.${mark}`,
    "%00.%ff",
    "x".repeat(4000),
  ])
    expect([forged.slice(0, 50), await renewed(forged)]).toEqual([forged.slice(0, 50), true]);
  for (const cookie of [
    "__proto__=x",
    "=x",
    ";;;",
    `visitor=${right}; visitor=x`,
    "user_id=%00; csrftoken=; toString=1",
    `user_id=${"A".repeat(43)}`,
  ])
    expect([cookie, (await rawRequest(shop, "/storefront/cart/", { headers: { cookie } })).status]).toEqual([cookie, 200]);
  expect(shop.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("a session is nobody's once it ended or its customer was disabled", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");
  const { checkoutId } = ((await mary.post("/storefront/checkout/create", {})).body as { data: { checkoutId: string } }).data;
  const status = async () => (await mary.get(`/storefront/checkout/find?checkoutId=${checkoutId}`)).status;
  expect(await status()).toBe(200);

  await shop.shop.db.updateTable("customer").set({ disabled_at: 1 }).execute();
  expect(await status()).toBe(401);
  await shop.shop.db.updateTable("customer").set({ disabled_at: null }).execute();
  expect(await status()).toBe(200);
  shop.pass(7 * 24 * 3_600_000);
  expect(await status()).toBe(401);
});

describe("the names of cookies", () => {
  const host = { csrftoken: "theirs", user_id: "A".repeat(43), checkoutId: "0".repeat(32), visitor: "theirs.too", shipTo: "5" };

  test("have the owner's prefix, and those of another program on this origin stay as they are", async () => {
    const shop = await shopWithCustomer({ env: { COOKIE_PREFIX: "shop_" } });
    const browser = shop.browser();
    browser.cookiePrefix = "shop_";
    for (const [name, value] of Object.entries(host)) browser.jar.set(name, value);

    await browser.form("/storefront/cart/add", { variantId: "v-1" });
    await signIn(browser);

    expect((await browser.get("/storefront/cart/")).text).toContain("Product 1");
    expect((await browser.get("/storefront/dashboard/")).status).toBe(200);
    const names = ["shop_checkoutId", "shop_csrftoken", "shop_device", "shop_user_id", "shop_visitor"];
    expect([...browser.jar.keys()].sort()).toEqual([...Object.keys(host), ...names].sort());
    expect(Object.fromEntries(browser.jar)).toMatchObject(host);
  });

  test.each(["theirs", `${"0".repeat(32)}.embedded`])(
    "get a prefix midway: the cart is found behind an earlier cookie of its name, %s",
    async (other) => {
      const shop = await shopWithCustomer({ env: { COOKIE_PREFIX: "shop_" } });
      const browser = shop.browser();
      browser.cookiePrefix = "shop_";
      await browser.form("/storefront/cart/add", { variantId: "v-1" });
      const own = browser.jar.get("shop_checkoutId");
      const cookie = `visitor=${browser.jar.get("shop_visitor")}; checkoutId=${other}; checkoutId=${own}`;

      const cart = await fetch(`${shop.url}/storefront/cart/`, { headers: { cookie } });

      expect(await cart.text()).toContain("Product 1");
      expect(cart.headers.getSetCookie()).toContainEqual(expect.stringContaining(`shop_checkoutId=${own};`));
    },
  );

  test("are told to pages that others render, and to the shop's own islands where there is a prefix", async () => {
    const [plain, prefixed] = [await openShop({ pays: false }), await openShop({ pays: false, env: { COOKIE_PREFIX: "shop_" } })];
    const prefixIn = async ({ browser }: typeof plain) =>
      (await browser().get("/storefront/api/csrf")).headers.get("x-cookie-prefix");
    const markup = async ({ browser }: typeof plain) => (await browser().get("/storefront/")).text;

    expect([await prefixIn(plain), await prefixIn(prefixed)]).toEqual(["", "shop_"]);
    expect(await markup(prefixed)).toContain('<html lang="en" data-cookie-prefix="shop_">');
    expect(await markup(plain)).toContain('<html lang="en">');
  });

  test("change once a prefix is set: browsers keep their session and their cart", async () => {
    const shop = await shopWithCustomer({ env: { COOKIE_PREFIX: "shop_" } });
    const browser = shop.browser();
    browser.cookiePrefix = "shop_";
    await browser.form("/storefront/cart/add", { variantId: "v-1" });
    await signIn(browser);
    const before = new Map(browser.jar);
    const unprefixed = (name: string) => name.replace(/^shop_/, "");
    browser.jar.clear();
    for (const [name, value] of before) browser.jar.set(unprefixed(name), value);

    expect((await browser.get("/storefront/dashboard/")).status).toBe(200);
    for (const name of ["shop_visitor", "shop_user_id", "shop_checkoutId"])
      expect([name, browser.jar.get(name), browser.jar.has(unprefixed(name))]).toEqual([name, before.get(name), false]);
    expect((await browser.get("/storefront/cart/")).text).toContain("Product 1");
  });

  test("change where the visitor was bound to its host before: browsers keep it and their session", async () => {
    const shop = await shopWithCustomer({ env: { ...production, COOKIE_PREFIX: "shop_" } });
    const browser = shop.browser();
    browser.cookiePrefix = "shop_";
    await signIn(browser);
    const [today, before] = ["__Host-shop_visitor", "__Host-visitor"];
    const visitor = browser.jar.get(today) ?? "";
    browser.jar.delete(today);
    browser.jar.set(before, visitor);

    expect((await browser.get("/storefront/dashboard/")).status).toBe(200);
    expect([browser.jar.get(today), browser.jar.has(before)]).toEqual([visitor, false]);
  });
});
