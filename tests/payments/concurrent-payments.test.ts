import { describe, expect, test } from "vitest";
import { declinedText } from "../../server/payments/rules/attempt.ts";
import { often } from "../support/long-form.ts";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, cards, countedDeclines, expectInOrder, shopperAt } from "./shopper.ts";

const oneDecline = ["address", "checkout", "network", "shop"].map((kind) => `card-declined-${kind}`);
/** The number of simultaneous shoppers or submits. */
const all = Array.from({ length: often(8, 20) }, (_, index) => index);
const half = all.slice(all.length / 2);
const units = often(11, 37);

describe.each(engines)("rivals on %s", (engine) => {
  test("of rivals for the last unit one gets it, the others are told so, and none of them is charged", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 1 } });
    const rivals = await Promise.all(all.map((n) => shopperAt(shop, { email: `rival-${n}@example.com` })));

    const answers = await Promise.all(rivals.map((rival) => rival.pay()));

    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => (body as { error: string }).error);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(all.length - 1);
    for (const error of refused) expect(error).toMatch(/^“Product 2.*” is out of stock\.$/);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("submits of one checkout are one order, one authorisation and equal answers", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });

    const answers = await Promise.all(all.map(() => shopper.pay()));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
    await expectInOrder(shop);
    expect(await atGateway(shop, "capture")).toHaveLength(1);
  });

  test("submits of one press with a declined card are one authorisation and equal refusals", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const answers = await Promise.all(all.map(() => shopper.pay(cards.declined, { key: "press-1" })));

    expect(new Set(answers.map(({ status, body }) => `${status} ${(body as { error: string }).error}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(402);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect(await countedDeclines(shop)).toEqual(oneDecline);
    await expectInOrder(shop);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("submits of one form with a declined card are one authorisation, and all are refused", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const answers = await Promise.all(all.map(() => shopper.pay(cards.declined, { formKey: "form-1" })));

    // All requests have the same form key. A request that arrives after the first one was answered
    // gets 409. It says that this form was already answered, and repeats that answer.
    for (const { status, body } of answers) {
      expect([402, 409]).toContain(status);
      expect((body as { error: string }).error).toContain(declinedText);
    }
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect(await countedDeclines(shop)).toEqual(oneDecline);
    await expectInOrder(shop);
  });

  test("a promo of one use serves one of many shoppers, and nobody else is charged a price that does not hold", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 100 } });
    const rivals = await Promise.all(half.map((n) => shopperAt(shop, { promo: "ONEUSE", email: `rival-${n}@example.com` })));

    const answers = await Promise.all(rivals.map((rival) => rival.pay()));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(half.length - 1).fill(409)]);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("one mail in many spellings redeems once what everybody may redeem once", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 100 } });
    const spelled = half.map((n) =>
      [..."ada@example.com"].map((letter, at) => (at % n ? letter : letter.toUpperCase())).join(""),
    );
    const rivals = await Promise.all(spelled.map((email) => shopperAt(shop, { promo: "ONCEEACH", email })));

    const answers = await Promise.all(rivals.map((rival) => rival.pay()));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(half.length - 1).fill(409)]);
    await expectInOrder(shop);
  });

  test("units in mixed quantities and two lines of one variant are never sold twice", async () => {
    const shop = await openShop({ engine, stock: { "v-9": units, "v-2": 100 } });
    const wishes = [...all, ...all].map((n) => [
      { variantId: "v-9", quantity: 1 + (n % 4) },
      ...(n % 3 ? [] : [{ variantId: "v-2", quantity: 1 }]),
    ]);
    const rivals = await Promise.all(wishes.map((lines, n) => shopperAt(shop, { lines, email: `rival-${n}@example.com` })));

    const answers = await Promise.all(rivals.map((rival) => rival.pay()));

    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { left, sold } = await shop.shop.db
      .selectFrom("variant")
      .innerJoin("order_line", "order_line.variant_id", "variant.id")
      .select(({ fn }) => ["variant.on_hand as left", fn.sum<number>("order_line.quantity").as("sold")])
      .where("variant.id", "=", "v-9")
      .groupBy("variant.on_hand")
      .executeTakeFirstOrThrow();
    expect(left + Number(sold)).toBe(units);
    expect(left).toBeLessThan(4);
    expect((await atGateway(shop, "authorize")).length).toBe(answers.filter(({ status }) => status === 200).length);
    await expectInOrder(shop);
  });
});
