import { describe, expect, test } from "vitest";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { salesBy, salesByProduct, salesOver, salesTotal, taxByRate } from "../../server/orders/reports.ts";
import { calendarSpans, calendarUnits } from "../../server/orders/rules/report-days.ts";
import { sumUpSales } from "../../server/orders/sale-sums.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const dayMs = 86_400_000;
/** A time far from midnight and from a change of the clocks. */
const startsAt = Date.UTC(2026, 5, 10, 12);

/** Places a paid order of `quantity` units; returns its id. */
async function ordered(test: TestShop, quantity: number, area = "TX"): Promise<string> {
  const where = area === "TX" ? {} : { area, postalCode: "90001" };
  const shopper = await shopperAt(test, { lines: [{ variantId: "v-2", quantity }], ...where });
  expect((await shopper.pay()).status).toBe(200);
  await test.runJobs();
  return (await test.shop.db.selectFrom("orders").select("id").orderBy("number", "desc").executeTakeFirstOrThrow()).id;
}

/**
 * The results of all reports for periods that begin and end within days, at day boundaries, and
 * before all sales.
 */
async function reportsOf({ shop }: TestShop) {
  const { db, dates, now } = shop;
  const today = Math.floor(now() / dayMs) * dayMs;
  const periods = [
    { from: 0, to: 9e12 },
    { from: today - 30 * dayMs, to: today },
    { from: today - 6 * dayMs + 3_600_000, to: today - dayMs - 7_200_000 },
    { from: today - 3 * dayMs + 1, to: today - 3 * dayMs + 2 },
  ];
  const day = dates.local(now()).day;
  const reports = [];
  for (const unit of calendarUnits)
    reports.push(await salesOver(db, dates, calendarSpans(unit, { from: day - 45, to: day + 1 })));
  for (const period of periods) {
    const byGroup = [];
    for (const group of ["area", "method", "promo"] as const) byGroup.push(await salesBy(db, group, period));
    const others = [await salesTotal(db, period), await taxByRate(db, period), await salesByProduct(db, period, 5)];
    reports.push({ byGroup, others });
  }
  return reports;
}

const markOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("sale_sum_mark").select("until").executeTakeFirstOrThrow()).until;

describe.each(engines)("on %s", (engine) => {
  test("reports are the same before and after days are summed up, and when an entry comes late", async () => {
    const test = await openShop({ engine, startsAt, env: { SHOP_TIME_ZONE: "America/New_York" } });
    const { db, now } = test.shop;
    const started = Math.floor(now() / dayMs);
    test.pass(-8 * dayMs);
    const first = await ordered(test, 2);
    test.pass(2 * dayMs);
    const second = await ordered(test, 1, "CA");
    expect(await refundOrder(db, { orderId: first, wish: { amount: 500 }, actor: "owner" }, now())).toMatchObject({ ok: true });
    await test.runJobs();
    test.pass(3 * dayMs);
    expect(await cancelForShop(db, second, now(), async () => {})).toMatchObject({ ok: true });
    await ordered(test, 3);
    test.pass(3 * dayMs);

    // The shop summed up its sales when it started. Each sale that was then entered for an earlier
    // day set the mark (the day before which all days are summed) back to that day. Setting the
    // mark to 0 makes the next reports use only the entries, without sums.
    await db.updateTable("sale_sum_mark").set({ until: 0 }).execute();
    const entries = await reportsOf(test);
    await sumUpSales(db, now());
    expect(await markOf(test)).toBeGreaterThanOrEqual(started - 1);
    expect(await db.selectFrom("sale_sum").selectAll().where("part", "=", "all").execute()).toHaveLength(3);
    expect(await reportsOf(test)).toEqual(entries);

    // An earlier release stores no returns by rate, and leaves the other new sums as they are.
    await db.updateTable("sale_sum").set({ back: 0, tax_back: 0 }).where("part", "=", "rate").execute();
    expect(await reportsOf(test)).toEqual(entries);
    await sumUpSales(db, now());
    expect(await reportsOf(test)).toEqual(entries);

    const late = { order_id: first, event: "edited:9", at: now() - 5 * dayMs };
    await db
      .insertInto("ledger_entry")
      .values([
        { ...late, id: "late-1", account: "revenue", amount: 300 },
        { ...late, id: "late-2", account: "receivable", amount: -300 },
      ])
      .execute();
    expect(await markOf(test)).toBe(Math.floor(late.at / dayMs));
    const after = await reportsOf(test);
    expect(after).not.toEqual(entries);
    await sumUpSales(db, now());
    expect(await markOf(test)).toBeGreaterThanOrEqual(started - 1);
    expect(await reportsOf(test)).toEqual(after);

    // Reports also follow an entry that somebody deletes by hand in SQL.
    await db.deleteFrom("sale_entry").where("event", "=", "edited:9").execute();
    expect(await reportsOf(test)).toEqual(entries);
    await sumUpSales(db, now());
    expect(await reportsOf(test)).toEqual(entries);
    expect((await findBreaches(db)).filter(({ about }) => about.includes("the mark"))).toEqual([]);
  });
});
