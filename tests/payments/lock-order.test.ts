import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { emptyAttempts } from "../../server/payments/expiry.ts";
import { makeRefund } from "../../server/payments/make-refund.ts";
import { acceptOrphans, returnByKey } from "../../server/payments/sweep/decide.ts";
import { returnOrphan } from "../../server/payments/sweep/return-orphan.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { holdJobs, openCancelFixture, releaseJobs, waiting } from "./cancel-fixture.ts";
import { charge } from "./gateways-live.ts";
import { cards, expectInOrder, shopperAt } from "./shopper.ts";
import { settleSlowly } from "./slow-settlement.ts";

/**
 * Opens separate connections to the shop's database. `failed` lists the statements that failed, for
 * example in a deadlock. A test cannot see such failures in any other way, since `transact` tries
 * again.
 */
async function openWatched({ databaseUrl, directory }: TestShop): Promise<{ db: Db; failed: string[] }> {
  const failed: string[] = [];
  const onStatement = (text: string, _ms: number, isFailed: boolean) => void (isFailed && failed.push(text));
  const { db, close } = await openDatabase({ url: databaseUrl, directory, onStatement });
  onTestFinished(close);
  return { db, failed };
}

/** Locks the only attempt in another transaction, until the returned function is called. */
async function holdAttempt({ shop: { db } }: TestShop): Promise<() => Promise<void>> {
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transact(db, async (tx) => {
    await tx.selectFrom("attempt").select("id").forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  return async () => {
    go.resolve();
    await holding;
  };
}

const orphanOf = async ({ shop: { db } }: TestShop) =>
  await db.selectFrom("orphan_authorization").selectAll().where("attempt_id", "is not", null).executeTakeFirstOrThrow();

/**
 * A shop with money of a declined payment. The money is only reported, because a restore lost
 * another payment and the owner has not accepted this yet.
 */
async function openReported(failpoint: (name: string) => Promise<void> = async () => {}) {
  const shop = await openShop({ engine: "postgres", failpoint });
  const { db, gateway } = shop.shop;
  expect((await (await shopperAt(shop)).pay(cards.declinedButCharged)).status).toBe(402);
  const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
  await gateway.authorize(charge(`${id}-0123456789abcdef-1`));
  shop.pass(3_600_000);
  expect(await sweepNow(shop.shop)).toMatchObject({ suspended: true });
  expect(await acceptOrphans(db, shop.shop.now())).toBe(1);
  return { shop, watched: await openWatched(shop) };
}

test("a refund that ends and the settlement of another one of its order lock in one order", async () => {
  const fixture = await openCancelFixture("postgres");
  const { shop } = fixture;
  const { db, now } = shop.shop;
  const order = await fixture.place();
  await fixture.runDue();
  for (const amount of [500, 1000])
    expect((await refundOrder(db, { orderId: order.id, wish: { amount }, actor: "owner" }, now())).ok).toBe(true);
  const watched = await openWatched(shop);
  // The gateway has answered the settlement before the other refund is made.
  const settling = settleSlowly({ ...shop.shop, db: watched.db }, { orderId: order.id, n: 2 });
  await settling.answered;
  const reached = Promise.withResolvers<() => Promise<void>>();
  fixture.at("refund.after", async () => reached.resolve(await holdAttempt(shop)));
  const refunding = makeRefund({ ...shop.shop, db: watched.db }, { orderId: order.id, amount: 500 }, `${order.id}-r1`);
  const release = await reached.promise;
  await waiting(shop.shop, 1);
  settling.go();
  await waiting(shop.shop, 2);

  await release();

  await refunding;
  expect(await settling.outcome).toMatchObject({ ok: true, value: { by: "other means" } });
  expect(watched.failed).toEqual([]);
  expect(await fixture.end(order)).toMatchObject({ attempt: "part_refunded", refunded: [500] });
});

test("the owner and a sweep that begin to return the same money lock in one order", async () => {
  const { shop, watched } = await openReported();
  const { key } = await orphanOf(shop);
  const release = await holdAttempt(shop);
  const sweeping = sweepNow({ ...shop.shop, db: watched.db });
  await waiting(shop.shop, 1);
  const returning = returnByKey(watched.db, key, shop.shop.now());
  await waiting(shop.shop, 2);

  await release();

  expect(await sweeping).toMatchObject({ status: "swept", returning: [expect.any(String)] });
  expect(await returning).toMatchObject({ ok: true });
  expect(watched.failed).toEqual([]);
  await expectInOrder(shop);
  expect(await orphanOf(shop)).toMatchObject({ state: "voided" });
});

test("a return that ends and an erasure, which forgets the card of that money, lock in one order", async () => {
  const reached = Promise.withResolvers<() => Promise<void>>();
  const { shop, watched } = await openReported(async (name) => {
    if (name !== "orphan.after") return;
    const release = await holdAttempt(shop);
    erasing = transact(watched.db, (tx) => emptyAttempts(tx, [attempt], shop.shop.now()));
    await waiting(shop.shop, 1);
    reached.resolve(release);
  });
  let erasing = Promise.resolve();
  const { db, now } = shop.shop;
  await holdJobs(shop);
  const { key, ref } = await orphanOf(shop);
  expect(await returnByKey(db, key, now())).toMatchObject({ ok: true });
  const attempt = await db.selectFrom("attempt").select(["id", "snapshot"]).executeTakeFirstOrThrow();
  const returning = returnOrphan({ ...shop.shop, db: watched.db }, ref);
  const release = await reached.promise;
  await waiting(shop.shop, 2);

  await release();

  await Promise.all([returning, erasing]);
  expect(watched.failed).toEqual([]);
  expect(await orphanOf(shop)).toMatchObject({ state: "voided", brand: null, last4: null });
  await releaseJobs(shop);
  await expectInOrder(shop);
});
