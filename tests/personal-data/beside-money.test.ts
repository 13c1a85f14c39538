import { describe, expect, test } from "vitest";
import { ownerSource } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { erasePerson } from "../../server/personal-data/erase.ts";
import { openCancelFixture, releaseJobs } from "../payments/cancel-fixture.ts";
import { atGateway, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { untilBlocked } from "../support/blocked.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const erase = ({ shop, directory }: TestShop) =>
  erasePerson(shop.db, directory, { typed: "ada@example.com", source: ownerSource(), now: shop.now() });

/** A shop with one order whose money is captured, and whose jobs wait. */
async function openCaptured(engine: TestShop["shop"]["engine"]) {
  const fixture = await openCancelFixture(engine);
  const order = await fixture.place();
  await fixture.elsewhere("capture", order);
  await fixture.shop.shop.db.deleteFrom("job").where("kind", "=", "capture").execute();
  return { ...fixture, order };
}

describe.each(engines)("an erasure, on %s", (engine) => {
  test("waits until the money of a canceled order is back", async () => {
    const { shop, order, cancel } = await openCaptured(engine);
    await cancel(order);
    expect(await erase(shop)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The money of order \d+ is still moving\.$/),
    });

    await releaseJobs(shop);
    expect(await atGateway(shop, "refund")).toMatchObject([{ status: "approved", amountCents: order.total }]);
    expect(await erase(shop)).toMatchObject({ ok: true });
    await expectInOrder(shop);
  });

  test("leaves a payment whole that began at the same moment", async () => {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const shop = await openShop({
      engine,
      failpoint: async (name) => {
        if (name !== "p.before_commit") return;
        reached.resolve();
        await go.promise;
      },
    });
    const shopper = await shopperAt(shop);
    const paying = shopper.pay();
    await reached.promise;
    const erasing = erase(shop);
    // The erasure reads, then waits for the payment's locks.
    if (engine === "postgres") await untilBlocked(shop.shop.db, erasing);
    go.resolve();
    expect((await paying).status).toBe(200);
    expect(await erasing).toMatchObject({ ok: false });
    expect(await shop.shop.db.selectFrom("orders").select("email").execute()).toEqual([{ email: "ada@example.com" }]);
    await expectInOrder(shop);
  });
});

test("an erasure does not wait for the charge of a canceled order, which was given up", async () => {
  const { shop, place, cancel } = await openCancelFixture("sqlite");
  const { db } = shop.shop;
  const order = await place();
  await cancel(order);
  await db.updateTable("job").set({ run_at: 0 }).where("kind", "=", "void").execute();
  await shop.runJobs();
  // The capture was tried until its authorization expired.
  await db.updateTable("job").set({ state: "failed" }).where("kind", "=", "capture").execute();

  expect(await erase(shop)).toMatchObject({ ok: true });
});

test("an erasure and a refund that is requested meanwhile, on postgres: the refund goes first", async () => {
  const { shop, order } = await openCaptured("postgres");
  const { db, now } = shop.shop;
  expect((await fulfilOrder(db, { orderId: order.id, now: now() })).ok).toBe(true);
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transact(db, async (tx) => {
    await tx.selectFrom("checkout").select("id").forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const erasing = erase(shop);
  await untilBlocked(db, erasing);
  expect((await refundOrder(db, { orderId: order.id, wish: { all: true }, actor: "owner" }, now())).ok).toBe(true);
  go.resolve();
  await holding;
  expect(await erasing).toMatchObject({ ok: false, error: expect.stringContaining("refund") });
  await releaseJobs(shop);
  expect(await atGateway(shop, "refund")).toMatchObject([{ status: "approved", amountCents: order.total }]);
  await expectInOrder(shop);
});
