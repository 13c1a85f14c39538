import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { tellOfOverdueJobs } from "../../server/payments/overdue.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { holdJobs, releaseJobs } from "./cancel-fixture.ts";
import { shopperAt } from "./shopper.ts";

const hour = 3_600_000;
const owner = "owner@example.com";

const noticesTo = async ({ directory }: TestShop, address = owner) =>
  (await emailsIn(directory)).filter(({ to, subject }) => to === address && subject.includes("your attention"));

/** Adds voids of orders that do not exist. Each try fails, and the first one is due now. */
async function addVoids({ shop, runJobs }: TestShop, ...orderIds: string[]): Promise<void> {
  await transact(shop.db, async (tx) => {
    for (const orderId of orderIds) await enqueue(tx, { kind: "void", subject: orderId, payload: { orderId } }, shop.now());
  });
  await runJobs();
}

/** The shop looks for overdue jobs, and sends its emails. */
async function tell(shop: TestShop): Promise<number> {
  await tellOfOverdueJobs(shop.shop);
  await shop.runJobs();
  return (await noticesTo(shop)).length;
}

/**
 * Lets the time pass hour by hour, as the shop's timers see it; returns the number of notices after
 * each hour.
 */
async function passHours(shop: TestShop, hours: number): Promise<number[]> {
  const notices: number[] = [];
  for (let passed = 0; passed < hours; passed++) {
    shop.pass(hour);
    await shop.runJobs();
    notices.push(await tell(shop));
  }
  return notices;
}

describe.each(engines)("the owner's emails of payments that wait, on %s", (engine) => {
  const open = (env: Record<string, string> = { OWNER_MAIL: owner }) => openShop({ engine, env });

  test("a refund that the bank declines is tried once a day, and the owner is told once a day why", async () => {
    const shop = await open();
    const { db, now } = shop.shop;
    const [card] = [...faultCards].find(([, name]) => name === "refund_declined") ?? [];
    expect((await (await shopperAt(shop)).pay(card)).status).toBe(200);
    await shop.runJobs();
    const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(db, id, now(), returnPromoUse);
    await shop.runJobs();
    const tries = async () =>
      (await db.selectFrom("job").select("tries").where("kind", "=", "refund").executeTakeFirstOrThrow()).tries;
    expect(await tell(shop)).toBe(0);

    expect(await passHours(shop, 24)).toEqual(Array(24).fill(1));
    expect(await tries()).toBe(2);
    expect(await passHours(shop, 2)).toEqual([2, 2]);

    const [notice] = await noticesTo(shop);
    expect(notice?.text).toContain(
      "Order 1001: the bank refused to refund $27.60 to the card (account_closed). The shop asks again once a day.",
    );
    expect(notice?.text).toContain('npm run store -- refund 1001 --settle 1 --note "check 1042"');
    expect(await tries()).toBe(2);
  });

  test("another payment that is overdue within the hour waits for the next email, which names both", async () => {
    const shop = await open();
    await addVoids(shop, "one");
    shop.pass(hour / 2);
    await addVoids(shop, "other");
    shop.pass(hour / 2);
    expect(await tell(shop)).toBe(1);
    shop.pass(hour / 2);
    expect(await tell(shop)).toBe(1);

    shop.pass(hour / 2);

    expect(await tell(shop)).toBe(2);
    expect((await noticesTo(shop)).map(({ subject }) => subject.split(" at ")[0]).sort()).toEqual([
      "2 payments need your attention",
      "A payment needs your attention",
    ]);
  });

  test("told by a clock that was a day ahead, the owner is told again", async () => {
    const shop = await open();
    await addVoids(shop, "one");
    shop.pass(25 * hour);
    expect(await tell(shop)).toBe(1);

    // The job queue notices that the clock went back, and repairs job times that now lie in the
    // future.
    shop.pass(-25 * hour);
    await shop.runJobs();
    expect(await passHours(shop, 2)).toEqual([2, 2]);
  });

  test("what was done before the email went out is not in it, and nothing is mailed of nothing", async () => {
    const shop = await open();
    await addVoids(shop, "one");
    shop.pass(hour);
    // Without this, the email might be sent before the void is marked as done.
    await holdJobs(shop);
    await tellOfOverdueJobs(shop.shop);
    const voids = shop.shop.db.updateTable("job").where("kind", "=", "void");
    await voids.set({ state: "done", done_at: shop.shop.now() }).execute();

    await releaseJobs(shop);

    expect(await noticesTo(shop)).toEqual([]);
    const notice = shop.shop.db.selectFrom("job").select("state").where("kind", "=", "overdue-notice");
    expect(await notice.execute()).toEqual([{ state: "done" }]);
  });

  test("of many payments twenty are named, and the rest are counted", async () => {
    const shop = await open();
    await addVoids(shop, ...Array.from({ length: 23 }, (_, nth) => `void-${nth}`));
    shop.pass(hour);

    expect(await tell(shop)).toBe(1);

    const [notice] = await noticesTo(shop);
    // The sentence occurs once in the text and once in the HTML.
    expect(notice?.text.split("A payment without an order: the release of the hold is overdue")).toHaveLength(1 + 2 * 20);
    expect(notice?.text).toContain("3 more are not listed here.");
    expect(shop.log.filter((line) => line.includes("more payment jobs are overdue"))).toHaveLength(1);
  });

  test("without an address the log alone says it", async () => {
    const shop = await open({});
    await addVoids(shop, "one");
    shop.pass(hour);

    expect(await tell(shop)).toBe(0);

    expect(await emailsIn(shop.directory)).toEqual([]);
    expect(shop.log.filter((line) => line.includes("a payment job is overdue"))).toHaveLength(1);
  });
});
