import { describe, expect, test } from "vitest";
import { salesBy, salesOver, taxByRate } from "../../server/orders/reports.ts";
import { calendarSpans, isoDay } from "../../server/orders/rules/report-days.ts";
import { sumUpSales } from "../../server/orders/sale-sums.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { makeOrders } from "../orders/made-orders.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { drawsOf, seedOfRun } from "../support/draws.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { staffBrowser } from "./staff-fixture.ts";

/** Midnight of the shop's clock is not midnight of UTC, and the clocks change within the days. */
const startsAt = Date.UTC(2026, 2, 20, 12);
const env = { SHOP_TIME_ZONE: "America/New_York" };
const days = 60;
const dayMs = 86_400_000;
const always = { from: 0, to: 9e12 };

type Sums = Record<string, number>;
type FileRow = Record<string, string>;

/** Splits a CSV whose quoted cells hold neither quotes nor line ends. */
function rowsOf(text: string): FileRow[] {
  const lines = text
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((match) => match[1] ?? match[2] ?? ""));
  const [heads = [], ...rows] = lines;
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ""])));
}

async function fileAt(browser: TestBrowser, path: string): Promise<FileRow[]> {
  const { status, text } = await browser.get(path);
  expect([path, status]).toEqual([path, 200]);
  return rowsOf(text);
}

const cents = (text: string | undefined): number => Math.round(Number(text ?? "") * 100);

/** Sums of columns by a group of rows, in cents; groups without any amount are left out. */
function sumBy(rows: readonly FileRow[], groupOf: (row: FileRow) => string, columns: readonly string[]): Record<string, Sums> {
  const groups = new Map<string, Sums>();
  for (const row of rows) {
    const sums = groups.get(groupOf(row)) ?? {};
    for (const column of columns) sums[column] = (sums[column] ?? 0) + cents(row[column]);
    groups.set(groupOf(row), sums);
  }
  return Object.fromEntries([...groups].filter(([, sums]) => Object.values(sums).some((sum) => sum !== 0)));
}

type TaxByRate = Awaited<ReturnType<typeof taxByRate>>;
type ReportRow = Awaited<ReturnType<typeof salesOver>>[number];
const reported: Record<string, (row: ReportRow) => number> = {
  Products: ({ sold }) => sold,
  Discounts: ({ discount }) => 0 - discount,
  "Given back": ({ back }) => back,
  "Net products": ({ net }) => net,
  Shipping: ({ shipping }) => shipping,
  "Tax charged": ({ taxCharged }) => taxCharged,
  "Tax given back": ({ taxBack }) => taxBack,
  Total: ({ total }) => total,
};
const columns = Object.keys(reported);

/** The report's rows by group, in the form of `sumBy`. */
const bySums = (rows: readonly ReportRow[], names: readonly string[] = columns): Record<string, Sums> =>
  Object.fromEntries(
    rows
      .map((row) => [row.group, Object.fromEntries(names.map((name) => [name, reported[name]?.(row) ?? 0]))] as const)
      .filter(([, sums]) => Object.values(sums).some((sum) => sum !== 0)),
  );

/** The states of the made orders that tax shipping, with their rates in parts per million. */
const shippingPpm: Readonly<Record<string, number>> = { TX: 82_500, NY: 88_750 };

const ledgerRules = [
  "every ledger event balances, and no more is refunded than was paid",
  "what reports sum up equals the ledger",
  "edits and refunds are booked in the ledger as they were agreed",
  "what an order costs less in another state is the sum of its lines and shipping, as the ledger has it",
  "a sale is of the state that its order goes to",
  "no more of an order line was edited out, refunded, or returned than was sold",
];

async function expectSoundLedger({ shop }: TestShop): Promise<void> {
  expect((await findBreaches(shop.db)).filter(({ about }) => ledgerRules.includes(about))).toEqual([]);
}

/**
 * Expects that all taxed bases together are the ledger's products and taxed shipping, and each
 * rate's tax its part of the base, to a cent for each rounding.
 */
