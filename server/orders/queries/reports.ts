import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";
import type { ClockSpan } from "../rules/report-days.ts";
import { takenSum } from "./line-sums.ts";
import { type Period, type SalesSums, sumPart } from "./sale-sums.ts";
import { severalRates } from "./tax-sums.ts";

export type { Period, SalesSums } from "./sale-sums.ts";

const dayMs = 86_400_000;

/** The day of the shop's calendar on which an entry was booked, as days since 1970-01-01. */
function dayOf(spans: readonly ClockSpan[]): RawBuilder<number> {
  const at = sql.ref("at");
  const last = spans.at(-1)?.offset ?? 0;
  const cases = spans.slice(0, -1).map(({ until, offset }) => sql`WHEN ${at} < ${sql.lit(until)} THEN ${sql.lit(offset)}`);
  const offset = cases.length === 0 ? sql.lit(last) : sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(last)} END`;
  return sql<number>`(${at} + ${offset}) / ${sql.lit(dayMs)}`;
}

const isPlaced = sql<boolean>`orders = 1`;
const summed = (part: RawBuilder<number>) => sql<number>`COALESCE(SUM(${part}), 0)`;
const when = (column: string, placed: boolean) =>
  summed(sql`CASE WHEN ${isPlaced} THEN ${placed ? sql.ref(column) : sql`0`} ELSE ${placed ? sql`0` : sql.ref(column)} END`);

const numbers = <Group>({ group, ...sums }: { group: Group } & SalesSums): { group: Group } & SalesSums => ({
  group,
  ...(Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)])) as SalesSums),
});

/** Sums by the day of the shop's calendar, for a period of some weeks. */
export async function sumDays(
  db: Db,
  { from, to }: Period,
  spans: readonly ClockSpan[],
): Promise<({ group: number } & SalesSums)[]> {
  const rows = await db
    .selectFrom("sale_entry")
    .select([
      dayOf(spans).as("group"),
      summed(sql`orders`).as("orders"),
      when("products", true).as("sold"),
      when("discount", true).as("discount"),
      summed(sql`CASE WHEN ${isPlaced} THEN 0 ELSE products - discount END`).as("back"),
      summed(sql`shipping`).as("shipping"),
      when("tax", true).as("taxCharged"),
      when("tax", false).as("taxBack"),
    ])
    .where("at", ">=", from)
    .where("at", "<", to)
    .groupBy(sql`1`)
    .execute();
  return rows.map((row) => numbers({ ...row, group: Number(row.group) }));
}

/**
 * Sums of a period in cents, including shipping and tax. `sold` is the total of its orders; `back`
 * is the returned amount, as a negative number.
 */
type PeriodTotals = { orders: number; sold: number; back: number };

/**
 * Sums of each period, in the given order. Reads one key range per period, since SQLite would sort
 * all entries to group them.
 */
export async function sumTotals(db: Db, periods: readonly Period[]): Promise<PeriodTotals[]> {
  const total = sql`products - discount + shipping + tax`;
  const sums = sql`${summed(sql`orders`)} AS orders, ${summed(sql`CASE WHEN ${isPlaced} THEN ${total} ELSE 0 END`)} AS sold,
    ${summed(sql`CASE WHEN ${isPlaced} THEN 0 ELSE ${total} END`)} AS back`;
  const selects = periods.map(
    ({ from, to }, at) => sql`SELECT ${sql.lit(at)} AS n, ${sums} FROM sale_entry WHERE at >= ${from} AND at < ${to}`,
  );
  const { rows } = await sql<PeriodTotals & { n: number }>`${sql.join(selects, sql` UNION ALL `)} ORDER BY n`.execute(db);
  return rows.map(({ orders, sold, back }) => ({ orders: Number(orders), sold: Number(sold), back: Number(back) }));
}

/** Sums of a product's lines. `net` is in cents, less discounts and returned amounts. */
export type ProductSums = { productId: string; orders: number; units: number; net: number; tax: number };

const productSums = ({ productId, ...sums }: ProductSums): ProductSums => ({
  productId,
  orders: Number(sums.orders),
  units: Number(sums.units),
  net: Number(sums.net),
  tax: Number(sums.tax),
});

// Floating-point sums are exact up to 2^53. PostgreSQL takes a third longer to sum and sort
// integers.
const sumOf = (column: "quantity" | "net" | "tax") => sql`COALESCE(SUM(CAST(l.${sql.ref(column)} AS DOUBLE PRECISION)), 0)`;
const sums = sql`${sumOf("quantity")} AS units, ${sumOf("net")} AS net, ${sumOf("tax")} AS tax`;

/**
 * For a period longer than this, reading all lines in product order is faster than sorting the
 * lines of the period.
 */
const longMs = 92 * dayMs;

/** Lines that were sold in a period, as `l`. */
const soldIn = ({ from, to }: Period) =>
  to - from > longMs
    ? sql`order_line l WHERE l.sold_at >= ${from} AND l.sold_at < ${to}`
    : sql`sale_entry s JOIN order_line l ON l.order_id = s.order_id WHERE s.at >= ${from} AND s.at < ${to} AND s.orders = 1`;

/** Products sold in a period, the highest net first; no more than `limit`. */
export async function findProductsSold(db: Db, period: Period, limit: number | undefined): Promise<ProductSums[]> {
  const { rows } = await sql<ProductSums>`SELECT l.product_id AS "productId", COUNT(DISTINCT l.order_id) AS orders, ${sums}
    FROM ${soldIn(period)}
    GROUP BY l.product_id ORDER BY net DESC, l.product_id ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(db);
  return rows.map(productSums);
}

