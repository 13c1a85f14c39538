import { expect, test } from "vitest";
import { redeem, returnPromoUse } from "../../server/checkout/promos.ts";
import type { Tx } from "../../server/db/tables.ts";
import { transact, transactOutcome } from "../../server/db/transaction.ts";
import { openCancelFixture } from "../payments/cancel-fixture.ts";
import { cards, shopperAt } from "../payments/shopper.ts";
import { untilBlocked } from "../support/blocked.ts";

test("a cancelation and a payment with one code take their locks in one order, on postgres", async () => {
  const { shop, place } = await openCancelFixture("postgres");
  const { db, now } = shop.shop;
  await db.updateTable("promo").set({ once_per_customer: 1 }).where("code", "=", "WELCOME10").execute();
  const order = await place(cards.good, "WELCOME10");
  const { checkout_id } = await db
    .selectFrom("orders")
    .select("checkout_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { promo_id: promoId } = await db.selectFrom("promo_redemption").select("promo_id").executeTakeFirstOrThrow();
  const { checkoutId } = await shopperAt(shop);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = { canceling: 0, paying: 0 };
  /** The cancelation waits after its first lock until the payment has begun. */
  const pausing = (tx: Tx) =>
    tx.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        first.resolve();
        await second.promise;
        return result;
      },
    }) as unknown as Tx;
  const canceling = transact(db, async (tx) => {
    runs.canceling += 1;
    await returnPromoUse(runs.canceling === 1 ? pausing(tx) : tx, checkout_id);
  });
  await first.promise;
  const paying = transactOutcome(db, async (tx) => {
    runs.paying += 1;
    return await redeem(tx, { promoId, checkoutId, email: "ada@example.com", now: now() });
  });
  await untilBlocked(db, paying);
  second.resolve();
  await canceling;
  await paying;
  expect(runs).toEqual({ canceling: 1, paying: 1 });
  const { used } = await db.selectFrom("promo").select("used").where("id", "=", promoId).executeTakeFirstOrThrow();
  const uses = await db.selectFrom("promo_redemption").select("id").where("promo_id", "=", promoId).execute();
  expect(used).toBe(uses.length);
});
