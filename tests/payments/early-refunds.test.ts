import { expect, test } from "vitest";
import { findOrderRecord } from "../../server/orders/record.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "./shopper.ts";

const day = 86_400_000;

async function settle({ gateway }: TestShop): Promise<void> {
  const answer = await fetch(`${gateway.url}/settle`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.secret}` },
  });
  expect(answer.status).toBe(200);
}

test.each(engines)("parts of a payment that the gateway has not settled go out after the settlement, on %s", async (engine) => {
  const shop = await openShop({ engine });
  const { db, now } = shop.shop;
  await (await shopperAt(shop)).pay(cards.unsettled);
  await shop.runJobs();
  const { id: orderId } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  const ask = () => refundOrder(db, { orderId, wish: { amount: 500 }, actor: "owner" }, now());
  expect([await ask(), await ask()].map(({ ok }) => ok)).toEqual([true, true]);

  const jobs = () => db.selectFrom("job").select(["state", "tries", "failure", "run_at"]).where("kind", "=", "refund").execute();
  for (const _ of [1, 2]) {
    await shop.runJobs();
    const later = { state: "waiting", tries: 0, failure: "", run_at: expect.toSatisfy((at: number) => at > now()) };
    expect(await jobs()).toEqual([later, later]);
    expect(await db.selectFrom("order_refund").select("sent_at").execute()).toEqual([{ sent_at: null }, { sent_at: null }]);
    expect((await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state).toBe("captured");
    await expectInOrder(shop);
    shop.pass(2 * 3_600_000);
  }
  const record = await findOrderRecord(db, orderId);
  const waits = record?.events.filter(({ kind }) => kind === "refund waits") ?? [];
  // The two run beside each other, in any order.
  expect(waits.map(({ note }) => note).sort()).toEqual([
    "Refund 1: $5.00 goes out after the card gateway’s next settlement",
    "Refund 2: $5.00 goes out after the card gateway’s next settlement",
  ]);

  await settle(shop);
  // Two refunds of one payment may get into each other's way; the second then tries again.
  for (const _ of [1, 2, 3]) {
    shop.pass(day);
    await shop.runJobs();
  }

  expect((await atGateway(shop, "refund")).map(({ amountCents }) => amountCents)).toEqual([500, 500]);
  expect((await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state).toBe("part_refunded");
  await expectInOrder(shop);
});
