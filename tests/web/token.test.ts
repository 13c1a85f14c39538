import { describe, expect, test } from "vitest";
import { shopperOn } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { nameOf } from "./permissions/row.ts";
import { changes } from "./permissions/table.ts";
import { customerIn, ownHeaders, rawRequest } from "./raw-http.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const origin = "http://shop.test";

/**
 * Every call that changes something and needs a token. The call that takes a file needs a session
 * first.
 */
const guarded = [...new Set(changes.filter(({ guard, send }) => guard === "csrf" && !send).map(nameOf))]
  .map((name) => name.split(" ") as [method: string, path: string])
  .map(([method, path]): [string, string] => [method, path.replace(":field", "phone").replace(/:\w+/, "p-1")]);

async function shopWithShopper() {
  const shop = await openShop({ pays: false });
  const shopper = shop.browser();
  const { checkoutId } = await shopperOn(shopper);
  const before = await shopper.get(`/storefront/checkout/find?checkoutId=${checkoutId}`);
  const unchanged = async () =>
    expect((await shopper.get(`/storefront/checkout/find?checkoutId=${checkoutId}`)).body).toEqual(before.body);
  return { shop, shopper, checkoutId, unchanged };
}

type ForgedRequests = Record<string, (method: string, path: string, body: object) => Promise<{ status: number; text: string }>>;

async function forgedRequests(shop: TestShop, shopper: TestBrowser): Promise<ForgedRequests> {
  const own = await ownHeaders(shopper);
  const other = shop.browser();
  const [mine, theirs] = [await shopper.token(), await other.token()];
  const visitor = shopper.jar.get("visitor") ?? "";
  const send =
    (headers: Record<string, string>, extra: object = {}, query = "") =>
    (method: string, path: string, body: object) =>
      rawRequest(shop, path + query, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ ...body, ...extra }),
      });
  const bearing = (cookie: string, token: string) => send({ cookie, "x-csrftoken": token });
  return {
    "without a token": send({ cookie: shopper.cookie }),
    "with another visitor's token": bearing(shopper.cookie, theirs),
    "with a planted cookie and its token": bearing(`csrftoken=${theirs}; ${shopper.cookie}`, theirs),
    "with nobody's cookies": send({ "x-csrftoken": mine }),
    "with the token's cookie alone": bearing(`csrftoken=${mine}`, mine),
    "with a visitor whose signature was changed": bearing(`visitor=${visitor.slice(0, -2)}AA`, mine),
    "with a visitor without signature": bearing(`visitor=${visitor.split(".")[0]}.`, mine),
    "with another visitor's id under the own signature": bearing(`visitor=${"0".repeat(32)}.${visitor.split(".")[1]}`, mine),
    "with the token in the query": send({ cookie: shopper.cookie }, {}, `?_csrf=${mine}`),
    "with the token in a list": send({ cookie: shopper.cookie }, { _csrf: [mine] }),
    "with half the token": bearing(shopper.cookie, mine.slice(0, -1)),
    "with an empty token": send({ ...own, "x-csrftoken": "" }),
  };
}

test("no change passes without the token of its own visitor, and nothing is changed", async () => {
  const { shop, shopper, checkoutId, unchanged } = await shopWithShopper();
  for (const [way, send] of Object.entries(await forgedRequests(shop, shopper)))
    for (const [method, path] of guarded) {
      const answer = await send(method, path, { checkoutId, email: "other@example.com", variantId: "v-1", lineId: "x" });
      expect([way, path, answer.status, JSON.parse(answer.text).code]).toEqual([way, path, 403, "csrf"]);
    }
  await unchanged();
});

test("a token of before the sign-in is stale after it, and one session's is not another's", async () => {
  const shop = await openShop({ pays: false });
  const mary = await customerIn(shop, "mary");
  const john = await customerIn(shop, "john");
  const guest = shop.browser();
  const before = await guest.token();
  await mary.token();
  for (const name of ["visitor", "user_id"]) guest.jar.set(name, mary.jar.get(name) ?? "");
  const start = (browser: TestBrowser, token: string) =>
    browser.call("POST", "/storefront/checkout/create", {}, { csrf: false, headers: { "x-csrftoken": token } });

  expect((await start(guest, before)).status).toBe(403);
  expect((await start(mary, await john.token())).status).toBe(403);
  expect((await start(mary, await mary.token())).status).toBe(200);
  expect((await start(guest, await mary.token())).status).toBe(200);
  await shop.shop.db.deleteFrom("session").execute();
  expect((await start(mary, await mary.token())).status).toBe(403);
});

test("the token's call tells it in a header too, for browsers that show cookies late", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();

  const { headers } = await browser.get("/storefront/api/csrf");

  expect(headers.get("x-csrftoken")).toBe(await browser.token());
  expect(headers.get("cache-control")).toContain("no-store");
});