async function expectTaxedBases({ shop: { db } }: TestShop, { rates, others }: TaxByRate, count: number): Promise<void> {
  const sumOf = (rows: readonly { net: number }[]) => rows.reduce((all, { net }) => all + net, 0);
  const products = await db
    .selectFrom("ledger_entry")
    .select((eb) => eb.fn.sum<number>("amount").as("sum"))
    .where("account", "in", ["revenue", "discount"])
    .executeTakeFirstOrThrow();
  const shipping = await db
    .selectFrom("ledger_entry as e")
    .innerJoin("orders as o", "o.id", "e.order_id")
    .select((eb) => eb.fn.sum<number>("e.amount").as("sum"))
    .where("e.account", "=", "shipping")
    .where("o.shipping_tax", ">", 0)
    .executeTakeFirstOrThrow();
  expect(sumOf(rates) + sumOf(others)).toBe(0 - Number(products.sum) - Number(shipping.sum));
  for (const { area, ppm, net, charged, back } of rates)
    expect([area, Math.abs(charged + back - (net * (ppm ?? 0)) / 1e6) < count / 10]).toEqual([area, true]);
  // New York alone has products of several rates.
  expect(new Set(others.map(({ area }) => area))).toEqual(new Set(["NY"]));
}

/** A shop with a thousand orders, and a browser of somebody who may read all of it. */
async function shopWithOrders(engine: (typeof engines)[number], count: number) {
  const stock = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`v-${at + 1}`, 1000]));
  const test = await openShop({ engine, startsAt, env, pays: false, stock });
  const draws = drawsOf(seedOfRun());
  await makeOrders(test, draws, count, days);
  // Orders that were not paid in time are canceled now, and not between two files.
  await test.runJobs();
  return { test, seed: draws.seed, manager: await staffBrowser(test, "manager") };
}

