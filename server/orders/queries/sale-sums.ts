import { type RawBuilder, sql } from "kysely";
import { engineOf } from "../../db/engine.ts";
import type { SalePart } from "../../db/stock-tables.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { rateSources, type Source, shippingTaxSources } from "./tax-sums.ts";

/** A period that includes `from` and excludes `to`, in ms. */
export type Period = { from: number; to: number };

/** Ledger sums of a group of orders, in cents; amounts that went back are negative. */
export type SalesSums = {
  orders: number;
  /** as sold, before discounts */
  sold: number;
  discount: number;
  /** products after their discount, returned by edits, refunds and cancelations */
  back: number;
  shipping: number;
  taxCharged: number;
  taxBack: number;
};

const dayMs = 86_400_000;
const at = sql.lit(dayMs);

const placed = (column: string) => sql`CASE WHEN e.orders = 1 THEN e.${sql.ref(column)} ELSE 0 END`;
/** The sums of one entry. */
const values = sql`e.orders, ${placed("products")} AS sold, ${placed("discount")} AS discount,
  CASE WHEN e.orders = 1 THEN 0 ELSE e.products - e.discount END AS back, e.shipping,
  ${placed("tax")} AS tax_charged, CASE WHEN e.orders = 1 THEN 0 ELSE e.tax END AS tax_back`;
const columns = ["orders", "sold", "discount", "back", "shipping", "tax_charged", "tax_back"] as const;
const summed = sql.join(columns.map((column) => sql`COALESCE(SUM(${sql.ref(column)}), 0) AS ${sql.ref(column)}`));

const entriesBy = (name: RawBuilder<unknown>): readonly Source[] => [{ joined: sql``, where: sql``, name, values }];

const sources: Readonly<Record<SalePart, readonly Source[]>> = {
  all: entriesBy(sql`''`),
  area: entriesBy(sql`e.area`),
  method: entriesBy(sql`e.method`),
  promo: [
    {
      joined: sql`LEFT JOIN promo_code ON promo_code.code = e.promo_code
        LEFT JOIN promo_batch ON promo_batch.id = promo_code.batch_id LEFT JOIN promo ON promo.id = promo_batch.promo_id`,
      where: sql``,
      // The sales of all codes of a promo's batches are the promo's own.
      name: sql`COALESCE(promo.code, e.promo_code)`,
      values,
    },
  ],
  rate: rateSources,
  shipping_tax: shippingTaxSources,
};
const parts = Object.keys(sources) as SalePart[];

const storedMark = sql`SELECT until FROM sale_sum_mark`;
/**
 * SQL: the mark as `until`: the first day without stored sums. Sums that an earlier release wrote
 * count as none: they lack the tax on shipping, or what was given back at each rate.
 */
const mark = sql`SELECT CASE WHEN outdated.day < m.until THEN outdated.day ELSE m.until END AS until FROM sale_sum_mark m
  CROSS JOIN (SELECT MIN(a.day) AS day FROM sale_sum a WHERE a.part = 'all'
    AND (NOT EXISTS (SELECT 1 FROM sale_sum t WHERE t.part = 'shipping_tax' AND t.day = a.day)
      OR a.tax_back <> (SELECT COALESCE(SUM(r.tax_back), 0) FROM sale_sum r WHERE r.part = 'rate' AND r.day = a.day))) outdated`;
const markOf = (part: SalePart) => (part === "rate" || part === "shipping_tax" ? mark : storedMark);

/** A period with a label, such as the name of a month. */
type LabeledPeriod = Period & { label: string };

/**
 * The whole days of a period, with the start of the first in ms. A period without whole days is
 * read by entries only.
 */
function wholeDays({ from, to }: Period) {
  const first = Math.ceil(from / dayMs);
  const last = Math.floor(to / dayMs);
  return last > first ? { first, last, before: first * dayMs } : { first, last: first, before: from };
}

const periodRow = ({ label, from, to }: LabeledPeriod) => {
  const { first, last, before } = wholeDays({ from, to });
  return sql`(CAST(${label} AS TEXT), ${sql.join([from, before, first, last, to].map((value) => sql.lit(value)))})`;
};

/**
 * Sums the entries of each period, by its label and by the names of `part`, such as areas. The mark
 * (`sale_sum_mark`) is the first day without stored sums. One statement reads whole days before the
 * mark from the stored sums, and all other times from the entries.
 */
