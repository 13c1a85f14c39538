import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { beginTimer } from "../server/db/timers.ts";
import { unanswered } from "../server/payments/gateways/gateway.ts";
import { pay } from "../server/payments/pay.ts";
import { startTimers } from "../server/schedule.ts";
import { callOf, cards, quick, shopperAt } from "./payments/shopper.ts";
import { engines, openShop, type TestShop } from "./support/shop.ts";

const hour = 3_600_000;

const recordOldTry = ({ shop: { db } }: TestShop) =>
  db.insertInto("counted_try").values({ id: "old", kind: "mail", subject: "ada@example.com", at: 1 }).execute();

const triesOf = ({ shop: { db } }: TestShop) => db.selectFrom("counted_try").select("id").execute();

/** Old tries are removed last, so all other hourly work is done by then. */
const untilCleaned = (shop: TestShop) => vi.waitFor(async () => expect(await triesOf(shop)).toEqual([]));

/** A shop whose own timers have finished the hourly work. */
async function openCleanShop(): Promise<TestShop> {
  const shop = await openShop({ pays: false });
  shop.pass(hour);
  await recordOldTry(shop);
  const stop = startTimers(shop.shop);
  await untilCleaned(shop);
  await stop();
  return shop;
}

const failuresIn = (shop: TestShop) => shop.log.filter((line) => line.includes('"timer":"expire oneTimeToken"'));

test("what is due once an hour is done in order at a start, and what fails is logged and keeps none back", async () => {
  const shop = await openCleanShop();
  await sql`DROP TABLE one_time_token`.execute(shop.shop.db);
  await recordOldTry(shop);
  shop.pass(hour);

  const stop = startTimers(shop.shop);
  await untilCleaned(shop);
  await stop();

  expect(failuresIn(shop)).toHaveLength(1);
});

test("of all processes that share a database, one does what is due once an hour", async () => {
  const shop = await openCleanShop();
  await sql`DROP TABLE one_time_token`.execute(shop.shop.db);
  await recordOldTry(shop);
  shop.pass(hour);

  const stops = [1, 2, 3].map(() => startTimers(shop.shop));
  await untilCleaned(shop);
  await Promise.all(stops.map((stop) => stop()));

  expect(failuresIn(shop)).toHaveLength(1);
});

test("a shop that stops finishes what it is at, and leaves the rest to the next start of any", async () => {
  const shop = await openCleanShop();
  await recordOldTry(shop);
  shop.pass(hour);

  await startTimers(shop.shop)();

  expect(await triesOf(shop)).toHaveLength(1);
  const stop = startTimers(shop.shop);
  await untilCleaned(shop);
  await stop();
});

test("from a start on, open payments are decided, the gateway's money is compared, and overdue money is told of", async () => {
  const shop = await openShop({ env: { OWNER_MAIL: "owner@example.com" } });
  const { db, gateway } = shop.shop;
  const press = async (card: string) => void (await pay(shop.shop, callOf(shop, await shopperAt(shop), card), quick));
  const unanswering = async () => unanswered("timeout");
  await press(cards.declinedButCharged);
  shop.shop.gateway = { ...gateway, capture: unanswering, lookup: unanswering };
  await press(cards.good);
  await shop.runJobs();
  await press(cards.droppedAfter);
  shop.shop.gateway = { ...gateway, capture: unanswering };
  shop.pass(2 * hour);
  const states = async () =>
    (await db.selectFrom("attempt").select("state").orderBy("created_at").execute()).map(({ state }) => state);
  expect(await states()).toEqual(["declined", "finalized", "unknown"]);

  const stop = startTimers(shop.shop);
  await vi.waitFor(async () => {
    expect(await states()).toEqual([expect.stringMatching(/^void(?:ing|ed)$/), "finalized", "finalized"]);
    expect(shop.log.join("\n")).toContain("a payment job is overdue");
  });
  await stop();
});

describe.each(engines)("a timer of all processes, on %s,", (engine) => {
  test("begins once in its time, whoever asks, and again when a clock went back", async () => {
    const { db } = (await openShop({ engine, pays: false, products: "none" })).shop;
    const ask = (now: number) => Promise.all([1, 2, 3, 4].map(() => beginTimer(db, "test", hour, now)));
    const once = expect.toSatisfy((answers: boolean[]) => answers.filter(Boolean).length === 1);
    const now = 10 * hour;

    expect(await ask(now)).toEqual(once);
    expect(await ask(now + hour - 1)).not.toContain(true);
    expect(await ask(now + hour)).toEqual(once);
    expect(await ask(now)).not.toContain(true);
    expect(await ask(now - 1)).toEqual(once);
  });
});
