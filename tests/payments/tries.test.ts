import { describe, expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "./shopper.ts";

describe.each(engines)("who may try to pay, and how often, on %s", (engine) => {
  test("five declined cards end a checkout's tries, and others may go on", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    for (let tries = 0; tries < 5; tries++) expect((await shopper.pay(cards.declined)).status).toBe(402);

    const refused = await shopper.pay();

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await atGateway(shop, "authorize")).toHaveLength(5);
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("thirty declined cards of one address stop it for an hour", async () => {
    const shop = await openShop({ engine });
    const six = await Promise.all(Array.from({ length: 6 }, () => shopperAt(shop)));
    for (let tries = 0; tries < 5; tries++)
      for (const { status } of await Promise.all(six.map((shopper) => shopper.pay(cards.declined)))) expect(status).toBe(402);
    const seventh = await shopperAt(shop);
    expect((await seventh.pay()).status).toBe(429);
    shop.pass(3_600_000);
    expect((await seventh.pay()).status).toBe(200);
  });

  test("one Idempotency-Key is one press on Pay, also after it was declined", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const declined = await shopper.pay(cards.declined, { key: "press-1" });

    const replayed = await shopper.pay(cards.good, { key: "press-1" });

    expect([replayed.status, replayed.body]).toEqual([402, declined.body]);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    const paid = await shopper.pay(cards.good, { key: "press-2" });
    expect((await shopper.pay(cards.good, { key: "press-2" })).body).toEqual(paid.body);
    expect((await shopper.pay(cards.good, { key: "two words" })).status).toBe(400);
    await expectInOrder(shop);
  });

  test("another's or an unknown checkout is not there to be paid (acceptance 246)", async () => {
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

    expect((await shopper.pay()).status).toBe(404);
    await shop.shop.db
      .updateTable("checkout")
      .set({ customer_id: null, state: "abandoned" })
      .where("id", "=", shopper.checkoutId)
      .execute();
    expect((await shopper.pay()).status).toBe(404);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });
});
