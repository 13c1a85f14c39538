import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readPayment } from "../../server/payments/form.ts";
import { CardData } from "../../server/payments/gateways/card-data.ts";
import { looksLikeCard } from "../../server/payments/invariants/card-numbers.ts";
import { pay } from "../../server/payments/pay.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { canary, hasTrace, textsBelow } from "./canary.ts";
import { cardOf } from "./gateways-live.ts";
import { address, callOf, cardForm, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";

/**
 * Searches for the canary in every file below the shop's folder, in its log and in every answer.
 */
async function traces(shop: TestShop, digits: string, answers: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string) => {
    if (hasTrace(text, digits)) found.push(place);
  };
  const files: string[] = [];
  for await (const { file, text } of textsBelow(shop.directory)) {
    files.push(file.slice(shop.directory.length + 1));
    look(file, text);
  }
  expect(files).toEqual(expect.arrayContaining(["store.db", "gateway.db"]));
  look("log", shop.log.join(""));
  for (const [at, answer] of answers.entries()) look(`answer ${at}`, answer);
  return found;
}

const send = (shopper: Shopper, body: string, type = "application/json", token = true) =>
  shopper.browser.token().then((value) =>
    shopper.browser.request("POST", "/storefront/checkout/payment", {
      body,
      headers: { "content-type": type, ...(token && { "x-csrftoken": value }) },
    }),
  );

