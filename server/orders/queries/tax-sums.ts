import { type RawBuilder, sql } from "kysely";
import { takenSum } from "./line-sums.ts";
import { linePpm, shippingPpm } from "./readdress.ts";

/**
 * SQL that reads sums from the ledger's entries `e`: joined tables, a condition, and the name and
 * the values of each row.
 */
export type Source = Record<"joined" | "where" | "name" | "values", RawBuilder<unknown>>;

/** The name in place of a rate for what belongs to several rates of an order. */
export const severalRates = "several";

type Amount = RawBuilder<unknown>;
type TaxedAmounts = { sold?: Amount; back?: Amount; charged?: Amount; taxBack?: Amount };
const none = sql`0`;
const taxedAmounts = ({ sold = none, back = none, charged = none, taxBack = none }: TaxedAmounts) =>
  sql`0 AS orders, ${sold} AS sold, 0 AS discount, ${back} AS back, 0 AS shipping, ${charged} AS tax_charged, ${taxBack} AS tax_back`;

const rateText = (ppm: Amount) => sql`COALESCE(CAST(${ppm} AS TEXT), '')`;
const named = (rate: Amount) => sql`e.area || '|' || ${rate}`;
const rateOf = (ppm: Amount) => named(rateText(ppm));

const ofOrder = sql`CROSS JOIN orders o`;
const isTaxed = sql`(o.shipping_tax > 0 OR o.shipping_tax_ppm > 0)`;
const ofReaddress = (n: Amount) => sql`e.event = 'readdressed:' || ${n}`;

/** SQL: the sum of an order's accounts up to and including an entry `e`. */
const balance = (...accounts: string[]) => sql`COALESCE((SELECT CAST(SUM(g.amount) AS BIGINT) FROM ledger_entry g
  WHERE g.order_id = e.order_id AND g.account IN (${sql.join(accounts.map((account) => sql.lit(account)))})
    AND (g.at < e.at OR (g.at = e.at AND g.event <= e.event))), 0)`;

/** SQL: a column of the last change of state before an entry `e`, or else of its order `o`. */
const shippingAt = (there: "shipping_there" | "shipping_tax_there", sold: "shipping" | "shipping_tax") =>
  sql`COALESCE((SELECT t.${sql.ref(there)} FROM order_readdress t WHERE t.order_id = e.order_id AND t.at <= e.at
    ORDER BY t.n DESC LIMIT 1), o.${sql.ref(sold)})`;

/** SQL: the tax on a part of the shipping, rounded as `shippingLeft` rounds it. */
const taxOn = (part: Amount) => sql`COALESCE((2 * tax * ${part} + price) / NULLIF(2 * price, 0), 0)`;

/**
 * SQL: the tax on shipping that an entry `e` of the order `o` gave back, as a negative number. The
 * ledger has no tax of shipping alone: it follows from what is left of shipping before and after.
 */
const shippingTaxBack = sql`CASE WHEN e.orders = 1 OR NOT ${isTaxed} THEN 0
  WHEN e.event LIKE 'readdressed:%' THEN
    COALESCE((SELECT -t.shipping_tax FROM order_readdress t WHERE t.order_id = e.order_id AND ${ofReaddress(sql`t.n`)}), 0)
  WHEN e.shipping = 0 THEN 0
  ELSE (SELECT ${taxOn(sql`rest`)} - ${taxOn(sql`(rest - back)`)} FROM (SELECT e.shipping AS back, -${balance("shipping")} AS rest,
    ${shippingAt("shipping_there", "shipping")} AS price, ${shippingAt("shipping_tax_there", "shipping_tax")} AS tax) shares) END`;

/** SQL: whether nothing is left of a canceled order `o` after an entry `e`. */
const isLast = sql`(o.state = 'canceled' AND e.at >= o.canceled_at AND ${balance("revenue", "discount", "shipping", "tax")} = 0)`;

/** SQL: the net or the tax that an entry `e` gave back by line, as a positive number. */
const linesBack = (column: "net" | "tax") => sql`(
  COALESCE((SELECT SUM(x.${sql.ref(column)}) FROM order_edit x WHERE x.order_id = e.order_id AND e.event = 'edited:' || x.n), 0)
  + COALESCE((SELECT SUM(x.${sql.ref(column)}) FROM order_refund r JOIN order_refund_line x ON x.order_id = r.order_id AND x.n = r.n
    WHERE r.order_id = e.order_id AND e.event = 'refunded:' || r.key), 0)
  + ${column === "net" ? none : sql`COALESCE((SELECT SUM(x.tax) FROM order_readdress_line x WHERE x.order_id = e.order_id AND ${ofReaddress(sql`x.n`)}), 0)`}
  + CASE WHEN ${isLast} THEN COALESCE((SELECT SUM(l.${sql.ref(column)} - ${takenSum(column)}) FROM order_line l WHERE l.order_id = o.id), 0)
    ELSE 0 END)`;

