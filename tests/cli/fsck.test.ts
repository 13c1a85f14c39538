import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { fsck, tableOf } from "../../server/cli/fsck.ts";
import type { GatewaySettings } from "../../server/config.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import type { Gateway } from "../../server/payments/gateways/gateway.ts";
import { findGatewayBreaches } from "../../server/payments/invariants.ts";
import { acceptOrphans } from "../../server/payments/sweep/decide.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const hour = 3_600_000;

/** Runs the command next to a running shop, as its owner types it. */
async function check(shop: TestShop, gateway: GatewaySettings = shop.gateway) {
  const { db, config, now } = shop.shop;
  const [out, err]: [string[], string[]] = [[], []];
  const output = { print: (text: string) => void out.push(text), complain: (text: string) => void err.push(text) };
  const own = { ...config, gateway };
  const status = await fsck.run([], { config: own, db, now, pause: async () => {}, ...output });
  return { status, out: out.join("\n"), err: err.join("\n") };
}

const noOne: GatewaySettings = { adapter: "http", url: "http://127.0.0.1:9", secret: "nobody listens here" };
const agrees = { status: 0, out: "Everything agrees.", err: "" };

async function paidShop(engine: TestShop["shop"]["engine"]): Promise<TestShop> {
  const shop = await openShop({ engine });
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await expectInOrder(shop);
  return shop;
}

/** Differences that remain at a second look, which follows at once. */
const differences = async ({ shop }: TestShop, gateway: Gateway, pause: () => Promise<void> = async () => {}) =>
  (await findGatewayBreaches(shop.db, gateway, { pause }))?.map(({ row }) => `${row.gateway}, ${row.shop}`);

