import { describe, expect, test } from "vitest";
import type { Answer } from "../support/browser-of.ts";
import { engines, errorOf, openOn, shopperIn, sqlOf, texas } from "./shopper.ts";

const wrong: unknown[] = [
  null,
  7,
  -1,
  1.5,
  1e308,
  true,
  [],
  ["a"],
  {},
  { $ne: "" },
  { toString: "x" },
  "nul\u0000byte",
  "\u001b[31m",
  "x".repeat(5000),
];
const wrongQuantities: unknown[] = [0, -1, 100, 1e9, 1e308, 1.5, Number.MAX_SAFE_INTEGER, "1", "", null, true, [1], {}];

describe.each(engines)("malformed input on %s is a 400 that names the field, never a 500", (engine) => {
  test("in every field of every call (requirement 58: saveForLater is a boolean)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const { checkoutId, browser } = shopper;
    const lineId = (await shopper.line("v-1"))?.id ?? "";
    const before = await shopper.find();
    const bad: [field: string, ask: () => Promise<Answer>][] = [];
    const asks = (field: string, method: string, path: string, body: Record<string, unknown>) =>
      bad.push([field, () => browser.call(method, path, body)]);

    for (const value of wrong) {
      asks("checkoutId", "POST", "/storefront/checkout/email", { checkoutId: value, email: "a@b.c" });
      asks("email", "POST", "/storefront/checkout/email", { checkoutId, email: value });
      asks("variantId", "POST", "/storefront/checkout/line", { checkoutId, variantId: value });
      asks("giftProductId", "POST", "/storefront/checkout/line", { checkoutId, giftProductId: value });
      asks("lineId", "PUT", "/storefront/checkout/line/increase", { checkoutId, lineId: value });
      asks("lineId", "PUT", "/storefront/checkout/line/decrease", { checkoutId, lineId: value });
      asks("lineId", "DELETE", "/storefront/checkout/line/remove", { checkoutId, lineId: value });
      asks("shippingMethodId", "POST", "/storefront/checkout/shipping_method", { checkoutId, shippingMethodId: value });
      asks("promoCode", "POST", "/storefront/api/checkout/add-promo", { checkoutId, promoCode: value });
      asks("lines.0.variantId", "POST", "/storefront/checkout/create", { lines: [{ variantId: value }] });
      asks("variantId", "POST", "/storefront/cart/add", { variantId: value });
      asks("shippingAddress.city", "POST", "/storefront/checkout/shipping", {
        checkoutId,
        shippingAddress: { ...texas, city: value },
      });
      asks("billingAddress.city", "POST", "/storefront/checkout/billing", {
        checkoutId,
        billingAddress: { ...texas, city: value },
      });
    }
    for (const value of wrongQuantities) {
      asks("quantity", "POST", "/storefront/checkout/line", { checkoutId, variantId: "v-1", quantity: value });
      asks("quantity", "PUT", "/storefront/checkout/line/increase", { checkoutId, lineId, quantity: value });
      asks("quantity", "PUT", "/storefront/checkout/line/decrease", { checkoutId, lineId, quantity: value });
      asks("quantity", "POST", "/storefront/cart/add", { variantId: "v-1", quantity: value });
      asks("lines.0.quantity", "POST", "/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: value }] });
    }
    for (const value of [null, 7, "text", [], true]) {
      asks("shippingAddress", "POST", "/storefront/checkout/shipping", { checkoutId, shippingAddress: value });
      asks("billingAddress", "POST", "/storefront/checkout/billing", { checkoutId, billingAddress: value });
      asks("lines", "POST", "/storefront/checkout/create", { lines: value === null || Array.isArray(value) ? "none" : value });
    }
    for (const value of ["true", 1, null, []])
      asks("saveForLater", "POST", "/storefront/checkout/shipping", { checkoutId, shippingAddress: texas, saveForLater: value });

    // The calls are sent one after the other: behind hundreds of waiting calls, the shop would
    // answer 503.
    for (const [field, ask] of bad) {
      const answer = await ask();
      expect([field, answer.status, errorOf(answer).startsWith(`“${field}” `)]).toEqual([field, 400, true]);
    }
    expect(await shopper.find()).toEqual(before);
    expect(shop.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("in the query of what is asked", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();
    for (const path of ["/storefront/checkout/find", "/storefront/api/checkout/totals", "/storefront/api/checkout/gift-products"])
      for (const query of ["", "?checkoutId=", "?checkoutId=a&checkoutId=b", "?checkoutId=%00", `?checkoutId=${"x".repeat(200)}`])
        expect([query, (await browser.get(path + query)).status]).toEqual([query, 400]);
  });

  test("ids of any text that nothing has are not found, on pages too", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();
    for (const id of ["__proto__", "constructor", "' OR 1=1 --", "%25", "Ünï✓", "../../etc/passwd", "<script>"]) {
      const name = encodeURIComponent(id);
      expect([id, (await browser.get(`/storefront/checkout/find?checkoutId=${name}`)).status]).toEqual([id, 404]);
      const page = await browser.get(`/storefront/checkout/contact/${name}/`);
      expect([id, page.status]).toEqual([id, 404]);
      expect(page.text).not.toContain("<script>alert");
    }
    expect((await browser.get("/storefront/checkout/contact/%00/")).status).toBe(404);
    expect((await browser.get("/storefront/checkout/contact/%E0%A4%A/")).status).toBe(400);
  });

  test("keys of a prototype change nothing", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const raw = `{"checkoutId":"${shopper.checkoutId}","email":"a@b.c","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`;
    const headers = { "content-type": "application/json", "x-csrftoken": await shopper.browser.token() };
    const answer = await shopper.browser.request("POST", "/storefront/checkout/email", { body: raw, headers });
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test("letters of every script are kept as they are", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const address = {
      ...texas,
      firstName: "Zoë 🌿",
      lastName: "O’Brien-Ñandú",
      streetAddress1: "Ω 漢字 \"<b>\" & 'x'",
      city: "São Paulo",
    };
    await shopper.email();
    await shopper.ship(address);
    expect((await shopper.find()).shippingAddress).toEqual(address);
    const page = await shopper.page("shipping");
    expect(page.text).not.toContain("<b>");
    expect(page.text).toContain("Zoë 🌿");
  });

  test("a body that is no object is refused", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();
    const headers = { "content-type": "application/json", "x-csrftoken": await browser.token() };
    for (const body of ["[]", '"text"', "7", "{", "[[[["]) {
      const answer = await browser.request("POST", "/storefront/checkout/email", { body, headers });
      expect([body, answer.status, typeof errorOf(answer)]).toEqual([body, 400, "string"]);
    }
  });
});

