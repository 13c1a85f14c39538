import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { stockValue } from "../../server/catalog/stock-value.ts";
import { dollars } from "../../server/money.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { salesByProduct, salesTotal } from "../../server/orders/reports.ts";
import { salesByDay } from "../../server/orders/sales.ts";
import { pay } from "../../server/payments/pay.ts";
import { reportKinds } from "../../server/staff/reports/report-tables.ts";
import { openMeansShop, placeBy, recordPaid, stateOf } from "../payments/means-fixture.ts";
import { callOf, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { signedInAs, staffBrowser } from "./staff-fixture.ts";

const dayMs = 86_400_000;
/** A time far from midnight and from a change of the clocks. */
const startsAt = Date.UTC(2026, 5, 10, 12);
const always = { from: 0, to: 9e12 };

type Wish = Parameters<typeof shopperAt>[1];

/** Places a paid order; returns its id, and its lines' ids by variant. */
async function ordered(test: TestShop, wish: Wish) {
  const paid = await pay(test.shop, callOf(test, await shopperAt(test, wish)));
  if (!paid.ok) throw new Error(paid.error);
  await test.runJobs();
  const { id } = await test.shop.db.selectFrom("orders").select("id").orderBy("number", "desc").executeTakeFirstOrThrow();
  const rows = await test.shop.db.selectFrom("order_line").select(["id", "variant_id"]).where("order_id", "=", id).execute();
  return { id, lines: new Map(rows.map((row) => [row.variant_id, row.id])) };
}

/** The sales in the ledger, in cents. */
const ledgerSums = async ({ shop }: TestShop) => {
  const { rows } = await sql<Record<string, number>>`SELECT
    -SUM(CASE WHEN account IN ('revenue', 'discount') THEN amount ELSE 0 END) AS net,
    -SUM(CASE WHEN account = 'shipping' THEN amount ELSE 0 END) AS shipping,
    -SUM(CASE WHEN account = 'tax' THEN amount ELSE 0 END) AS tax,
    SUM(CASE WHEN account IN ('receivable', 'gateway') THEN amount ELSE 0 END) AS total FROM ledger_entry`.execute(shop.db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
};

/** The values of the last line in a report's file by column, in cents. */
async function totalsOf(browser: Awaited<ReturnType<typeof staffBrowser>>, kind: string) {
  const { text, status } = await browser.get(`/staff/reports.csv?report=${kind}&from=2020-01-01&to=2099-12-31`);
  expect([kind, status]).toEqual([kind, 200]);
  const lines = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const [heads = [], last = []] = [lines[0], lines.at(-1)];
  return Object.fromEntries(heads.map((head, at) => [head, Math.round(Number(last[at]) * 100)]));
}

const noRelease = async () => {};

describe.each(engines)("on %s", (engine) => {
  test("each report's sums are the ledger's to the cent, after edits, refunds and cancelations", async () => {
    const test = await openShop({ engine, startsAt, env: { SHOP_TIME_ZONE: "America/New_York" } });
    const { db, now } = test.shop;
    const lines = [
      { variantId: "v-2", quantity: 3 },
      { variantId: "v-3", quantity: 1 },
    ];
    const [kept, edited] = [await ordered(test, { lines }), await ordered(test, { lines })];
    const byLine = await ordered(test, { lines: [{ variantId: "v-9", quantity: 2 }], area: "CA", postalCode: "90001" });
    test.pass(dayMs);
    const byAmount = await ordered(test, { lines });
    const canceled = await ordered(test, { lines: [{ variantId: "v-2", quantity: 1 }] });
    expect(kept.lines.size).toBe(2);

    const actor = "staff:x" as const;
    const taken = { orderId: edited.id, lineId: edited.lines.get("v-2") ?? "", quantity: 1, actor };
    expect(await editOrder(db, taken, now())).toMatchObject({ ok: true });
    const wished = { lines: [{ lineId: byLine.lines.get("v-9") ?? "", quantity: 1 }] };
    expect(await refundOrder(db, { orderId: byLine.id, wish: wished, actor }, now())).toMatchObject({ ok: true });
    expect(await refundOrder(db, { orderId: byAmount.id, wish: { amount: 777 }, actor }, now())).toMatchObject({ ok: true });
    expect(await cancelForShop(db, canceled.id, now(), noRelease)).toMatchObject({ ok: true });
    await test.runJobs();

    const ledger = await ledgerSums(test);
    const { net, shipping, tax, total } = await salesTotal(db, always);
    expect({ net, shipping, tax, total }).toEqual(ledger);
    expect(ledger.total).toBeGreaterThan(0);

    const manager = await staffBrowser(test, "manager");
    for (const kind of ["day", "area", "promo", "method"])
      expect([kind, await totalsOf(manager, kind)]).toMatchObject([
        kind,
        { "Net products": ledger.net, Shipping: ledger.shipping, Tax: ledger.tax, Total: ledger.total, Orders: 500 },
      ]);
    expect(await totalsOf(manager, "tax")).toMatchObject({ "Tax owed": ledger.tax, "Net products": ledger.net });
    expect(await totalsOf(manager, "rate")).toMatchObject({ "Tax owed": ledger.tax });
    const rates = (await manager.get("/staff/reports/?report=rate")).text;
    expect(rates).toMatch(/TX<\/td>[\s\S]*?8\.25%<\/td>/);
    expect(rates).not.toContain("Of several rates");
    const products = await totalsOf(manager, "product");
    // An order of two products counts for both products, but is one order.
    expect(products).toMatchObject({ Net: (ledger.net ?? 0) + (ledger.shipping ?? 0), Tax: ledger.tax, Orders: 500 });
    const page = (await manager.get("/staff/reports/?report=product")).text;
    expect(page).toContain("Not of one product");
    expect(page).toMatch(/Product 9<\/td>[\s\S]*?1<\/td>[\s\S]*?1<\/td>[\s\S]*?\$90\.00/);
    expect((await manager.get("/staff/reports/?report=area")).text).toMatch(/TX[\s\S]*CA|CA[\s\S]*TX/);
    await expectInOrder(test);
  });

  test("an order without a card counts in sales and taxes from its day on, and not once it was canceled unpaid", async () => {
    const test = await openMeansShop(engine, {}, { startsAt });
    const [kept, other] = [await placeBy(test), await placeBy(test)];
    const { db } = test.shop;
    const { subtotal, shipping, tax, total } = await db
      .selectFrom("orders")
      .select(["subtotal", "shipping", "tax", "total"])
      .where("id", "=", kept.id)
      .executeTakeFirstOrThrow();
    await staffBrowser(test, "manager");
    const expectSold = async (count: number) => {
      const manager = await signedInAs(test, "staff-manager");
      const sums = { "Net products": count * subtotal, Shipping: count * shipping, Tax: count * tax, Total: count * total };
      for (const kind of ["day", "area", "method"]) expect(await totalsOf(manager, kind)).toMatchObject(sums);
      expect(await totalsOf(manager, "tax")).toMatchObject({ "Tax owed": count * tax, "Net products": count * subtotal });
      expect(await totalsOf(manager, "rate")).toMatchObject({ "Tax owed": count * tax });
      expect(await totalsOf(manager, "product")).toMatchObject({ Net: count * (subtotal + shipping), Tax: count * tax });
    };
    expect(tax).toBeGreaterThan(0);
    await expectSold(2);
    await recordPaid(test, kept, 1000);
    await expectSold(2);

    test.pass(12 * dayMs);
    await test.runJobs();

    expect([await stateOf(test, kept), await stateOf(test, other)]).toEqual(["placed", "canceled"]);
    await expectSold(1);
    await expectInOrder(test);
  });

  test("a day is the shop's, and what went back counts on the day on which it did", async () => {
    const test = await openShop({ engine, startsAt });
    const { db, now, dates } = test.shop;
    const { id, lines } = await ordered(test, { lines: [{ variantId: "v-2", quantity: 2 }] });
    test.pass(2 * dayMs);
    const wish = { lines: [{ lineId: lines.get("v-2") ?? "", quantity: 1 }] };
    expect(await refundOrder(db, { orderId: id, wish, actor: "owner" }, now())).toMatchObject({ ok: true });
    await test.runJobs();

    const manager = await staffBrowser(test, "manager");
    const rows = (await manager.get("/staff/reports.csv?report=day")).text.trimEnd().split("\r\n");
    const iso = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
    const today = dates.local(now()).day;
    expect(rows[0]).toMatch(/^Day \(America\/New_York\),Orders,/);
    // A day without a booking has its row too.
    expect([rows.length, rows[1]?.slice(0, 10)]).toEqual([32, iso(today - 29)]);
    expect(rows.slice(-4).map((row) => row.split(",").slice(0, 6))).toEqual([
      [iso(today - 2), "1", "40", "0", "0", "40"],
      [iso(today - 1), "0", "0", "0", "0", "0"],
      [iso(today), "0", "0", "0", "-20", "-20"],
      ["Total", "1", "40", "0", "-20", "20"],
    ]);
  });

  test("chart, table and file have the same sums by day, week and month of the shop's zone, and those of the days before", async () => {
    const test = await openShop({ engine, startsAt: Date.UTC(2026, 2, 16, 12), env: { SHOP_TIME_ZONE: "America/Los_Angeles" } });
    const { db, dates } = test.shop;
    // Sunday's last and Monday's first millisecond, around the week in which clocks go forward.
    const times = ["2026-03-09", "2026-03-16"].flatMap((day) => [dates.startOf(day) - 1, dates.startOf(day)]);
    for (const [at, products] of [1000, 2000, 4000, 7000].entries()) {
      const { id } = await ordered(test, { lines: [{ variantId: "v-2", quantity: 1 }] });
      await db
        .updateTable("sale_entry")
        .set({ at: times[at] ?? 0, products, discount: 0, shipping: 0, tax: 0 })
        .where("order_id", "=", id)
        .execute();
    }
    const manager = await staffBrowser(test, "manager");
    const days = "from=2026-03-09&to=2026-03-16";
    const sumsBy = async (by: string) => {
      const rows = (await manager.get(`/staff/reports.csv?${days}&by=${by}`)).text.trimEnd().split("\r\n").slice(1);
      return rows.map((row) => row.split(",")).map((cells) => `${cells[0]} ${cells.at(-1)}`);
    };
    expect(await sumsBy("week")).toEqual(["2026-03-09 60", "2026-03-16 70", "Total 130"]);
    expect(await sumsBy("month")).toEqual(["2026-03 130", "Total 130"]);
    expect((await sumsBy("day")).filter((row) => !row.endsWith(" 0"))).toEqual([
      ...["2026-03-09 20", "2026-03-15 40", "2026-03-16 70", "Total 130"],
    ]);

    const { text } = await manager.get(`/staff/reports/?${days}&by=week`);
    const week = "Mon, Mar 9 – Sun, Mar 15, 2026";
    expect(text).toContain(`<strong>${week}:</strong> $60.00 in 2 orders. <span class="soft">8 days before: $0.00.</span>`);
    expect(text).toMatch(new RegExp(`${week}</td>[\\s\\S]*?\\$60\\.00</td></tr>`));
    expect(text).toContain("<strong>Total</strong> $130.00, 1,200% more than in the 8 days before ($10.00).");
    // The axis ends at $80.00, the higher bar at $70.00, and the line of the days before at $10.00.
    expect([...text.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="7" height="([\d.]+)"/g)].map((all) => all.slice(1))).toEqual(
      [
        ["1.5", "25", "75"],
        ["11.5", "12.5", "87.5"],
      ],
    );
    expect(text).toContain('d="M0 100H10V87.5H20"');
    expect([...text.matchAll(/<li>(\$\d+)<\/li>/g)].map(([, tick]) => tick)).toEqual(["$80", "$60", "$40", "$20", "$0"]);
    expect(text).toMatch(/<span>Mar 9<\/span><span>Mar 16<\/span>/);
    // A period that begins with the first sale has nothing to be compared with.
    const all = (await manager.get("/staff/reports/?from=2026-03-08&to=2026-03-16")).text;
    expect(all).toContain("<strong>Total</strong> $140.00.");
    expect(all).not.toContain("plot__before");

    const states = (await manager.get(`/staff/reports/?report=area&${days}`)).text;
    expect(states).toContain("<title>TX: $130.00, and $10.00 in the 8 days before</title>");
    expect(states).toContain("<strong>Total</strong> $130.00, 1,200% more");
    const products = (await manager.get(`/staff/reports/?report=product&${days}`)).text;
    expect(products).toMatch(/<strong>Net<\/strong> \$[\d.]+, [\d,]+% more than in the 8 days before \(\$10\.00\)/);
    expect((await manager.get(`/staff/reports/?report=tax&${days}`)).text).toContain(
      "<strong>Tax owed</strong> $0.00, as much as",
    );
  });

  test("Today has the sales of the shop's own days, to the millisecond, and what was given back, as the report of sales", async () => {
    const test = await openShop({ engine, startsAt, env: { SHOP_TIME_ZONE: "Asia/Kolkata" } });
    const { db, now, dates } = test.shop;
    const orders = [];
    for (const quantity of [1, 2, 3]) orders.push(await ordered(test, { lines: [{ variantId: "v-2", quantity }] }));
    const iso = new Date(dates.local(now()).day * dayMs).toISOString().slice(0, 10);
    const midnight = dates.startOf(iso);
    for (const [at, { id }] of orders.entries())
      await db
        .updateTable("sale_entry")
        .set({ at: midnight - 1 + at })
        .where("order_id", "=", id)
        .execute();
    expect(await cancelForShop(db, orders[2]?.id ?? "", now(), noRelease)).toMatchObject({ ok: true });
    await test.runJobs();

    const totals = (await db.selectFrom("orders").select("total").orderBy("number").execute()).map(({ total }) => total);
    const sales = await salesByDay(db, dates, 30, now());
    const today = dates.local(now()).day;
    expect([sales.length, sales.slice(-2)]).toEqual([
      30,
      [
        { day: today - 1, orders: 1, sold: totals[0], back: 0 },
        { day: today, orders: 2, sold: (totals[1] ?? 0) + (totals[2] ?? 0), back: -(totals[2] ?? 0) },
      ],
    ]);
    const { orders: count, total } = await salesTotal(db, { from: midnight - dayMs, to: midnight + dayMs });
    expect([count, total]).toEqual([3, (totals[0] ?? 0) + (totals[1] ?? 0)]);
    const page = (await (await staffBrowser(test, "manager")).get("/staff/")).text;
    const given = dollars(totals[2] ?? 0).replace("$", "\\$");
    expect(page).toMatch(new RegExp(`Today \\$[\\d.]+ in 2 orders, less ${given} given back: \\$[\\d.]+\\. In 30 days`));
    const inAll = sales.reduce((sum, { sold }) => sum + sold, 0);
    expect(page).toContain(
      `In 30 days ${dollars(inAll)} in 3 orders, less ${dollars(totals[2] ?? 0)} given back: ${dollars(total)}.`,
    );
  });

  test("an order with two variants of a product counts once at it, of a short period and of all years", async () => {
    const test = await openShop({ engine, startsAt });
    const { db, now } = test.shop;
    await db.updateTable("variant").set({ product_id: "p-2" }).where("id", "=", "v-3").execute();
    await ordered(test, {
      lines: [
        { variantId: "v-2", quantity: 1 },
        { variantId: "v-3", quantity: 2 },
        { variantId: "v-9", quantity: 1 },
      ],
    });
    await ordered(test, { lines: [{ variantId: "v-3", quantity: 1 }] });
    for (const period of [{ from: now() - dayMs, to: now() + dayMs }, always]) {
      const { products, total } = await salesByProduct(db, period, 10);
      expect(products.map(({ productId, orders, units }) => [productId, orders, units])).toEqual([
        ["p-2", 2, 4],
        ["p-9", 1, 1],
      ]);
      expect([total.orders, total.units]).toEqual([2, 5]);
    }
  });

  test("the first products of a report are the same however many are asked for, and whichever way they are read", async () => {
    const test = await openShop({ engine, startsAt });
    const { db, now } = test.shop;
    const whole = { variantId: "v-2", quantity: 3 };
    const sold = await ordered(test, { lines: [whole, { variantId: "v-3", quantity: 2 }] });
    await ordered(test, { lines: [{ variantId: "v-9", quantity: 1 }] });
    test.pass(2 * dayMs);
    const wish = { lines: [{ lineId: sold.lines.get("v-2") ?? "", quantity: 3 }] };
    expect(await refundOrder(db, { orderId: sold.id, wish, actor: "owner" }, now())).toMatchObject({ ok: true });
    await test.runJobs();

    const near = { from: now() - 30 * dayMs, to: now() + dayMs };
    const all = await salesByProduct(db, always, Number.POSITIVE_INFINITY);
    expect(await salesByProduct(db, near, Number.POSITIVE_INFINITY)).toEqual(all);
    expect(all.products.map(({ productId, units }) => [productId, units])).toEqual([
      ["p-9", 1],
      ["p-3", 2],
      ["p-2", 0],
    ]);
    for (const most of [1, 2, 3])
      expect(await salesByProduct(db, always, most)).toEqual({
        ...all,
        products: all.products.slice(0, most),
        isCut: most < 3,
      });
    // Products with only returns in a period are listed too.
    const today = await salesByProduct(db, { from: now() - dayMs, to: now() + dayMs }, 10);
    expect(today.products.map(({ productId, units, orders }) => [productId, units, orders])).toEqual([["p-2", -3, 0]]);
  });

  test("a line that an older program writes has its time, and units lie in their product's category", async () => {
    const test = await openShop({ engine, startsAt });
    const { db } = test.shop;
    const { id, lines } = await ordered(test, { lines: [{ variantId: "v-2", quantity: 1 }] });
    const { sold_at, ...line } = await db
      .selectFrom("order_line")
      .selectAll()
      .where("id", "=", lines.get("v-2") ?? "")
      .executeTakeFirstOrThrow();
    const { placed_at } = await db.selectFrom("orders").select("placed_at").where("id", "=", id).executeTakeFirstOrThrow();
    await db
      .insertInto("order_line")
      .values({ ...line, id: "older", position: 9 })
      .execute();
    const older = await db.selectFrom("order_line").select("sold_at").where("id", "=", "older").executeTakeFirstOrThrow();
    expect([sold_at, older.sold_at]).toEqual([placed_at, placed_at]);

    const { rows } = await sql<{ category: string; units: number }>`SELECT c.name AS category, SUM(v.on_hand) AS units
      FROM variant v JOIN product p ON p.id = v.product_id JOIN category c ON c.id = p.category_id
      WHERE v.on_hand > 0 GROUP BY c.name ORDER BY 1`.execute(db);
    const unitsOf = async () =>
      Object.fromEntries((await stockValue(db)).filter(({ units }) => units > 0).map(({ category, units }) => [category, units]));
    const before = Object.fromEntries(rows.map(({ category, units }) => [category, Number(units)]));
    expect(await unitsOf()).toEqual(before);
    await db.insertInto("category").values({ id: "c-new", slug: "new", name: "New" }).execute();
    const variant = await db.selectFrom("variant").selectAll().where("id", "=", "v-2").executeTakeFirstOrThrow();
    await db.updateTable("product").set({ category_id: "c-new" }).where("id", "=", variant.product_id).execute();
    expect((await unitsOf()).New).toBe(variant.on_hand);
    const { category_id: _, ...another } = variant;
    await db
      .insertInto("variant")
      .values({ ...another, id: "v-new", key: "new", on_hand: 5 })
      .execute();
    expect((await unitsOf()).New).toBe(variant.on_hand + 5);
    await db.updateTable("variant").set({ product_id: "p-3" }).where("id", "=", "v-new").execute();
    expect((await unitsOf()).New).toBe(variant.on_hand);
    await db.updateTable("variant").set({ category_id: "c-new" }).where("id", "=", "v-new").execute();
    expect((await unitsOf()).New).toBe(variant.on_hand);
  });

  test("stock is valued at its selling price, and a shop without sales has empty reports", async () => {
    const test = await openShop({ engine, pays: false });
    const reader = await staffBrowser(test, "reader");
    const stock = (await reader.get("/staff/reports.csv?report=stock")).text.trimEnd().split("\r\n");
    expect(stock.at(-1)).toBe("Total,4,40,1500,0,40");
    for (const kind of reportKinds)
      if (kind !== "stock") expect((await reader.get(`/staff/reports/?report=${kind}`)).text).toContain("Nothing was sold");
    const packer = await staffBrowser(test, "packer");
    expect((await packer.get("/staff/reports.csv?report=stock")).status).toBe(403);
  });
});

test("a period that ends before it begins, or whose day is none, is refused beside its dates, which stay as they were typed", async () => {
  const test = await openShop({ pays: false });
  const reader = await staffBrowser(test, "reader");
  const reversed = "report=product&from=2026-03-05&to=2026-03-01";
  const { status, text } = await reader.get(`/staff/reports/?${reversed}`);
  expect([status, text.includes("<table"), text.includes("Nothing was sold"), text.includes("reports.csv")]).toEqual([
    ...[422, false, false, false],
  ]);
  expect(text).toMatch(/id="to-error">Choose a day on or after “From”/);
  expect(text).toMatch(/name="from" type="date" value="2026-03-05"/);
  expect(text).toMatch(/name="to" type="date" value="2026-03-01"/);
  expect((await reader.get(`/staff/reports.csv?${reversed}`)).status).toBe(422);
  expect((await reader.get(`/staff/reports/?${reversed.replace("product", "stock")}`)).status).toBe(200);

  const none = "report=product&from=abc&to=2026-03-01";
  const refused = await reader.get(`/staff/reports/?${none}`);
  expect([refused.status, refused.text.includes("<table"), refused.text.includes("reports.csv")]).toEqual([422, false, false]);
  expect(refused.text).toMatch(/name="from" type="date" value="abc"[\s\S]*id="from-error">Enter a date/);
  expect(refused.text).not.toContain("to-error");
  // The links to the other reports keep only a valid day.
  const tabs = refused.text.replaceAll("&#x3D;", "=");
  expect(tabs).not.toContain("from=abc");
  expect(tabs).toMatch(/\?report=tax&amp;from=\d{4}-\d\d-\d\d&amp;to=2026-03-01"/);
  const file = await reader.get(`/staff/reports.csv?${none}`);
  expect([file.status, file.text.includes("Enter a date")]).toEqual([422, true]);
  for (const path of ["reports/", "reports.csv"])
    expect((await reader.get(`/staff/${path}?${none.replace("product", "stock")}`)).status).toBe(200);
});

test("all years begin with the first sale, and a choice of days keeps the report", async () => {
  const test = await openShop({ startsAt });
  const { now, dates } = test.shop;
  const iso = () => new Date(dates.local(now()).day * dayMs).toISOString().slice(0, 10);
  const first = iso();
  await ordered(test, { lines: [{ variantId: "v-2", quantity: 1 }] });
  test.pass(3 * dayMs);
  const manager = await staffBrowser(test, "manager");
  const { text } = await manager.get("/staff/reports/?report=promo");
  expect(text).toContain(`?report&#x3D;promo&amp;from&#x3D;${first}&amp;to&#x3D;${iso()}">All years</a>`);
  expect(text).toContain(`?report&#x3D;promo&amp;from&#x3D;${iso()}&amp;to&#x3D;${iso()}">Today</a>`);
});
