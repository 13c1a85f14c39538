import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";
import { expectNoFault, type RawResponse, rawRequest } from "./raw-http.ts";

/** Addresses that do not exist in the shop, in forms that no browser writes. */
const nowhere = [
  "/%",
  "/%00",
  "/%ff",
  "/..",
  "/../",
  "/storefront/../healthz",
  "/storefront/\\..\\",
  "//evil.example/storefront/",
  "/evil.example//storefront/",
  "/static/../server/main.ts",
  "/static/..%2f..%2fpackage.json",
  "/static/%2e%2e/package.json",
  "/media/../store.db",
  "/media/..%2fstore.db",
  "/media/drawn/%.svg",
  "/.env",
  "/.git/config",
  "/storefront/;jsessionid=1",
  "/storefront/cart;x/",
  "/a/b/c/d/storefront/",
  "/A/storefront/",
  "/STOREFRONT/",
  "/Storefront/Cart/",
  "/storefront/CART/",
  "/STOREFRONT/checkout/find",
  "/storefront/products/%00/",
  "/storefront/products/product-1%00/",
  "/storefront/products/product-1%2F/",
  "/storefront/products/product-1%3Fship_to=TX/",
  "/storefront/checkout/contact/%00/",
  "/storefront/checkout/confirmation/%00/",
  "/storefront/checkout/confirmation/x%00y/",
  `/storefront/products/${"a".repeat(8000)}/`,
  `/${"a/".repeat(4000)}`,
];
const unreadable = [
  "/storefront/products/%/",
  "/storefront/products/%ff/",
  "/storefront/products/%c0%af/",
  "/storefront/checkout/contact/%E0%A4/",
];

describe.each(proofEngines)("an address of any bytes on %s", (engine) => {
  test("is a page, or none, or a 400, and never a fault of the shop", async () => {
    const shop = await openShop({ engine, pays: false });
    const seen: RawResponse[] = [];
    for (const [targets, status] of [
      [nowhere, 404],
      [unreadable, 400],
    ] as const)
      for (const target of targets) {
        const answer = await rawRequest(shop, target);
        expect([target.slice(0, 60), answer.status]).toEqual([target.slice(0, 60), status]);
        seen.push(answer);
      }
    for (const query of [
      "%",
      "%00",
      "ship_to=%00",
      "page=%00&q=%00%ff",
      "q[]=a&__proto__=b&constructor",
      "&&==&",
      "reviews_page=1e9",
    ])
      for (const path of ["/storefront/", "/storefront/collections/", "/storefront/products/product-1/", "/storefront/cart/"]) {
        const answer = await rawRequest(shop, `${path}?${query}`);
        expect([path, query, answer.status]).toEqual([path, query, 200]);
        seen.push(answer);
      }
    for (const query of ["", "checkoutId=", "checkoutId=%00", "checkoutId[]=x", "checkoutId=a&checkoutId=b"])
      for (const path of [
        "/storefront/checkout/find",
        "/storefront/api/checkout/totals",
        "/storefront/api/checkout/gift-products",
      ]) {
        const answer = await rawRequest(shop, `${path}?${query}`);
        expect([path, query, answer.status]).toEqual([path, query, 400]);
        seen.push(answer);
      }
    expectNoFault(shop, seen);
  });
});

test("a target that names a host is this shop's own, whatever host it names", async () => {
  const shop = await openShop({ pays: false });
  const plain = await rawRequest(shop, "/storefront/products/product-1/?ship_to=TX");

  const named = await rawRequest(shop, "http://evil.example/storefront/products/product-1/?ship_to=TX");

  expect([named.status, named.text]).toEqual([200, plain.text]);
  expect(named.text).not.toContain("evil.example");
});

test("what a proxy or a sender says of the host changes no byte", async () => {
  const shop = await openShop({ pays: false, env: { TRUST_PROXY: "1" } });
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "gopher",
    forwarded: "host=evil.example",
    "x-original-url": "/healthz",
    "x-rewrite-url": "/healthz",
  };
  for (const path of ["/", "/storefront/", "/storefront/collections/", "/nothing", "/storefront/products/product-1/"]) {
    const [plain, forged] = [await rawRequest(shop, path), await rawRequest(shop, path, { headers })];
    expect([path, forged.status, forged.text, forged.headers.get("location")]).toEqual([
      path,
      plain.status,
      plain.text,
      plain.headers.get("location"),
    ]);
  }
});

test("a method that an address does not take is answered, and changes nothing", async () => {
  const shop = await openShop({ pays: false });
  const places = [
    "/",
    "/storefront/",
    "/storefront/cart/",
    "/storefront/products/product-1/",
    "/storefront/checkout/payment",
    "/storefront/checkout/line",
    "/storefront/api/csrf",
    "/static/favicon.svg",
    "/healthz",
    "/nothing",
  ];
  const seen: RawResponse[] = [];
  for (const method of ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE", "QUERY"])
    for (const place of places) {
      const answer = await rawRequest(shop, place, { method });
      expect([method, place, answer.status]).toEqual([method, place, 404]);
      seen.push(answer);
    }
  for (const place of places) {
    const [head, options] = [
      await rawRequest(shop, place, { method: "HEAD" }),
      await rawRequest(shop, place, { method: "OPTIONS" }),
    ];
    expect([place, head.text]).toEqual([place, ""]);
    expect([place, [200, 404].includes(options.status), options.headers.get("access-control-allow-origin")]).toEqual([
      place,
      true,
      place.startsWith("/static/") ? "*" : undefined,
    ]);
    seen.push(head, options);
  }
  for (const method of ["FOO", "get"]) expect((await rawRequest(shop, "/", { method })).status).toBe(400);
  expectNoFault(shop, seen);
  expect(await shop.shop.db.selectFrom("checkout").select("id").execute()).toEqual([]);
});