export async function sumPart(
  db: Db,
  part: SalePart,
  periods: readonly LabeledPeriod[],
): Promise<({ label: string; name: string } & SalesSums)[]> {
  if (periods.length === 0) return [];
  const rest = sql`CASE WHEN p.last_day > p.first_day THEN p.summed * ${at} ELSE p.before END`;
  const entries = sources[part].flatMap(({ joined, where, name, values: sums }) => {
    const rows = sql`SELECT p.label, ${name} AS name, ${sums} FROM span p CROSS JOIN sale_entry e ${joined}`;
    return [
      sql`${rows} WHERE e.at >= p.since AND e.at < p.before ${where}`,
      sql`${rows} WHERE e.at >= ${rest} AND e.at < p.until ${where}`,
    ];
  });
  const { rows } = await sql<{ label: string; name: string } & Record<(typeof columns)[number], number>>`
    WITH given (label, since, before, first_day, last_day, until) AS (VALUES ${sql.join(periods.map(periodRow))}),
    mark AS MATERIALIZED (${markOf(part)}),
    span AS (SELECT g.*, CASE WHEN m.until < g.first_day THEN g.first_day WHEN m.until > g.last_day THEN g.last_day ELSE m.until END AS summed
      FROM given g CROSS JOIN mark m)
    SELECT label, name, ${summed} FROM (
      SELECT p.label, s.name, ${sql.join(columns.map((column) => sql.ref(`s.${column}`)))}
        FROM span p JOIN sale_sum s ON s.part = ${sql.lit(part)} AND s.day >= p.first_day AND s.day < p.last_day AND s.day < p.summed
      UNION ALL ${sql.join(entries, sql` UNION ALL `)}
    ) sales GROUP BY label, name`.execute(db);
  return rows.map(({ label, name, tax_charged, tax_back, ...row }) => ({
    label,
    name,
    orders: Number(row.orders),
    sold: Number(row.sold),
    discount: Number(row.discount),
    back: Number(row.back),
    shipping: Number(row.shipping),
    taxCharged: Number(tax_charged),
    taxBack: Number(tax_back),
  }));
}

/**
 * Locks the row of the mark, which is the first day without stored sums, until the transaction
 * ends. Returns the mark as `until`; with `isFirst`, the sums of an earlier release count as none.
 * `end` is the day before which sums may be written now.
 */
export async function lockMark(tx: Tx, now: number, isFirst: boolean): Promise<{ until: number; end: number }> {
  await tx
    .updateTable("sale_sum_mark")
    .set((eb) => ({ until: eb.ref("until") }))
    .execute();
  const { rows } = await sql<{ until: number }>`${isFirst ? mark : storedMark}`.execute(tx);
  const until = Number(rows[0]?.until ?? 0);
  const clock = sql<{ now: number }>`SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now`;
  const databaseNow = engineOf(tx) === "postgres" ? Number((await clock.execute(tx)).rows[0]?.now) : now;
  // Bookings do not check the mark, so days that ended less than two hours ago are left out. Every
  // booking ends long before that.
  return { until, end: Math.floor((Math.min(now, databaseNow) - dayMs / 12) / dayMs) };
}

export const setMark = (tx: Tx, until: number) => tx.updateTable("sale_sum_mark").set({ until }).execute();

/** The first day with entries, from `day` on. */
export async function findDayOfEntries(tx: Tx, day: number): Promise<number | undefined> {
  const first = tx
    .selectFrom("sale_entry")
    .select("at")
    .where("at", ">=", day * dayMs);
  const row = await first.orderBy("at").limit(1).executeTakeFirst();
  return row && Math.floor(row.at / dayMs);
}

/** Sums up the days from `from` to before `to`; replaces all sums from `from` on. */
export async function writeSums(tx: Tx, from: number, to: number): Promise<void> {
  await tx.deleteFrom("sale_sum").where("part", "in", parts).where("day", ">=", from).execute();
  for (const part of parts) {
    const entries = sources[part].map(
      ({
        joined,
        where,
        name,
        values: sums,
      }) => sql`SELECT e.at / ${at} AS day, ${name} AS name, ${sums} FROM sale_entry e ${joined}
        WHERE e.at >= ${from * dayMs} AND e.at < ${to * dayMs} ${where}`,
    );
    await sql`INSERT INTO sale_sum (part, day, name, ${sql.join(columns.map((column) => sql.ref(column)))})
      SELECT ${sql.lit(part)}, day, name, ${summed} FROM (${sql.join(entries, sql` UNION ALL `)}) entries GROUP BY day, name`.execute(
      tx,
    );
  }
}
