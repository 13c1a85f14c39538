import { expect, test } from "vitest";
import { findPath } from "../../server/checkout/cart-paths.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { type RawResponse, rawRequest } from "./raw-http.ts";

const json = { "content-type": "application/json" };

/** One answer of each kind that the shop gives. */
async function everyKind(shop: TestShop): Promise<Record<string, RawResponse>> {
  const home = await rawRequest(shop, "/storefront/");
  const found = (shape: RegExp) => shape.exec(home.text)?.[0] ?? "";
  const post = (path: string, headers: Record<string, string>, body = "{}") =>
    rawRequest(shop, path, { method: "POST", headers, body });
  return {
    "a cached page": home,
    "a cached page again": await rawRequest(shop, "/storefront/"),
    "a cached page that is known": await rawRequest(shop, "/storefront/", {
      headers: { "if-none-match": home.headers.get("etag") ?? "" },
    }),
    "a visitor's page": await rawRequest(shop, "/storefront/cart/"),
    "no page": await rawRequest(shop, "/nothing"),
    "no product": await rawRequest(shop, "/storefront/products/nothing/"),
    "an unreadable address": await rawRequest(shop, "/storefront/products/%/"),
    "a redirect": await rawRequest(shop, "/"),
    "a style": await rawRequest(shop, found(/\/static\/css\/[^"]+/)),
    "a picture": await rawRequest(shop, "/media/drawn/fixture.svg"),
    "a token": await rawRequest(shop, "/storefront/api/csrf"),
    "a call": await rawRequest(shop, "/storefront/checkout/find?checkoutId=x"),
    "no call": await rawRequest(shop, "/storefront/api/nothing"),
    "a refused token": await post("/storefront/checkout/create", json),
    "a refused form": await post("/storefront/cart/add", {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "cross-site",
    }),
    "a body too large": await post("/storefront/checkout/create", json, "x".repeat(70_000)),
    "a card too large": await post("/storefront/checkout/payment", json, "x".repeat(5000)),
    "a wrong type": await post("/storefront/checkout/create", { "content-type": "text/plain" }),
    "a broken body": await post("/storefront/checkout/create", json, "{"),
    options: await rawRequest(shop, "/storefront/checkout/line", { method: "OPTIONS" }),
    health: await rawRequest(shop, "/healthz"),
  };
}

test("every answer forbids scripts, frames and guesses that are not the shop's own", async () => {
  const shop = await openShop({ pays: false });
  for (const [kind, { headers, status }] of Object.entries(await everyKind(shop))) {
    // A 304 does not repeat headers: the confirmed response had all of them.
    if (status === 304) continue;
    const policy = headers.get("content-security-policy") ?? "";
    expect([kind, policy.startsWith("default-src 'none';"), headers.get("x-content-type-options")]).toEqual([
      kind,
      true,
      "nosniff",
    ]);
    expect([kind, /unsafe|\*|https?:/.test(policy), headers.get("x-frame-options")]).toEqual([kind, false, "DENY"]);
    expect([kind, headers.get("x-powered-by"), headers.get("server"), headers.get("strict-transport-security")]).toEqual([
      kind,
      undefined,
      undefined,
      undefined,
    ]);
    const readable = kind === "a style" || kind === "a picture" ? ["*", "cross-origin"] : [undefined, "same-origin"];
    const names = ["access-control-allow-origin", "cross-origin-resource-policy", "cross-origin-opener-policy"];
    expect([kind, ...names.map((name) => headers.get(name))]).toEqual([kind, ...readable, "same-origin"]);
    if (!policy.includes("sandbox"))
      expect([kind, policy.includes("frame-ancestors 'none'"), policy.includes("form-action 'self'")]).toEqual([
        kind,
        true,
        true,
      ]);
  }
});

test("only what is the same for everybody may be kept by a cache between", async () => {
  const shop = await openShop({ pays: false });
  const kept = Object.entries(await everyKind(shop)).filter(
    ([, { headers }]) => !/no-store/.test(headers.get("cache-control") ?? ""),
  );
  expect(kept.map(([kind]) => kind)).toEqual([
    "a cached page",
    "a cached page again",
    "a cached page that is known",
    "a redirect",
    "a style",
  ]);
  for (const [kind, { headers }] of kept) expect([kind, headers.has("set-cookie")]).toEqual([kind, false]);
});

test("a shop on https says so to browsers for a year, and its forms and links stay there", async () => {
  const shop = await openShop({ pays: false, env: { PUBLIC_URL: "https://shop.example/" } });
  for (const path of ["/storefront/", "/storefront/cart/", "/nothing", "/healthz"]) {
    const { headers, text } = await rawRequest(shop, path);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
    expect([path, headers.get("content-security-policy")]).toEqual([path, expect.stringContaining("upgrade-insecure-requests")]);
    expect([path, text.replaceAll("http://www.w3.org/", "").includes("http://")]).toEqual([path, false]);
  }
});

test("the owner decides for how long, and for which hosts, browsers take https alone", async () => {
  const env = { PUBLIC_URL: "https://shop.example/", HSTS_SECONDS: "0", HSTS_SUBDOMAINS: "1" };
  const shop = await openShop({ pays: false, env });
  for (const path of ["/storefront/", "/storefront/cart/"]) {
    const { headers } = await rawRequest(shop, path);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=0; includeSubDomains"]);
  }
});

test("every answer turns off what browsers offer to pages and the shop never uses", async () => {
  const shop = await openShop({ pays: false });
  for (const [kind, { headers, status }] of Object.entries(await everyKind(shop))) {
    if (status === 304) continue;
    const allowed = (headers.get("permissions-policy") ?? "").split(", ").filter((feature) => !feature.endsWith("=()"));
    expect([kind, allowed]).toEqual([kind, ["publickey-credentials-create=(self)", "publickey-credentials-get=(self)"]]);
    for (const feature of ["camera", "microphone", "geolocation", "payment", "usb", "display-capture"])
      expect([kind, headers.get("permissions-policy")]).toEqual([kind, expect.stringContaining(`${feature}=()`)]);
  }
});

test("a failure of the shop's own is a page, or JSON, that tells nothing of it", async () => {
  const shop = await openShop({ pays: false });
  await shop.shop.db.schema.dropTable("job").execute();
  await shop.shop.db.schema.alterTable("checkout").renameTo("gone").execute();
  const id = "0".repeat(32);
  const page = await rawRequest(shop, `/storefront/checkout/contact/${id}/`);
  const reads = [`/storefront/api/checkout/totals?checkoutId=${id}`, `/shop/us${findPath}?checkoutId=${id}`];
  const answers = await Promise.all(reads.map((path) => rawRequest(shop, path)));

  expect([page, ...answers].map(({ status }) => status)).toEqual([500, 500, 500]);
  for (const { text, headers } of answers) {
    const requestId = headers.get("x-request-id");
    expect(JSON.parse(text)).toEqual({ error: "something went wrong please try later", code: "server_error", requestId });
  }
  expect(page.text).toContain("Something went wrong");
  for (const { text, headers } of [page, ...answers]) {
    expect(text).not.toMatch(/no such table|sqlite|\n\s+at |\.ts/i);
    expect([headers.get("cache-control"), headers.get("content-security-policy")?.slice(0, 18)]).toEqual([
      "no-store",
      "default-src 'none'",
    ]);
  }
});
