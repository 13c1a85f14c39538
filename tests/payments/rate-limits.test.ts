import { describe, expect, test } from "vitest";
import { refuse } from "../../server/outcome.ts";
import { pay } from "../../server/payments/pay.ts";
import { stricter } from "../../server/payments/rate-limits.ts";
import type { Answer } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, callOf, cards, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";

const tryCard = (shop: TestShop, shopper: Shopper, card: string = cards.good, address = "203.0.113.9") =>
  pay(shop.shop, { ...callOf(shop, shopper, card), address }, quick);

test("of the two limits, the one that asks for more counts", () => {
  const work = (factor: number) => ({ ...refuse("work_required", "work"), data: { checkoutId: "c-1", factor } });
  const wait = refuse("too_many_tries", "wait");

  expect(stricter(work(1), work(16))).toEqual(work(16));
  expect(stricter(work(4), work(2))).toEqual(work(4));
  expect(stricter(wait, work(16))).toBe(wait);
  expect([stricter(undefined, work(2)), stricter(work(2), undefined), stricter(undefined, undefined)]).toEqual([
    work(2),
    work(2),
    undefined,
  ]);
});

describe.each(engines)("who may try to pay, and how often, on %s", (engine) => {
  test("after five declined cards a checkout pays with work, and others without", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    for (let tries = 0; tries < 5; tries++)
      expect(await tryCard(shop, shopper, cards.declined)).toMatchObject({ code: "declined" });

    const refused = await shopper.pay();

    expect([refused.status, refused.body]).toMatchObject([403, { code: "work_required" }]);
    expect(await atGateway(shop, "authorize")).toHaveLength(5);
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("after thirty declined cards of one address it pays with work for an hour", async () => {
    const shop = await openShop({ engine });
    const six = await Promise.all(Array.from({ length: 6 }, () => shopperAt(shop)));
    for (let tries = 0; tries < 5; tries++)
      for (const shopper of six) expect(await tryCard(shop, shopper, cards.declined)).toMatchObject({ code: "declined" });
    const seventh = await shopperAt(shop);

    expect(await tryCard(shop, seventh)).toMatchObject({ code: "work_required" });
    expect(await atGateway(shop, "authorize")).toHaveLength(30);
    expect(await tryCard(shop, seventh, cards.good, "198.51.100.7")).toMatchObject({ ok: true });
    const eighth = await shopperAt(shop);
    shop.pass(3_600_000);
    expect(await tryCard(shop, eighth)).toMatchObject({ ok: true });
  });

  test("one Idempotency-Key is one press on Pay, also after it was declined", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const declined = await shopper.pay(cards.declined, { key: "press-1" });

    const replayed = await shopper.pay(cards.good, { key: "press-1" });

    const refusalOf = ({ status, body }: Answer) => [status, (body as { error: string }).error];
    expect(refusalOf(replayed)).toEqual(refusalOf(declined));
    expect(declined.status).toBe(402);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    const paid = await shopper.pay(cards.good, { key: "press-2" });
    expect((await shopper.pay(cards.good, { key: "press-2" })).body).toEqual(paid.body);
    expect((await shopper.pay(cards.good, { key: "two words" })).status).toBe(400);
    await expectInOrder(shop);
  });

  test("another's or an unknown checkout is not there to be paid, and without a session a customer's wants one (requirement 246)", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db
      .insertInto("customer")
      .values({
        id: "c-1",
        email: "c@example.com",
        email_norm: "c@example.com",
        password_hash: null,
        avatar: null,
        pending_email: null,
        disabled_at: null,
        created_at: 1,
      })
      .execute();
    await shop.shop.db.updateTable("checkout").set({ customer_id: "c-1" }).where("id", "=", shopper.checkoutId).execute();

    expect((await shopper.pay()).status).toBe(401);
    await shop.shop.db
      .updateTable("checkout")
      .set({ customer_id: null, state: "abandoned" })
      .where("id", "=", shopper.checkoutId)
      .execute();
    expect((await shopper.pay()).status).toBe(404);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });
});
