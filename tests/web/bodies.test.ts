import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { cardForm, shopperOn } from "../payments/shopper.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { expectNoFault, ownHeaders, type RawResponse, rawRequest } from "./raw-http.ts";

const calls = ["email", "shipping", "shipping_method", "billing", "payment", "line", "create"].map(
  (name) => `/storefront/checkout/${name}`,
);
const form = "application/x-www-form-urlencoded";
/** A number with a valid check digit that occurs nowhere else in a test. */
const canary = "9999512345678906";

async function shopAndOwner(options: { pays?: boolean } = { pays: false }) {
  const shop = await openShop(options);
  const browser = shop.browser();
  const own = await ownHeaders(browser);
  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}, method = "POST") =>
    rawRequest(shop, path, { method, headers: { ...own, ...headers }, body });
  return { shop, browser, own, send };
}

describe("a body of any bytes", () => {
  test("that is no JSON, or no object, is a 400", async () => {
    const { shop, send } = await shopAndOwner();
    const seen: RawResponse[] = [];
    const bodies: (string | Buffer)[] = [
      "null",
      "7",
      '"text"',
      "[]",
      "NaN",
      "{",
      `{"checkoutId":"${canary}`,
      "[".repeat(1800) + "]".repeat(1800),
      `${'{"a":'.repeat(600)}1${"}".repeat(600)}`,
      Buffer.from('{"checkoutId":"x"}', "utf16le"),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe]),
      '{"checkoutId":["x"],"email":{"a":1},"lines":{"length":1e9},"quote":1e999}',
      '{"checkoutId":"\\u0000","lines":"\\u0000","quote":"\\u0000"}',
    ];
    for (const path of calls)
      for (const body of bodies) {
        const answer = await send(path, body);
        const depth = path.endsWith("/create") && String(body).startsWith('{"a":');
        expect([path, String(body).slice(0, 30), answer.status]).toEqual([path, String(body).slice(0, 30), depth ? 200 : 400]);
        seen.push(answer);
      }
    expectNoFault(shop, seen);
    expect(seen.map(({ text }) => text).join()).not.toContain(canary);
  });

  test("that is larger than its call takes is a 413: 4 kB for a card, 64 kB for all else", async () => {
    const { shop, send } = await shopAndOwner();
    const sized = (bytes: number) => `{"checkoutId":"${"x".repeat(100)}","more":"`.padEnd(bytes - 2, "y").concat('"}');
    const seen: RawResponse[] = [];
    for (const path of calls) {
      const most = path.endsWith("/payment") ? 4096 : 65_536;
      const [fits, large] = [await send(path, sized(most)), await send(path, sized(most + 1))];
      expect([path, fits.status === 413, large.status]).toEqual([path, false, 413]);
      const packed = await send(path, gzipSync(" ".repeat(5_000_000)), { "content-encoding": "gzip" });
      expect([path, packed.status]).toEqual([path, path.endsWith("/payment") ? 415 : 413]);
      const fields = await send(path, "a=b&".repeat(1000), { "content-type": form });
      expect([path, fields.status]).toEqual([path, path.endsWith("/payment") ? 404 : 413]);
      seen.push(fits, large, packed, fields);
    }
    expectNoFault(shop, seen);
  });

  test("of a type or an encoding that nobody reads is a 415", async () => {
    const { shop, send } = await shopAndOwner();
    const seen: RawResponse[] = [];
    const types = [
      "text/plain",
      "application/xml",
      "application/vnd.api+json",
      "application/json/x;;;",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "",
      "x",
    ];
    for (const path of [
      ...calls,
      "/storefront/cart/add",
      "/storefront/api/checkout/add-promo",
      "/storefront/checkout/line/remove",
    ]) {
      for (const type of types) {
        const answer = await send(path, "--x--", { "content-type": type });
        expect([path, type, answer.status]).toEqual([path, type, 415]);
        seen.push(answer);
      }
      const packed = await send(path, "{}", { "content-encoding": "zstd, x" });
      expect([path, packed.status]).toEqual([path, 415]);
      seen.push(packed);
    }
    expectNoFault(shop, seen);
  });

  test("whose length or chunks are a lie is refused before anything is read", async () => {
    const { shop, send } = await shopAndOwner();
    const lies: [headers: Record<string, string>, body: string][] = [
      [{ "transfer-encoding": "chunked" }, "zz\r\n{}\r\n0\r\n\r\n"],
      [{ "transfer-encoding": "chunked", "content-length": "5" }, "0\r\n\r\n"],
      [{ "content-length": "-1" }, "{}"],
      [{ "content-length": "2, 3" }, "{}"],
      [{ "content-length": "0x2" }, "{}"],
    ];
    for (const path of calls)
      for (const [headers, body] of lies)
        expect([path, headers, (await send(path, body, headers)).status]).toEqual([path, headers, 400]);
    const chunked = await send("/storefront/checkout/create", "2\r\n{}\r\n0\r\n\r\n", { "transfer-encoding": "chunked" });
    expect([chunked.status, shop.log.some((line) => line.includes('"level":50'))]).toEqual([200, false]);
  });

  test("whose fields come twice, in brackets or by a prototype's names, is no 500 and changes no prototype", async () => {
    const { shop, browser, send } = await shopAndOwner();
    const token = await browser.token();
    const seen: RawResponse[] = [];
    const names = [
      "checkoutId",
      "email",
      "city",
      "shippingMethodId",
      "sameAsShipping",
      "cardNumber",
      "quote",
      "variantId",
      "quantity",
      "_method",
    ];
    const shapes = [
      (name: string) => `${name}=a&${name}=b`,
      (name: string) => `${name}[]=a&${name}[b][c]=d`,
      (name: string) => `${name}=%00&${name}=%ff%`,
    ];
    const prototypeKeys = "&__proto__=a&__proto__[admin]=1&constructor=b&toString=c&hasOwnProperty=d";
    for (const path of calls)
      for (const shape of shapes)
        seen.push(
          await send(path, `_csrf=${encodeURIComponent(token)}&${names.map(shape).join("&")}${prototypeKeys}`, {
            "content-type": form,
          }),
        );
    expectNoFault(shop, seen);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test("that never arrives whole is nobody's error but its sender's", async () => {
    const { shop, own } = await shopAndOwner();
    const head = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
    for (const path of calls) {
      const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: shop.test\r\n${head.join("")}expect: 100-continue\r\ncontent-length: 900\r\n\r\n{"cardNumber":"${canary}`,
      );
      // The shop has read the head and waits for the rest.
      await once(socket, "data");
      socket.destroy();
    }
    const lines = () => shop.log.filter((line) => line.includes('"status":499'));
    await vi.waitFor(() => expect(lines()).toHaveLength(calls.length));
    expectNoFault(shop, []);
  });
});