const backOf = (joined: Amount, where: Amount, net: Amount, tax: Amount): Source => ({
  joined: sql`${joined} CROSS JOIN order_line l`,
  where: sql`AND e.orders < 1 AND ${where}`,
  name: rateOf(linePpm("l")),
  values: taxedAmounts({ back: net, taxBack: tax }),
});

/** SQL: the only rate of the lines of an entry's order, or else `severalRates`. */
const onlyRate = sql`(SELECT CASE WHEN MIN(rate) = MAX(rate) THEN MIN(rate) ELSE ${sql.lit(severalRates)} END
  FROM (SELECT ${rateText(linePpm("l"))} AS rate FROM order_line l WHERE l.order_id = e.order_id AND l.net > 0) rates)`;

/**
 * Taxed amounts by rate: lines and shipping as sold, and what was given back of them. What an entry
 * gave back of products without naming lines counts at the rate of the order's lines, if they all
 * have the same.
 *
 * SQLite reads cross joins in the written order: first the entries of the period. For an equality
 * join it would build an index of all entries.
 */
export const rateSources: readonly Source[] = [
  {
    joined: sql`CROSS JOIN order_line l`,
    where: sql`AND e.orders > 0 AND l.order_id = e.order_id`,
    name: rateOf(linePpm("l")),
    values: taxedAmounts({ sold: sql`l.net`, charged: sql`l.tax` }),
  },
  {
    joined: ofOrder,
    where: sql`AND e.orders > 0 AND o.id = e.order_id AND ${isTaxed}`,
    name: rateOf(shippingPpm("o")),
    values: taxedAmounts({ sold: sql`o.shipping`, charged: sql`o.shipping_tax` }),
  },
  backOf(
    sql`CROSS JOIN order_edit x`,
    sql`x.order_id = e.order_id AND e.event = 'edited:' || x.n AND l.id = x.line_id`,
    ...([sql`-x.net`, sql`-x.tax`] as const),
  ),
  backOf(
    sql`CROSS JOIN order_refund r CROSS JOIN order_refund_line x`,
    sql`r.order_id = e.order_id AND e.event = 'refunded:' || r.key AND x.order_id = r.order_id AND x.n = r.n AND l.id = x.line_id`,
    ...([sql`-x.net`, sql`-x.tax`] as const),
  ),
  backOf(
    sql`CROSS JOIN order_readdress_line x`,
    sql`x.order_id = e.order_id AND ${ofReaddress(sql`x.n`)} AND l.id = x.line_id`,
    ...([none, sql`-x.tax`] as const),
  ),
  backOf(
    ofOrder,
    sql`o.id = e.order_id AND l.order_id = o.id AND ${isLast}`,
    ...([sql`-(l.net - ${takenSum("net")})`, sql`-(l.tax - ${takenSum("tax")})`] as const),
  ),
  {
    joined: ofOrder,
    where: sql`AND e.orders < 1 AND o.id = e.order_id AND ${isTaxed} AND (e.shipping <> 0 OR e.event LIKE 'readdressed:%')`,
    name: rateOf(shippingPpm("o")),
    values: taxedAmounts({ back: sql`e.shipping`, taxBack: shippingTaxBack }),
  },
  {
    joined: ofOrder,
    where: sql`AND e.orders < 1 AND o.id = e.order_id`,
    name: named(onlyRate),
    values: taxedAmounts({
      back: sql`e.products - e.discount + ${linesBack("net")}`,
      taxBack: sql`e.tax + ${linesBack("tax")} - ${shippingTaxBack}`,
    }),
  },
];

/** The tax on shipping, with a row for each day that has entries. */
export const shippingTaxSources: readonly Source[] = [
  {
    joined: ofOrder,
    where: sql`AND o.id = e.order_id`,
    name: sql`''`,
    values: taxedAmounts({ charged: sql`CASE WHEN e.orders = 1 THEN o.shipping_tax ELSE 0 END`, taxBack: shippingTaxBack }),
  },
];
