import { describe, expect, test } from "vitest";
import { calls } from "../../server/calls.ts";
import type { Call } from "../../server/web/call.ts";
import { favouriteFormPath, favouritePath, favouritesPath } from "../../server/wishlist/paths.ts";
import { blog, EmbeddingPage, parsed, scripted } from "../support/embedding-page.ts";
import { openShop, type TestShopOptions } from "../support/shop.ts";
import { customerIn, type RawResponse, rawRequest } from "./raw-http.ts";

const json = { "content-type": "application/json" };

const openEmbeddable = (options: TestShopOptions = {}) =>
  openShop({ pays: false, ...options, env: { EMBED_ORIGINS: `${blog}, https://www.example:8443`, ...options.env } });

/** The `Set-Cookie` lines of an answer. */
const cookiesSet = ({ headers }: RawResponse): string => headers.get("set-cookie") ?? "";

/** Each call with its path filled in. */
const everyCall = Object.entries(calls)
  .filter(([, { path }]) => /^\/(storefront|identity)\//.test(path))
  .map(([name, call]): [string, Call, string] => [name, call, call.path.replace(/:\w+/g, "p-1")]);

test("a page of a listed origin fills a cart as a guest, whose cookies are for that page alone", async () => {
  const shop = await openEmbeddable();
  const page = new EmbeddingPage(shop);

  await page.fetchToken();
  expect([...page.jar.keys()].sort()).toEqual(["csrftoken", "visitor"]);
  const begun = await page.send("POST", "/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: 2 }] });
  const { checkoutId } = begun.body.data;
  const added = await page.send("POST", "/storefront/cart/add", { variantId: "v-2" });
  const promo = await page.send("POST", "/storefront/api/checkout/add-promo", { checkoutId, promoCode: "WELCOME10" });

  expect([begun.status, added.status, promo.status]).toEqual([200, 200, 200]);
  expect(added.body.data.checkoutId).toBe(checkoutId);
  expect(page.jar.get("checkoutId")).toBe(`${checkoutId}.embedded`);
  const { headers, body } = await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`);
  expect(body.data.lines).toHaveLength(2);
  expect(Object.fromEntries(headers)).toMatchObject({
    "access-control-allow-origin": blog,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "X-CSRFToken, X-Cookie-Prefix, Retry-After",
    "cache-control": "no-store",
  });
  expect(headers.get("vary")).toContain("Origin");
});

test("a browser may ask before it sends a call that is open, with the headers that calls take", async () => {
  const shop = await openEmbeddable();
  const ask = (path: string, method: string, origin = blog) =>
    rawRequest(shop, path, {
      method: "OPTIONS",
      headers: { origin, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "access-control-request-method": method },
    });

  const yes = await ask("/shop/us/storefront/checkout/line/increase", "PUT");
  expect([yes.status, yes.text]).toEqual([204, ""]);
  expect(Object.fromEntries(yes.headers)).toMatchObject({
    "access-control-allow-origin": blog,
    "access-control-allow-credentials": "true",
    "access-control-allow-methods": "PUT",
    "access-control-allow-headers": "Content-Type, X-CSRFToken, X-CSRF-Token, Idempotency-Key",
  });
  for (const [path, method, origin] of [
    ["/storefront/checkout/line/increase", "POST", blog],
    ["/storefront/checkout/payment", "POST", blog],
    ["/identity/signin/", "POST", blog],
    ["/storefront/checkout/line/increase", "PUT", "https://other.example"],
  ] as const) {
    const no = await ask(path, method, origin);
    expect([path, method, no.status, no.headers.has("access-control-allow-origin")]).toEqual([path, method, 403, false]);
  }
});

test("calls about a customer, an address, a payment or an order are open to no other origin", async () => {
  const shop = await openEmbeddable();
  const open: string[] = [];
  for (const [name, { method }, path] of everyCall) {
    const answer = await rawRequest(shop, path, { method, headers: { ...scripted, ...json, "x-csrftoken": "x" }, body: "{}" });
    if (answer.headers.get("access-control-allow-origin") === undefined) {
      expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.text).toContain("own pages only");
      expect(answer.headers.has("set-cookie")).toBe(false);
    } else open.push(name);
  }
  expect(open.sort()).toEqual([
    "addFavourite",
    "addFavouriteByForm",
    "addLine",
    "addPromo",
    "addToCart",
    "countView",
    "createCheckout",
    "decreaseLine",
    "findCards",
    "findCheckout",
    "findFavourites",
    "findGifts",
    "findOffers",
    "findToken",
    "findTotals",
    "increaseLine",
    "lookUpOrder",
    "removeFavourite",
    "removeLine",
    "removePromo",
    "suggest",
    "suggestOptions",
  ]);
});

describe("an origin that is not listed to the letter", () => {
  const unlisted = [
    "http://blog.example",
    "https://blog.example:443",
    "https://blog.example:8443",
    "https://blog.example/",
    "https://BLOG.example",
    "https://blog.example.",
    "https://www.blog.example",
    "https://example",
    "https://blog.example.evil.example",
    "https://xn--blog-hna.example",
    "https://www.example",
    "null",
    "",
    `${blog}, ${blog}`,
    "*",
  ];

  test("is refused every call in words for its developers, without a header that lets them be read elsewhere", async () => {
    const shop = await openEmbeddable();
    for (const origin of unlisted)
      for (const [method, path] of [
        ["GET", "/storefront/api/csrf"],
        ["GET", "/storefront/checkout/find?checkoutId=x"],
        ["POST", "/storefront/cart/add"],
        ["POST", "/storefront/checkout/create"],
      ] as const) {
        const answer = await rawRequest(shop, path, {
          method,
          headers: { ...scripted, ...json, origin },
          ...(method === "POST" && { body: '{"variantId":"v-1"}' }),
        });
        expect([origin, path, answer.status, parsed(answer.text)?.code]).toEqual([origin, path, 403, "forbidden"]);
        expect(parsed(answer.text).error).toContain("EMBED_ORIGINS");
        expect([origin, answer.headers.has("set-cookie")]).toEqual([origin, false]);
        for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control/);
      }
    expect(shop.log.some((line) => line.includes('"level":40') && line.includes("EMBED_ORIGINS does not name null"))).toBe(true);
  });

  test("and where none is, the same holds for all", async () => {
    const shop = await openShop({ pays: false });
    const answer = await rawRequest(shop, "/storefront/api/csrf", { headers: scripted });
    expect([answer.status, answer.headers.has("vary"), answer.headers.has("set-cookie")]).toEqual([403, false, false]);
    expect(answer.text).toContain("EMBED_ORIGINS does not name https://blog.example");
  });
});

test("a signed-in customer is a guest there, whatever cookies come along", async () => {
  const shop = await openEmbeddable();
  const mary = await customerIn(shop, "mary");
  const own = await mary.post("/storefront/checkout/create", { lines: [{ variantId: "v-3" }] });
  const owned = (own.body as { data: { checkoutId: string } }).data.checkoutId;
  const page = new EmbeddingPage(shop, { ...scripted, "sec-fetch-site": "same-site" });
  for (const [name, value] of mary.jar) page.jar.set(name, value);

  expect((await page.send("GET", favouritesPath)).status).toBe(401);
  expect((await page.send("GET", `/storefront/checkout/find?checkoutId=${owned}`)).status).toBe(401);
  // The session's token is not the guest's token.
  expect((await page.send("POST", "/storefront/checkout/create", {}, { "x-csrftoken": await mary.token() })).status).toBe(403);
  await page.fetchToken();
  expect((await page.send("POST", favouritePath("p-1"))).status).toBe(401);
  expect((await page.send("POST", favouriteFormPath, { productId: "p-1" })).status).toBe(401);
  const added = await page.send("POST", "/storefront/cart/add", { variantId: "v-1" });
  expect(added.body.data.checkoutId).not.toBe(owned);
  expect((await mary.get(`/storefront/checkout/find?checkoutId=${owned}`)).text).not.toContain("Product 1");
  expect(page.jar.get("user_id")).toBe(mary.jar.get("user_id"));
});

describe("where shop and page are of one site, and browsers send both cookies", () => {
  async function openBoth() {
    const shop = await openEmbeddable();
    const shopper = shop.browser();
    const begun = await shopper.post("/storefront/checkout/create", { lines: [{ variantId: "v-3" }] });
    const own = (begun.body as { data: { checkoutId: string } }).data.checkoutId;
    const page = new EmbeddingPage(shop);
    await page.fetchToken();
    const theirs = (await page.send("POST", "/storefront/cart/add", { variantId: "v-1" })).body.data.checkoutId as string;
    const cookiesOf = (jar: ReadonlyMap<string, string>) => `visitor=${jar.get("visitor")}; checkoutId=${jar.get("checkoutId")}`;
    return { shop, page, own, theirs, first: cookiesOf(shopper.jar), second: cookiesOf(page.jar) };
  }

  test.each(["first", "last"])("each finds its own cart, where the shop's comes %s", async (place) => {
    const { shop, page, theirs, first, second } = await openBoth();
    const cookie = place === "first" ? `${first}; ${second}` : `${second}; ${first}`;

    const added = await page.send("POST", "/storefront/cart/add", { variantId: "v-2" }, { cookie });
    const cart = (await rawRequest(shop, "/storefront/cart/", { headers: { cookie } })).text;

    expect(added.body.data.checkoutId).toBe(theirs);
    expect(cart).toContain("Product 3");
    expect(cart).not.toContain("Product 1");
    expect((await page.send("POST", "/storefront/checkout/create", {}, { cookie })).status).toBe(200);
  });

  test.each(["first", "last"])("the page's cart moves into the shop's at the checkout, where that comes %s", async (place) => {
    const { shop, page, own, theirs, first, second } = await openBoth();
    const cookie = place === "first" ? `${first}; ${second}` : `${second}; ${first}`;

    // The embedding page's token does not fit this visitor. The contact page has the right one.
    const contact = await rawRequest(shop, `/storefront/checkout/contact/${theirs}/`, { headers: { cookie } });
    const csrf = /name="_csrf" value="([^"]+)"/.exec(contact.text)?.[1] ?? "";
    const form = new URLSearchParams({ _csrf: csrf, checkoutId: theirs, email: "ann@example.com" });
    const begun = await rawRequest(shop, "/storefront/checkout/email", {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });

    expect([begun.status, begun.headers.get("location")]).toEqual([303, `/storefront/checkout/shipping/${own}/`]);
    const cart = (await rawRequest(shop, "/storefront/cart/", { headers: { cookie } })).text;
    expect([cart.includes("Product 1"), cart.includes("Product 3")]).toEqual([true, true]);
    const found = await page.send("GET", `/storefront/checkout/find?checkoutId=${theirs}`);
    expect(found.text).not.toContain(own);
  });

  test("no script of the shop's own pages sees a cookie of the page's", async () => {
    const { page } = await openBoth();
    const lines = [
      ...(await page.send("GET", "/storefront/api/csrf")).headers.getSetCookie(),
      ...(await page.send("POST", "/storefront/checkout/create", {})).headers.getSetCookie(),
    ];
    expect(lines.map((line) => line.split("=", 1)[0]).sort()).toEqual(["checkoutId", "csrftoken"]);
    for (const line of lines) expect(line).toContain("; HttpOnly");
  });
});

test("a token is good for the visitor of that page alone, and not on the shop's own", async () => {
  const shop = await openEmbeddable();
  const [page, other] = [new EmbeddingPage(shop), new EmbeddingPage(shop)];
  await page.fetchToken();
  await other.fetchToken();
  const create = (headers: Record<string, string>) => page.send("POST", "/storefront/checkout/create", {}, headers);

  expect((await create({ "x-csrftoken": other.token })).status).toBe(403);
  expect((await create({ "x-csrftoken": "" })).body.code).toBe("csrf");
  expect((await create({})).status).toBe(200);
  const cookieless = await create({ cookie: "" });
  expect([cookieless.status, cookieless.body.error]).toEqual([
    403,
    "Your browser keeps no cart for this page. Please use the shop’s own pages.",
  ]);

  const own = shop.browser();
  own.jar.set("visitor", page.jar.get("visitor") ?? "");
  const asOwn = await own.call(
    "POST",
    "/storefront/checkout/create",
    {},
    { csrf: false, headers: { "x-csrftoken": page.token } },
  );
  expect(asOwn.status).toBe(403);
  await own.get("/storefront/cart/");
  expect(own.jar.get("visitor")).not.toBe(page.jar.get("visitor"));
});

test("a form or a frame of a listed origin is no script: posts without a token are refused", async () => {
  const shop = await openEmbeddable();
  for (const path of ["/storefront/cart/add", favouriteFormPath, "/storefront/api/checkout/add-promo"])
    for (const mode of ["navigate", "no-cors", "same-origin", undefined]) {
      const headers: Record<string, string> = {
        origin: blog,
        "sec-fetch-site": "cross-site",
        ...(mode && { "sec-fetch-mode": mode }),
      };
      const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
      const answer = await rawRequest(shop, path, { method: "POST", headers: form, body: "variantId=v-1&productId=p-1" });
      expect([path, mode, answer.status, cookiesSet(answer)]).toEqual([path, mode, 403, ""]);
      const asJson = await rawRequest(shop, path, {
        method: "POST",
        headers: { ...headers, ...json },
        body: '{"variantId":"v-1"}',
      });
      expect([path, mode, asJson.status, cookiesSet(asJson)]).toEqual([path, mode, 403, ""]);
    }
});

test("what a shopper typed on the shop's own pages is not told to the page that holds the cart's id", async () => {
  const shop = await openEmbeddable();
  const page = new EmbeddingPage(shop);
  await page.fetchToken();
  const { checkoutId } = (await page.send("POST", "/storefront/cart/add", { variantId: "v-1" })).body.data;
  const totals = `/storefront/api/checkout/totals?checkoutId=${checkoutId}`;
  const { quote } = (await page.send("GET", totals)).body.data;
  const shopper = shop.browser();
  const typed = await shopper.form("/storefront/checkout/email", { checkoutId, email: "ann@example.com" });
  expect(typed.status).toBe(303);
  expect((await shopper.form("/storefront/cart/note", { checkoutId, orderNote: "Ring twice" })).status).toBe(303);

  const own = await shopper.get(`/storefront/checkout/find?checkoutId=${checkoutId}`);
  const theirs = await page.send("GET", `/storefront/checkout/find?checkoutId=${checkoutId}`);

  expect(own.text).toContain("ann@example.com");
  expect(own.text).toContain("Ring twice");
  expect((await shopper.get(`${totals}&quote=${quote}`)).text).toContain("ann@example.com");
  expect((await page.send("GET", `${totals}&quote=${quote}`)).text).not.toContain("changes");
  expect(theirs.body.data).toMatchObject({
    id: checkoutId,
    email: "",
    orderNote: "",
    shippingAddress: null,
    billingAddress: null,
  });
});

test("an order can be looked up there, but its mailed link opens on the shop's own pages alone", async () => {
  const shop = await openEmbeddable();
  const page = new EmbeddingPage(shop);
  await page.fetchToken();
  const ask = (body: object) => page.send("POST", "/storefront/orders/lookup/", body);
  expect((await ask({ number: "1001", email: "ann@example.com" })).status).toBe(200);
  expect((await ask({ token: "x" })).body).toMatchObject({ code: "forbidden" });
});

test("the shop's own pages are as before: their cookies stay Lax", async () => {
  const shop = await openEmbeddable();
  const own = shop.browser();
  own.headers = { origin: "http://shop.test", "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

  const token = await own.get("/storefront/api/csrf");
  const added = await own.post("/storefront/cart/add", { variantId: "v-1" });

  const lines = [...token.headers.getSetCookie(), ...added.headers.getSetCookie()];
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain("SameSite=Lax");
    expect(line).not.toMatch(/Partitioned|SameSite=None/i);
  }
  for (const { headers } of [token, added])
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("what is the same for everybody may be read by any page", async () => {
  const shop = await openEmbeddable();
  for (const path of ["/static/islands/entry.js", "/media/drawn/fixture-1.svg"]) {
    const { headers } = await rawRequest(shop, path, { headers: scripted });
    const [readers, holders] = [headers.get("access-control-allow-origin"), headers.get("cross-origin-resource-policy")];
    expect([path, readers, holders]).toEqual([path, "*", "cross-origin"]);
  }
  const suggestions = "/storefront/api/search/suggestions?q=product";
  const elsewhere = await rawRequest(shop, suggestions, { headers: { origin: "https://other.example" } });
  expect([elsewhere.status, elsewhere.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
});
