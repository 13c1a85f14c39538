import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openPageCache, type PageCacheOptions } from "../../server/web/page-cache.ts";
import { openChanges } from "../support/page-changes.ts";
import { openShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

const pages = ["/storefront/", "/storefront/seeds/", "/storefront/collections/", "/storefront/products/product-1/"];

test("what an address says beyond what the page knows is dropped and shown to nobody", async () => {
  const shop = await openShop({ pays: false });
  const foreign = [
    "utm_source=<script>",
    "ship_to=<x>",
    "ship_to=ZZ",
    "ship_to[]=TX",
    "ship_to=TX&ship_to=CA",
    "order=__proto__",
    "order=constructor",
    "page=-1",
    "page=1e9",
    "categories=%3Cx%3E",
    "categories=nothing-here",
    "attributes=a:b",
    "reviews_order_by=x&reviews_page=0",
    "q[]=a",
    "q=a&q=b",
    "__proto__=x",
    Array.from({ length: 1500 }, (_, at) => `a${at}=1`).join("&"),
  ];
  for (const path of pages) {
    const plain = await rawRequest(shop, path);
    for (const query of foreign) {
      const answer = await rawRequest(shop, `${path}?${query}`);
      expect([path, query.slice(0, 40), answer.status, answer.text]).toEqual([path, query.slice(0, 40), 200, plain.text]);
    }
  }
});

test("what was searched for is shown as the words it is, and a link to it leads to itself", async () => {
  const shop = await openShop({ pays: false });
  for (const q of [
    "<script>alert(1)</script>",
    '" autofocus onfocus="alert(1)',
    "'><img src=x onerror=alert(1)>",
    "</title><script>",
    "{{7919*6007}}",
    "javascript:alert(1)",
    "\u202e\u2028",
    "😀".repeat(60),
  ]) {
    const { status, text } = await rawRequest(shop, `/storefront/collections/?q=${encodeURIComponent(q)}`);
    expect([q, status]).toEqual([q, 200]);
    expect(text).not.toMatch(/<script>|<img src=x|" autofocus onfocus="|href="javascript:/);
    expect(text).not.toContain("47569433");
  }
});

test("the page of one address is never the page of another", async () => {
  const shop = await openShop({ pays: false });
  const restricted = await rawRequest(shop, "/storefront/products/product-1/?ship_to=ID");
  const open = await rawRequest(shop, "/storefront/products/product-1/");
  const again = await rawRequest(shop, "/storefront/products/product-1/?ship_to=ID&x=1");
  const lower = await rawRequest(shop, "/shop/storefront/products/product-1?x=2&ship_to=id");

  expect(restricted.text).toContain("NOT AVAILABLE IN YOUR STATE");
  expect(open.text).not.toContain("NOT AVAILABLE IN YOUR STATE");
  expect([again.text, lower.text]).toEqual([restricted.text, restricted.text]);
});

test("a page goes out in an encoding that was asked for, each under a tag of its own", async () => {
  const shop = await openShop({ pays: false });
  const accepts: [header: string, encoding: string | undefined][] = [
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0.0,br;q=0.000", undefined],
    ["GZIP", "gzip"],
    ["brotli-x, notgzip, br-x", undefined],
    ["identity;q=0", undefined],
    ["*", undefined],
    ["", undefined],
  ];
  for (const path of ["/storefront/", "/static/favicon.svg", "/media/drawn/fixture.svg"]) {
    const tags = new Map<string | undefined, string | undefined>();
    for (const [header, encoding] of accepts) {
      const { headers, status } = await rawRequest(shop, path, { headers: { "accept-encoding": header } });
      if (status === 404) continue;
      expect([path, header, headers.get("content-encoding"), headers.get("vary")]).toEqual([
        path,
        header,
        encoding,
        "Accept-Encoding",
      ]);
      tags.set(encoding, headers.get("etag"));
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
  }
});

test("a browser that has the page is told so, whichever way it names it", async () => {
  const shop = await openShop({ pays: false });
  for (const path of ["/storefront/", "/static/favicon.svg"]) {
    const { headers } = await rawRequest(shop, path);
    const tag = headers.get("etag") ?? "";
    const status = async (known: string) => (await rawRequest(shop, path, { headers: { "if-none-match": known } })).status;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `${tag},"other"`])
      expect([path, known, await status(known)]).toEqual([path, known, 304]);
    for (const known of ['"other"', tag.slice(1, -1), "", '""', `x${tag.slice(1)}`])
      expect([path, known, await status(known)]).toEqual([path, known, 200]);
  }
});

const openCache = (options: Partial<PageCacheOptions> = {}) =>
  openPageCache({ ...openChanges(), now: () => 0, headers: {}, ...options });

/** Random text that compression does not shrink. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString("hex");

test("addresses without end that mean one page keep it once, and no other page out", async () => {
  const pages = openCache({ limit: 1_000_000 });
  const html = `<p>${noise(100_000)}</p>`;
  const first = await pages.page("/home", async () => ({ html: "<p>home</p>" }));

  const packs = new Set<unknown>();
  for (let at = 0; at < 60; at++) packs.add(await pages.page(`/last?page=${at}`, async () => ({ html })));

  expect(packs.size).toBe(1);
  // The cache could not have kept 60 pages of 50 kB.
  const unmade = () => Promise.reject(new Error("was made again"));
  expect(await pages.page("/home", unmade)).toBe(first);
  expect(packs).toContain(await pages.page("/last?page=0", unmade));
});

test("pages without end push out those that nobody asks for, and a changed catalogue all", async () => {
  const changes = openChanges();
  const pages = openCache({ ...changes, limit: 1_000_000 });
  const made: string[] = [];
  const ask = (name: string) =>
    pages.page(`/${name}`, async () => {
      made.push(name);
      return { html: `<p>${name}${noise(100_000)}</p>` };
    });
  for (let at = 0; at < 25; at++) {
    await ask("home");
    await ask(`page${at}`);
  }
  await ask("page0");
  changes.clock.apply(undefined);
  await ask("home");

  expect(made.filter((name) => name === "home")).toHaveLength(2);
  expect(made.filter((name) => name === "page0")).toHaveLength(2);
});