/** Sums of all lines sold in a period. */
export async function sumSold(db: Db, period: Period): Promise<Omit<ProductSums, "productId" | "orders">> {
  const { rows } = await sql<Record<"units" | "net" | "tax", number>>`SELECT ${sums} FROM ${soldIn(period)}`.execute(db);
  const [all] = rows;
  return { units: Number(all?.units ?? 0), net: Number(all?.net ?? 0), tax: Number(all?.tax ?? 0) };
}

/** Returned sums of a period by product, negative and in any order. The sales may be older. */
export async function findProductsBack(db: Db, { from, to }: Period): Promise<ProductSums[]> {
  const { rows } = await sql<ProductSums>`SELECT product_id AS "productId", 0 AS orders, SUM(units) AS units,
      SUM(net) AS net, SUM(tax) AS tax FROM (
    SELECT l.product_id, -e.quantity AS units, -e.net AS net, -e.tax AS tax FROM order_edit e JOIN order_line l ON l.id = e.line_id
      WHERE e.at >= ${from} AND e.at < ${to}
    UNION ALL
    SELECT l.product_id, -x.quantity, -x.net, -x.tax FROM order_refund r
      JOIN order_refund_line x ON x.order_id = r.order_id AND x.n = r.n JOIN order_line l ON l.id = x.line_id
      WHERE r.decided_at >= ${from} AND r.decided_at < ${to} AND r.state = 'refunded'
    UNION ALL
    SELECT l.product_id, 0, 0, -x.tax FROM order_readdress r
      JOIN order_readdress_line x ON x.order_id = r.order_id AND x.n = r.n JOIN order_line l ON l.id = x.line_id
      WHERE r.at >= ${from} AND r.at < ${to}
    UNION ALL
    SELECT l.product_id, -(l.quantity - ${takenSum("quantity")}), -(l.net - ${takenSum("net")}), -(l.tax - ${takenSum("tax")})
      FROM orders o JOIN order_line l ON l.order_id = o.id
      WHERE o.state = 'canceled' AND o.canceled_at >= ${from} AND o.canceled_at < ${to}
    ) parts GROUP BY product_id`.execute(db);
  return rows.map(productSums);
}

/**
 * Sums by state and rate, in cents. `net` is the taxed amount less returned amounts, `charged` is
 * the charged tax, and `back` is the returned tax as a negative number.
 */
export type TaxSums = { area: string; ppm: number | null; net: number; charged: number; back: number };

/** Sums of a state that belong to several rates, in cents, as negative numbers. */
export type UnratedSums = Pick<TaxSums, "area" | "net" | "back">;

/**
 * The tax of lines and shipping by state and rate. Each amount counts in the period of its booking.
 */
export async function sumTaxRates(db: Db, period: Period): Promise<{ rates: TaxSums[]; others: UnratedSums[] }> {
  const rows = (await sumPart(db, "rate", [{ label: "", ...period }])).map(({ name, sold, back, taxCharged, taxBack }) => {
    const end = name.lastIndexOf("|");
    const sums = { area: name.slice(0, end), net: sold + back, charged: taxCharged, back: taxBack };
    return { rate: name.slice(end + 1), sums };
  });
  return {
    rates: rows
      .filter(({ rate }) => rate !== severalRates)
      .map(({ rate, sums }) => ({ ...sums, ppm: rate === "" ? null : Number(rate) })),
    others: rows.filter(({ rate, sums }) => rate === severalRates && (sums.net !== 0 || sums.back !== 0)).map(({ sums }) => sums),
  };
}

/** The tax on shipping of a period, less what was given back of it. */
export async function sumShippingTax(db: Db, period: Period): Promise<Cents> {
  const [all] = await sumPart(db, "shipping_tax", [{ label: "", ...period }]);
  return all ? all.taxCharged + all.taxBack : 0;
}

/** The times of the first and the last entry; undefined without entries. */
export async function findSaleTimes(db: Db): Promise<{ first: number; last: number } | undefined> {
  const times = db.selectFrom("sale_entry").select("at").limit(1);
  const first = await times.orderBy("at").executeTakeFirst();
  const last = await times.orderBy("at", "desc").executeTakeFirst();
  return first && last && { first: first.at, last: last.at };
}