test.each(engines)("a native form of any text is a page, never a 500, on %s", async (engine) => {
  const shop = await openOn(engine);
  const shopper = await shopperIn(shop, { "v-1": 1 });
  const lineId = (await shopper.line("v-1"))?.id ?? "";
  const forms: [path: string, fields: Record<string, string>][] = [
    ["/storefront/checkout/email", { email: "a@b.c" }],
    ["/storefront/checkout/shipping", texas],
    ["/storefront/checkout/billing", { sameAsShipping: "false", ...texas }],
    ["/storefront/checkout/shipping_method", { shippingMethodId: "standard" }],
    ["/storefront/api/checkout/add-promo", { promoCode: "WELCOME10" }],
    ["/storefront/api/checkout/remove-promo", { promoCode: "WELCOME10" }],
    ["/storefront/checkout/line", { variantId: "v-1" }],
    ["/storefront/checkout/line/increase", { _method: "PUT", lineId }],
    ["/storefront/checkout/line/remove", { _method: "DELETE", lineId }],
    ["/storefront/cart/add", { variantId: "v-1" }],
  ];
  for (const [path, fields] of forms)
    for (const name of ["checkoutId", ...Object.keys(fields)].filter((field) => field !== "_method"))
      for (const value of ["nul\u0000byte", "Ω".repeat(1001)]) {
        const answer = await shopper.browser.form(path, { checkoutId: shopper.checkoutId, ...fields, [name]: value });
        expect([path, name, answer.status]).not.toEqual([path, name, 500]);
        expect([path, name, answer.status >= 300]).toEqual([path, name, true]);
      }
  expect(shop.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("a checkout cookie of any text is no checkout", async () => {
  const shop = await openOn("sqlite");
  for (const cookie of ["x", "0".repeat(32), "%00", "a".repeat(3000)]) {
    const browser = shop.browser();
    browser.jar.set("checkoutId", cookie);
    expect((await browser.get("/storefront/cart/")).status).toBe(200);
    expect((await browser.form("/storefront/cart/add", { variantId: "v-1" })).status).toBe(303);
    expect(browser.jar.get("checkoutId")).toMatch(/^[a-f0-9]{32}$/);
  }
  expect(await sqlOf(shop).selectFrom("checkout_line").select("quantity").execute()).toHaveLength(4);
});
