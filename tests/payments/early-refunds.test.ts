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

test.each(engines)(
  "a part of a payment that the gateway has not settled goes out after the settlement, on %s",
  async (engine) => {
    const shop = await openShop({ engine });
    const { db, now } = shop.shop;
    await (await shopperAt(shop)).pay(cards.unsettled);
    await shop.runJobs();
    const { id: orderId } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    const outcome = await refundOrder(db, { orderId, wish: { amount: 500 }, actor: "owner" }, now());
    expect(outcome.ok).toBe(true);

    const job = () =>
      db.selectFrom("job").select(["state", "tries", "failure", "run_at"]).where("kind", "=", "refund").executeTakeFirstOrThrow();
    for (const _ of [1, 2]) {
      await shop.runJobs();
      expect(await job()).toMatchObject({ state: "waiting", tries: 0, failure: "" });
      expect((await job()).run_at).toBeGreaterThan(now());
      expect((await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state).toBe("captured");
      await expectInOrder(shop);
      shop.pass(2 * 3_600_000);
    }
    const record = await findOrderRecord(db, orderId);
    const waits = record?.events.filter(({ kind }) => kind === "refund waits") ?? [];
    expect(waits.map(({ note }) => note)).toEqual(["$5.00 goes out after the card gateway’s next settlement"]);

    await settle(shop);
    shop.pass(day);
    await shop.runJobs();

    expect((await atGateway(shop, "refund")).map(({ amountCents }) => amountCents)).toEqual([500]);
    expect((await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state).toBe("part_refunded");
    await expectInOrder(shop);
  },
);