test("a card that was sent to the wrong place, or in the wrong way, is written down nowhere", async () => {
  const { shop, send, browser } = await shopAndOwner({ pays: true });
  const shopper = await shopperOn(browser);
  const details = { ...cardForm(canary), cardName: "Ada" };
  const fields = new URLSearchParams({ ...details, checkoutId: shopper.checkoutId, sameAsShipping: "true" }).toString();
  const seen: RawResponse[] = [];
  for (const path of [
    ...calls,
    "/storefront/checkout/find",
    `/storefront/checkout/payment/${shopper.checkoutId}/`,
    "/nothing",
    `/storefront/${canary}/`,
  ])
    for (const method of ["POST", "PUT", "GET"]) {
      seen.push(
        await send(
          path,
          JSON.stringify({ checkoutId: shopper.checkoutId, paymentDetails: details, ...details, paymentdetails: canary }),
          {},
          method,
        ),
      );
      seen.push(await send(path, fields, { "content-type": form }, method));
      seen.push(await send(path, fields, { "content-type": "text/plain" }, method));
      seen.push(await send(`${path}?${fields}`, "", {}, method));
      seen.push(await send(path, `{"cardNumber":"${canary}"`, {}, method));
    }
  expectNoFault(shop, seen);

  const spoken = shop.log.join("") + seen.map(({ text, headers }) => text + [...headers.values()].join()).join("");

  expect(spoken.replace(/[\s-]/g, "")).not.toContain(canary);
  expect(await written(shop)).not.toContain(canary);
});

/** Every text that the database holds. */
async function written({ shop: { db } }: TestShop): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as "checkout")
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
