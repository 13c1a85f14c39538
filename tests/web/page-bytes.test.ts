import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { openPageCache } from "../../server/web/page-cache.ts";
import { openChanges } from "../support/page-changes.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { type RawResponse, rawRequest, sendBytes } from "./raw-http.ts";

const home = "/storefront/";
const inBrotli = (shop: TestShop, headers: Record<string, string> = {}) =>
  rawRequest(shop, home, { headers: { "accept-encoding": "br", ...headers } });
const bytes = ({ text }: RawResponse) => Buffer.from(text, "latin1");
const tagOf = ({ headers }: RawResponse) => headers.get("etag") ?? "";

/** The page after a second request: compressed well, in the background. */
const settled = (shop: TestShop, first: RawResponse) =>
  vi.waitFor(async () => {
    const answer = await inBrotli(shop);
    expect(tagOf(answer)).not.toBe(tagOf(first));
    return answer;
  });

test("a page that is asked for again gets smaller under a tag of its own, and a browser keeps the copy it has", async () => {
  const shop = await openShop({ pays: false });
  const first = await inBrotli(shop);
  const later = await settled(shop, first);

  expect(bytes(later).length).toBeLessThan(bytes(first).length);
  expect(brotliDecompressSync(bytes(later))).toEqual(brotliDecompressSync(bytes(first)));
  for (const tag of [tagOf(first), tagOf(later)]) {
    const known = await inBrotli(shop, { "if-none-match": tag });
    expect([known.status, tagOf(known), known.text]).toEqual([304, tag, ""]);
  }
});

test("a tag stands for the same bytes in every answer, and says one page in every encoding", async () => {
  const shop = await openShop({ pays: false });
  const seen = new Map<string, Set<string>>();
  const pages = new Set<string>();
  const note = (answer: RawResponse, page: Buffer) => {
    const [tag, body] = [tagOf(answer), bytes(answer).toString("base64")];
    seen.set(tag, (seen.get(tag) ?? new Set()).add(body));
    pages.add(page.toString("base64"));
    expect(Number(answer.headers.get("content-length"))).toBe(bytes(answer).length);
  };
  const round = async () => {
    const [br, gzip, plain] = [
      await inBrotli(shop),
      await inBrotli(shop, { "accept-encoding": "gzip" }),
      await rawRequest(shop, home),
    ];
    note(br, brotliDecompressSync(bytes(br)));
    note(gzip, gunzipSync(bytes(gzip)));
    note(plain, bytes(plain));
    return br;
  };
  await settled(shop, await round());
  await round();

  expect(pages.size).toBe(1);
  // The four bodies: quick brotli, well compressed brotli, gzip, and plain text.
  expect([...seen.values()].map((bodies) => bodies.size)).toEqual([1, 1, 1, 1]);
});

test("a 304 says what caches need and which request it is, and nothing else", async () => {
  const shop = await openShop({ pays: false });
  const page = await inBrotli(shop);
  const known = await inBrotli(shop, { "if-none-match": tagOf(page) });

  expect([...known.headers.keys()].sort()).toEqual(["cache-control", "connection", "date", "etag", "vary", "x-request-id"]);
  for (const name of ["cache-control", "etag", "vary"]) expect(known.headers.get(name)).toBe(page.headers.get(name));
  expect(known.headers.get("cache-control")).toContain("stale-while-revalidate");
});

test("a page under another policy is another page, for a 304 would keep the old one alive", async () => {
  const tag = async (policy: string) => {
    const pages = openPageCache({ ...openChanges(), now: () => 0, headers: { "Content-Security-Policy": policy } });
    const made = await pages.page("/", async () => ({ html: "<p>home</p>" }));
    return "tag" in made ? made.tag : undefined;
  };

  expect(await tag("default-src 'none'")).not.toBe(await tag("default-src 'self'"));
  expect(await tag("default-src 'none'")).toBe(await tag("default-src 'none'"));
});

test("HEAD tells of a page what GET does, kept or not, and sends none of it", async () => {
  const shop = await openShop({ pays: false });
  const alike = ({ status, headers }: RawResponse) => [
    status,
    ...["etag", "content-length", "vary"].map((name) => headers.get(name)),
  ];
  const unkept = await rawRequest(shop, home, { method: "HEAD" });
  const page = await rawRequest(shop, home);
  const kept = await rawRequest(shop, home, { method: "HEAD" });
  const known = await rawRequest(shop, home, { method: "HEAD", headers: { "if-none-match": tagOf(page) } });

  expect([alike(unkept), alike(kept)]).toEqual([alike(page), alike(page)]);
  expect([unkept.text, kept.text, known.text, known.status]).toEqual(["", "", "", 304]);
});

test("old clients and hasty ones get whole pages, in the order in which they asked", async () => {
  const shop = await openShop({ pays: false });
  const page = await rawRequest(shop, home);
  const old = await sendBytes(shop, `GET ${home} HTTP/1.0\r\n\r\n`);
  expect([old.status, old.text, old.headers.get("connection")]).toEqual([200, page.text, "close"]);

  const request = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${more}\r\n`;
  const known = `If-None-Match: ${tagOf(page)}\r\n`;
  const all = await sendBytes(
    shop,
    request(home) + request("/storefront/collections/") + request(home, known) + request(home, "Connection: close\r\n"),
  );
  const heads = [...`\r\n${all.text}`.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  expect([all.status, ...heads.map(Number)]).toEqual([200, 200, 304, 200]);
  expect(all.text.startsWith(page.text)).toBe(true);
  expect(all.text.endsWith(page.text)).toBe(true);
});

test("names and encodings that come in several header lines are read as one list", async () => {
  const shop = await openShop({ pays: false });
  const page = await inBrotli(shop);
  const lines = ["ACCEPT-ENCODING: br", "Accept-Encoding: gzip", 'If-None-Match: "other"', `if-none-match: ${tagOf(page)}`];
  const answer = await sendBytes(
    shop,
    `GET ${home} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n${lines.join("\r\n")}\r\n\r\n`,
  );

  expect([answer.status, tagOf(answer)]).toEqual([304, tagOf(page)]);
});
