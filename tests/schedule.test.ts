import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { startTimers } from "../server/schedule.ts";
import { openShop, type TestShop } from "./support/shop.ts";

const timeoutMs = 30_000;

const recordOldTry = ({ shop: { db } }: TestShop) =>
  db.insertInto("counted_try").values({ id: "old", kind: "mail", subject: "ada@example.com", at: 1 }).execute();

const triesOf = ({ shop: { db } }: TestShop) => db.selectFrom("counted_try").select("id").execute();

/** Old tries are removed last: then all else of the hour is done. */
const untilCleaned = (shop: TestShop) =>
  vi.waitFor(async () => expect(await triesOf(shop)).toEqual([]), { timeout: timeoutMs, interval: 5 });

test("at a start what is due once an hour is done in order, and what fails is logged and keeps none back", async () => {
  const shop = await openShop({ pays: false });
  await recordOldTry(shop);
  const again = startTimers(shop.shop);
  await untilCleaned(shop);
  await again();
  await sql`DROP TABLE one_time_token`.execute(shop.shop.db);
  await recordOldTry(shop);

  const stop = startTimers(shop.shop);
  await untilCleaned(shop);
  await stop();

  expect(shop.log.filter((line) => line.includes('"timer":"expire oneTimeToken"'))).toHaveLength(1);
});

test("a shop that stops finishes what it is at, and leaves the rest to its next start", async () => {
  const shop = await openShop({ pays: false });
  await recordOldTry(shop);
  const again = startTimers(shop.shop);
  await untilCleaned(shop);
  await again();
  await recordOldTry(shop);

  await startTimers(shop.shop)();

  expect(await triesOf(shop)).toHaveLength(1);
});