test("a method is only ever changed by the field of a native form that brings its token", async () => {
  const { shop, shopper, checkoutId, unchanged } = await shopWithShopper();
  const own = await ownHeaders(shopper);
  const token = await shopper.token();
  const lineId = await lineOf(shopper, checkoutId);
  const fields = new URLSearchParams({ checkoutId, lineId, _csrf: token }).toString();
  const remove = "/storefront/checkout/line/remove";
  const json = (extra: object) => JSON.stringify({ checkoutId, lineId, ...extra });
  const tries: [path: string, sent: Parameters<typeof rawRequest>[2]][] = [
    [remove, { method: "POST", headers: own, body: json({ _method: "DELETE" }) }],
    [`${remove}?_method=DELETE`, { method: "POST", headers: own, body: json({}) }],
    [`${remove}?_method=DELETE`, { method: "POST", headers: { ...own, ...form }, body: fields }],
    [remove, { method: "POST", headers: { ...own, "x-http-method-override": "DELETE" }, body: json({}) }],
    [`${remove}?_method=DELETE&${fields}`, { headers: own }],
    [remove, { headers: { ...own, ...form }, body: `_method=DELETE&${fields}` }],
    [remove, { method: "POST", headers: { ...own, ...form }, body: `_method=PUT&_method=DELETE&${fields}` }],
    [remove, { method: "POST", headers: { ...own, ...form }, body: `_method=delete&${fields}` }],
    [remove, { method: "PUT", headers: { ...own, ...form }, body: `_method=DELETE&${fields}` }],
    ["/storefront/checkout/payment", { method: "POST", headers: { ...own, ...form }, body: `_method=DELETE&${fields}` }],
  ];
  for (const [at, [path, sent]] of tries.entries()) {
    const { status, headers } = await rawRequest(shop, path, sent);
    // A GET of a call that only changes something redirects to the form's screen.
    const expected = sent?.method === undefined ? [303, "/storefront/cart/"] : [at === 9 ? 422 : 404, undefined];
    expect([at, status, headers.get("location")]).toEqual([at, ...expected]);
  }
  await unchanged();

  expect((await shopper.form(remove, { _method: "DELETE", checkoutId, lineId })).status).toBe(303);
  expect(await lineOf(shopper, checkoutId)).toBe("");
});

const lineOf = async (browser: TestBrowser, checkoutId: string): Promise<string> => {
  const found = await browser.get(`/storefront/checkout/find?checkoutId=${checkoutId}`);
  return (found.body as { data: { lines: { id: string }[] } }).data.lines[0]?.id ?? "";
};

describe("a form that another site sends", () => {
  const foreign = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `${origin}.evil.example` },
  ];
  const friendly = [
    {},
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ];
  // Calls that count a view or like a product are tested with all others
  // (permissions/permissions.test.ts).
  const exempt = changes
    .filter(({ guard, kind }) => guard === "origin" && (kind === "visitor" || kind === "checkout"))
    .map(({ path }) => path);

  test("is refused by the calls that want no token, as JSON and as a native form", async () => {
    const { shop, checkoutId } = await shopWithShopper();
    const body = { checkoutId, promoCode: "WELCOME10", variantId: "v-1" };
    for (const path of exempt)
      for (const [headers, status] of [
        ...foreign.map((each) => [each, 403] as const),
        ...friendly.map((each) => [each, undefined] as const),
      ]) {
        const json = await rawRequest(shop, path, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const native = await rawRequest(shop, path, {
          method: "POST",
          headers: { ...headers, ...form },
          body: new URLSearchParams(body).toString(),
        });
        expect([path, headers, json.status, native.status]).toEqual([path, headers, status ?? 200, status ?? 303]);
        // These calls change the visitor's data, so a browser without a cookie gets one.
        expect([path, headers, native.headers.has("set-cookie")]).toEqual([path, headers, status === undefined]);
      }
  });

  test("is refused by the others too, and sets no cookie in place of the shopper's own", async () => {
    const { shop, checkoutId, unchanged } = await shopWithShopper();
    const fields = new URLSearchParams({ checkoutId, email: "other@example.com", _csrf: "x", _method: "" }).toString();
    for (const [method, path] of guarded)
      for (const headers of foreign) {
        const body = fields.replace("_method=", `_method=${method}`);
        const answer = await rawRequest(shop, path, { method: "POST", headers: { ...headers, ...form }, body });
        expect([path, answer.status, answer.headers.has("set-cookie")]).toEqual([path, 403, false]);
        expect(answer.text).not.toContain("other@example.com");
      }
    await unchanged();
  });
});