describe.each(engines)("on %s", (engine) => {
  // The sums are the same on both engines, so the slower one gets fewer orders.
  const count = engine === "sqlite" ? 1000 : 200;

  test(`the files of ${count} orders add up to the reports to the cent, by day, by state and by rate`, async () => {
    const { test, seed, manager } = await shopWithOrders(engine, count);
    const { db, dates, now } = test.shop;
    await expectSoundLedger(test);
    const discounted = await db.selectFrom("order_edit").select("n").where("quantity", "=", 0).execute();
    expect(discounted.length, `seed ${seed}`).toBeGreaterThan(count / 50);
    const today = dates.local(now()).day;
    const byDay = await salesOver(db, dates, calendarSpans("day", { from: today - days - 2, to: today + 1 }));
    const byState = await salesBy(db, "area", always);

    const period = `from=${isoDay(today - days - 2)}&to=${isoDay(today)}`;
    const bookings = await fileAt(manager, `/staff/bookings.csv?${period}`);
    const dayOf = (head: string) => (row: FileRow) => (row[head] ?? "").slice(0, 10);
    expect(sumBy(bookings, dayOf("Booked (America/New_York)"), columns), `seed ${seed}`).toEqual(bySums(byDay));
    expect(sumBy(bookings, (row) => row.State ?? "", columns)).toEqual(bySums(byState));
    expect(new Set(bookings.map(({ What }) => What))).toEqual(new Set(["Sale", "Edit", "Refund", "Cancellation", "New address"]));

    const orders = await fileAt(manager, "/staff/books.csv");
    expect(orders).toHaveLength(count);
    const ends = bookings.filter(({ What }) => What === "Cancellation");
    const canceled = new Set(orders.filter(({ Status }) => Status === "Canceled").map(({ Order }) => Order));
    expect(ends.filter(({ Order }) => !canceled.has(Order))).toEqual([]);
    const paidBack = orders.filter(({ Status, Refunded }) => Status === "Canceled" && cents(Refunded) < 0);
    const ended = new Set(ends.map(({ Order }) => Order));
    expect(paidBack.filter(({ Order }) => ended.has(Order)).length).toBeGreaterThan(0);
    expect(sumBy(orders, (row) => row["Tax state"] ?? "", columns)).toEqual(bySums(byState));
    // As sold, an order counts on its own day in both.
    const asSold = ["Products", "Discounts", "Tax charged"];
    expect(sumBy(orders, dayOf("Placed (America/New_York)"), asSold)).toEqual(bySums(byDay, asSold));
    for (const row of orders) expect(cents(row.Kept) + cents(row["Still owed"]), JSON.stringify(row)).toBe(cents(row.Total));

    const tax = await taxByRate(db, always);
    await expectTaxedBases(test, tax, count);
    await sumUpSales(db, now() + 3 * dayMs);
    expect(await taxByRate(db, always), `seed ${seed}`).toEqual(tax);
    const { rates, others } = tax;
    const taxOwed = [...rates.map(({ charged, back }) => charged + back), ...others.map(({ back }) => back)];
    const total = (rows: readonly FileRow[], column: string) => rows.reduce((all, row) => all + cents(row[column]), 0);
    expect(total(orders, "Tax owed")).toBe(taxOwed.reduce((all, tax) => all + tax, 0));

    const lines = await fileAt(manager, "/staff/books.csv?rows=lines");
    for (const column of [...columns, "Tax owed", "Paid", "Refunded"])
      expect([column, total(lines, column)]).toEqual([column, total(orders, column)]);
    expect(total(lines, "Line net")).toBe(total(orders, "Products") + total(orders, "Discounts"));
    expect(total(lines, "Line tax")).toBe(total(orders, "Tax on products"));
    const chargedAt = (state: string, rate: string) =>
      lines.filter((row) => row["Tax state"] === state && row["Line tax rate"] === rate);
    const shippingAt = (state: string) =>
      total(
        orders.filter((row) => row["Tax state"] === state),
        "Tax on shipping",
      );
    for (const { area, ppm, charged } of rates.filter(({ charged }) => charged > 0)) {
      const ofLines = total(chargedAt(area, `${(ppm ?? 0) / 10_000}%`), "Line tax");
      const ofShipping = ppm === (shippingPpm[area] ?? 0) ? shippingAt(area) : 0;
      expect([area, ppm, ofLines + ofShipping]).toEqual([area, ppm, charged]);
    }
  });

  test("a file has an order's addresses, payment and parcels, follows the list's filters, and runs no formula", async () => {
    const { manager } = await shopWithOrders(engine, 40);
    const orders = await fileAt(manager, "/staff/books.csv?sort=oldest");
    expect(orders[0]).toMatchObject({
      "Shipping first name": "Ada",
      "Shipping street": "1 Fern Lane",
      "Billing street": "2 Moss Road",
      Email: expect.stringContaining("@example.com"),
      "Shipping method": expect.stringMatching(/Standard|Express/),
    });
    expect(orders.some((row) => row["Payment method"] === "Visa ending in 4242")).toBe(true);
    expect(orders.some((row) => row["Payment method"] === "Bank transfer")).toBe(true);
    expect(orders.some(({ Carrier, Tracking }) => Carrier === "UPS" && Tracking?.startsWith("1Z"))).toBe(true);
    expect(orders.map((row) => row["Promo code"])).toContain("'=SUM(A1)");

    const canceled = await fileAt(manager, "/staff/books.csv?state=canceled");
    expect(canceled.length).toBeGreaterThan(0);
    expect(canceled.length).toBe(orders.filter(({ Status }) => Status === "Canceled").length);
    expect((await manager.get("/staff/books.csv?from=nonsense")).status).toBe(422);
    const page = (await manager.get("/staff/orders/?state=canceled")).text;
    expect(page).toContain('href="/staff/books.csv?state&#x3D;canceled&amp;rows&#x3D;lines"');
    expect((await manager.get("/staff/bookings.csv?from=2026-02-30&to=2026-03-01")).status).toBe(422);
  });
});
