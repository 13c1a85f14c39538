import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { recordTry } from "../../server/db/tries.ts";
import { squareInProcess } from "../../server/media/picture-process.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const small = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#0a0" } })
  .png()
  .toBuffer();

async function upload(shop: TestShop, customer: TestBrowser, file: Buffer) {
  const form = new FormData();
  form.append("avatar", new Blob([new Uint8Array(file)], { type: "image/png" }), "me.png");
  const headers = { cookie: customer.cookie, "x-csrftoken": await customer.token() };
  return await fetch(`${shop.url}/storefront/api/customers/avatar`, { method: "POST", body: form, headers });
}

function chunk(type: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of few bytes with `side` pixels a side; unpacked, each pixel takes one byte. */
function bomb(side: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

describe.each(proofEngines)("on %s pictures of a customer", (engine) => {
  test("are decoded so many times an hour, whoever has the session, and then refused with the time to wait", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    await signIn(customer);
    const { id } = await shop.shop.db
      .selectFrom("customer")
      .select("id")
      .where("email_norm", "=", "ann@example.com")
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 19; count += 1) await recordTry(shop.shop.db, "avatar", id, shop.shop.now());
    // A file that does not begin like a picture never reaches the decoder, and is not counted.
    expect((await upload(shop, customer, Buffer.from("no picture"))).status).toBe(415);
    expect((await upload(shop, customer, small)).status).toBe(200);

    const refused = await upload(shop, customer, small);

    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: expect.stringMatching(/^Too many tries\./), code: "too_many_tries" },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    shop.pass(3_600_001);
    expect((await upload(shop, customer, small)).status).toBe(200);
  });
});

test("a picture of a billion pixels in a thousand bytes is refused before it is unpacked", async () => {
  const shop = await shopWithCustomer({});
  const customer = shop.browser();
  await signIn(customer);
  const file = bomb(32_000);
  expect(file.length).toBeLessThan(5_000);
  expect((await upload(shop, customer, file)).status).toBe(415);
  expect((await upload(shop, customer, small)).status).toBe(200);
});

test("a decoder that does not come to an end is ended, and the next picture is read", async () => {
  expect(await squareInProcess(small, { timeoutMs: 1 })).toMatchObject({ ok: false, code: "too_large" });
  expect((await squareInProcess(small)).ok).toBe(true);
});

test("more pictures at once than are waited for are refused at once", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => squareInProcess(small, { timeoutMs: 1 })));
  const refused = answers.filter((answer) => !answer.ok && answer.code === "unavailable");
  expect(refused).toHaveLength(19);
});