describe.each(engines)("npm run store -- fsck, on %s", (engine) => {
  test("agrees, or names what does not, and ends with another status where it could not ask", async () => {
    const shop = await paidShop(engine);
    expect(await check(shop)).toEqual(agrees);
    expect(await check(shop, noOne)).toEqual({
      status: 3,
      out: "",
      err: "The gateway could not be asked: it did not respond.\nThe rest was checked, and agrees.",
    });

    await shop.shop.db.updateTable("variant").set({ on_hand: 99 }).where("id", "=", "v-2").execute();

    expect(await check(shop)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/I2.*\nEach line names a rule that does not hold, and the row that breaks it\.$/s),
    });
    expect(await check(shop, noOne)).toMatchObject({
      status: 3,
      err: expect.stringMatching(/I2.*did not respond.*The rest was checked\.$/s),
    });
  });

  test("no gateway is one that could not be asked", async () => {
    const shop = await paidShop(engine);
    const production = await (async () => {
      const { db, config, now } = shop.shop;
      const err: string[] = [];
      const output = { print: () => {}, complain: (text: string) => void err.push(text), pause: async () => {} };
      const own = { ...config, gateway: undefined, dataDir: join(config.dataDir, "elsewhere") };
      return { status: await fsck.run([], { config: own, db, now, ...output }), err: err.join("\n") };
    })();
    expect(production).toMatchObject({ status: 3, err: expect.stringContaining("set PAYMENT_GATEWAY_URL") });
  });

  test("names a charge that failed or is overdue, and a payment without an outcome", async () => {
    const shop = await paidShop(engine);
    const { db, now } = shop.shop;
    // The job's lease makes it look as if another process had taken it. Otherwise the shop's own
    // queue, which looks for jobs every second, might run it.
    const job = { payload: '{"orderId":"none"}', created_at: now(), done_at: null, lease_until: now() + 50_000 };
    await db
      .insertInto("job")
      .values({ id: "late", kind: "refund", subject: "late", run_at: now() - hour + 45_000, ...job })
      .execute();
    expect(await check(shop)).toEqual(agrees);

    await db
      .updateTable("job")
      .set({ run_at: now() - hour })
      .where("id", "=", "late")
      .execute();
    expect(await check(shop)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^K11 .*kind=refund subject=late state=waiting/),
    });

    await db
      .updateTable("job")
      .set({ state: "failed", created_at: now(), failure: "no such account" })
      .where("id", "=", "late")
      .execute();
    expect(await check(shop)).toMatchObject({ status: 1, err: expect.stringContaining("failure=no such account") });
    await db.deleteFrom("job").where("id", "=", "late").execute();

    expect((await (await shopperAt(shop)).pay(cards.droppedBefore)).status).toBe(409);
    shop.pass(hour);
    expect(await check(shop)).toMatchObject({ status: 1, err: expect.stringMatching(/^K2 .*state=unknown/) });
  });

  test("is safe beside a payment, a cancelation and a sweep at each of their steps", async () => {
    const seen = new Set<string>();
    const shop: TestShop = await openShop({
      engine,
      failpoint: async (name) => {
        // Other connections see nothing of an open transaction.
        if (name.endsWith(".before_commit")) return;
        seen.add(name);
        expect([name, await check(shop)]).toEqual([name, agrees]);
      },
    });
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();
    const { id } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(shop.shop.db, id, shop.shop.now(), returnPromoUse);
    await shop.runJobs();
    await (await shopperAt(shop)).pay(cards.declinedButCharged).then(({ status }) => expect(status).toBe(402));
    shop.pass(hour);
    await sweepNow(shop.shop);
    await shop.runJobs();

    await expectInOrder(shop);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "p.after_commit",
        "f.after_commit",
        "cap.before",
        "cap.after",
        "refund.begin",
        "refund.before",
        "refund.after",
        "orphan.before",
        "orphan.after",
      ]),
    );
    expect(await shop.shop.db.selectFrom("job").select("kind").where("state", "=", "failed").execute()).toEqual([]);
  });

  test("what is there at the first look alone was on its way", async () => {
    const shop = await paidShop(engine);
    const { gateway } = shop.shop;
    let looks = 0;
    const isFirst = () => looks === 0;
    const list: typeof gateway.list = async (period) => {
      const listing = await gateway.list(period);
      return listing.status === "listed" && isFirst() ? { ...listing, transactions: [] } : listing;
    };
    const second = async () => void looks++;
    expect(await differences(shop, { ...gateway, list }, second)).toEqual([]);
    expect(
      await differences(shop, {
        ...gateway,
        list: async ({ until }) => ({ status: "listed", transactions: [], completeUntil: until }),
      }),
    ).toEqual([expect.stringMatching(/^nothing, captured \d+$/)]);
  });

  test("what is there at the second look alone may be on its way, whatever the first one saw", async () => {
    const shop = await paidShop(engine);
    const { gateway } = shop.shop;
    const { id } = await shop.shop.db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    let looks = 0;
    const list: typeof gateway.list = async (period) =>
      looks === 0 ? { status: "listed", transactions: [], completeUntil: period.until } : await gateway.list(period);
    const second = async () => {
      looks++;
      await gateway.authorize(charge(`${id}-0123456789abcdef-1`));
    };

    expect(await differences(shop, { ...gateway, list }, second)).toEqual([]);
    expect(await differences(shop, gateway)).toEqual(["authorized 4200, unknown"]);
  });

  test("leaves alone what another made, and asks about the shop's own until the owner has accepted it", async () => {
    const shop = await paidShop(engine);
    const { db, gateway, now } = shop.shop;
    const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    await gateway.authorize(charge("till-7"));
    expect(await differences(shop, gateway)).toEqual([]);
    await gateway.authorize(charge(`${id}-0123456789abcdef-1`));
    expect(await differences(shop, gateway)).toEqual(["authorized 4200, unknown"]);
    expect(await check(shop)).toMatchObject({ status: 1, err: expect.stringMatching(/run sweep to settle them\.$/) });

    await sweepNow(shop.shop);
    expect(await differences(shop, gateway)).toEqual(["authorized 4200, unknown"]);
    await acceptOrphans(db, now());
    expect(await differences(shop, gateway)).toEqual([]);
  });

  test("names a second authorization under an order's key, and money of a declined one", async () => {
    const shop = await paidShop(engine);
    const { gateway } = shop.shop;
    const [paid] = await atGateway(shop, "authorize");
    await gateway.authorize(charge("second"));
    const list: typeof gateway.list = async (period) => {
      const listing = await gateway.list(period);
      if (listing.status !== "listed") return listing;
      return {
        ...listing,
        transactions: listing.transactions.map((each) => ({
          ...each,
          key: each.key === "second" ? (paid?.key ?? "") : each.key,
        })),
      };
    };
    expect(await differences(shop, { ...gateway, list })).toEqual([expect.stringMatching(/^authorized 4200, captured \d+$/)]);
    const [ofOrder] = (await findGatewayBreaches(shop.shop.db, { ...gateway, list }, { pause: async () => {} })) ?? [];
    expect([ofOrder?.row.order, tableOf(ofOrder ? [ofOrder] : [])]).toEqual([1001, expect.stringContaining(" order=1001 key=")]);

    expect((await (await shopperAt(shop)).pay(cards.declinedButCharged)).status).toBe(402);
    expect(await differences(shop, gateway)).toEqual([expect.stringMatching(/^authorized \d+, declined \d+$/)]);
    const told = expect.stringMatching(/shop=declined \d+\n.*\nMoney of payments with shop=declined .* is given back by itself/s);
    expect(await check(shop)).toMatchObject({ status: 1, err: told });
    expect((await check(shop)).err).not.toContain("order=");
  });

  test("reads every page of the stored texts", async () => {
    const shop = await paidShop(engine);
    const { db } = shop.shop;
    const { id } = await db.selectFrom("checkout").select("id").executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1200 }, (_, n) => ({ checkout_id: id, key: `key-${1000 + n}`, attempt_id: null, at: 1 }));
    await db.insertInto("form_key").values(rows).execute();
    expect((await check(shop)).status).toBe(0);
    await db.updateTable("form_key").set({ key: "zzz 4242 4242 4242 4242" }).where("key", "=", "key-2199").execute();
    expect(await check(shop)).toMatchObject({ status: 1, err: expect.stringMatching(/^I15 .*table=form_key/) });
  });
});