describe("of a card nothing stays", () => {
  test("neither in a file, nor in the log, nor in an answer, whatever goes wrong with the call", async () => {
    const shop = await openShop({ env: { LOG_LEVEL: "trace" } });
    const [paid, refused] = [await shopperAt(shop), await shopperAt(shop)];
    const digits = canary();
    const spaced = digits.replace(/\d{4}(?=\d)/g, "$& ");
    const details = { ...cardForm(spaced), securityCode: "9071" };
    const call = (checkoutId: string, paymentDetails: unknown) => JSON.stringify({ checkoutId, paymentDetails });
    const form = new URLSearchParams({
      checkoutId: refused.checkoutId,
      sameAsShipping: "false",
      ...address,
      ...details,
      postalCode: "x",
    });
    const whole = call(refused.checkoutId, details);

    const answers = [
      [200, await send(paid, call(paid.checkoutId, details))],
      [400, await send(refused, whole.slice(0, -2))],
      [400, await send(refused, `[${whole}]`)],
      [400, await send(refused, call(refused.checkoutId, [digits]))],
      [400, await send(refused, call(refused.checkoutId, { cardNumber: Number(digits) }))],
      [400, await send(refused, JSON.stringify({ checkoutId: [digits], paymentDetails: details }))],
      [400, await send(refused, JSON.stringify({ checkoutId: refused.checkoutId, [digits]: digits, quote: { digits } }))],
      [413, await send(refused, call(refused.checkoutId, { ...details, cardName: "A".repeat(5000) }))],
      [413, await send(refused, "1".repeat(2 * 1024 * 1024)).catch(() => ({ status: 413, text: "" }))],
      [415, await send(refused, whole, "text/plain")],
      [415, await send(refused, whole, "multipart/form-data; boundary=x")],
      [403, await send(refused, whole, "application/json", false)],
      [200, await send(refused, call(refused.checkoutId, { ...details, cardName: digits }))],
      [200, await send(refused, call(refused.checkoutId, { ...details, expirationDate: "01/20" }))],
      [403, await send(refused, form.toString(), "application/x-www-form-urlencoded", false)],
      [422, await send(refused, form.toString(), "application/x-www-form-urlencoded")],
      [404, await send(refused, call("0".repeat(32), details))],
      [409, await send(refused, JSON.stringify({ checkoutId: refused.checkoutId, quote: digits, paymentDetails: details }))],
      [402, await send(refused, call(refused.checkoutId, { ...details, cardNumber: "4000000000000002" }))],
    ] as const;

    expect(answers.map(([, { status }]) => status)).toEqual(answers.map(([wanted]) => wanted));
    await expectInOrder(shop);
    const texts = answers.map(([, { text }]) => text);
    expect(await traces(shop, digits, texts)).toEqual([]);
    expect(/(?<![\w-])9071(?![\w-])/.test(texts.join() + shop.log.join(""))).toBe(false);
  });

  test("nor in what is logged of a failure behind the gateway, nor in the card itself after the call", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const digits = canary();
    const card = cardOf(digits, { securityCode: "9071" });
    const authorize = async (call: unknown): Promise<never> => {
      shop.shop.log.error({ err: new Error(`failed on ${JSON.stringify(call)}`), call }, `${call}`);
      throw new Error("the adapter broke");
    };
    const broken = { ...shop.shop, gateway: { ...shop.shop.gateway, authorize } };

    await expect(pay(broken, { ...callOf(shop, shopper), means: { card } }, quick)).rejects.toThrow("the adapter broke");

    expect(shop.log.join("")).toContain("[card]");
    expect(await traces(shop, digits, [])).toEqual([]);
  });

  test("nor in a card that was never sent to the gateway, once its payment is refused", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const wiped = vi.spyOn(CardData.prototype, "wipe");
    onTestFinished(() => wiped.mockRestore());

    expect((await shopper.pay(canary(), { quote: "0".repeat(32) })).status).toBe(409);

    const refused = wiped.mock.contexts as CardData[];
    expect(refused).toHaveLength(1);
    for (const card of refused) expect(() => card.reveal()).toThrow("the card was wiped");
  });

  test("nor in what the rest of the server sees of the request", async () => {
    const { shop, ...opened } = await openShop();
    const details = cardForm(canary());
    const app = express().post("/", async (req, res) => {
      const read = await readPayment(shop, req, res);
      res.json([read.ok && read.value.open, read, req.body]);
    });
    const server = app.listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sent = async (body: string, type: string) =>
      await (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: { "content-type": type } })).text();
    const form = new URLSearchParams({ checkoutId: "c-1", city: "Austin", ...details }).toString();

    const seen = [
      await sent(JSON.stringify({ checkoutId: "c-1", city: "Austin", paymentDetails: details }), "application/json"),
      await sent(form, "application/x-www-form-urlencoded"),
    ];

    for (const text of seen) expect(JSON.parse(text)[0]).toEqual({ checkoutId: "c-1", city: "Austin" });
    expect(await traces({ shop, ...opened }, details.cardNumber, seen)).toEqual([]);
  });

  test("a shop that wrote a card down would be found out", async () => {
    const shop = await openShop();
    const digits = canary();
    const { db } = shop.shop;
    await db.insertInto("counted_try").values({ id: "1", kind: "note", subject: digits, at: 1 }).execute();
    shop.shop.log.info({ note: digits.replace(/\d{4}(?=\d)/g, "$& ") });
    const mail = Buffer.from(JSON.stringify({ card: digits })).toString("base64");

    const found = await traces(shop, digits, [mail, Buffer.from(digits).toString("hex"), [...digits].reverse().join("")]);

    expect(found).toEqual([expect.stringMatching(/store\.db/), "log", "answer 0", "answer 1", "answer 2"]);
  });

  test("numbers that cards have are told from numbers that shops have (I15)", () => {
    for (const text of ["4242424242424242", "card 4242 4242 4242 4242, thanks", "3782-822463-10005"])
      expect(looksLikeCard(text)).toBe(true);
    for (const text of ["4242424242424241", "1761800000000", "a4242424242424242f", "42424242424242420000", "+1 512 555 0100"])
      expect(looksLikeCard(text)).toBe(false);
    // This text is a UUID, not a card number, although its first sixteen digits alone would pass as
    // one.
    expect(looksLikeCard("24574082-8275-4828-8980-928fe8d7658f")).toBe(false);
    expect(looksLikeCard("2457-4082-8275-4828")).toBe(true);
  });
});
