import { buyerOf, causes, changedSums, triggerOf } from "./causes.ts";
import { isProven, renewal, spentOn } from "./people.ts";

/**
 * The sums of each buyer, an account or a guest's email, which change by differences: SQLite has
 * one writer at a time, so a payment may not wait until all orders of somebody are counted. The
 * indexes find a guest's first and last order.
 */
export const buyerSums = [
  `CREATE TABLE buyer_sum (
  buyer TEXT PRIMARY KEY,
  order_count INT8 NOT NULL,
  confirmed_count INT8 NOT NULL,
  spent INT8 NOT NULL
)`,
  "CREATE INDEX guest_orders_by_number ON orders (email_norm, number) WHERE customer_id IS NULL",
  "CREATE INDEX guest_orders_by_placed_at ON orders (email_norm, placed_at) WHERE customer_id IS NULL",
];

const spentIn = (row: string): string => `(${row}.products - ${row}.discount + ${row}.shipping + ${row}.tax)`;

/** A restore of an earlier backup writes the sales after this: then they are summed as they come. */
export const firstBuyerSums = `INSERT INTO buyer_sum (buyer, order_count, confirmed_count, spent)
  SELECT o.buyer, COUNT(*), COUNT(o.email_confirmed_at), SUM(o.spent) FROM (
    SELECT ${buyerOf("orders")} AS buyer, email_confirmed_at, COALESCE(s.spent, 0) AS spent FROM orders
    LEFT JOIN (SELECT order_id, SUM(${spentIn("e")}) AS spent FROM sale_entry e GROUP BY order_id) s ON s.order_id = orders.id
  ) o WHERE o.buyer <> '' GROUP BY o.buyer`;

type Difference = { orders: string; confirmed: string; spent: string };

/** SQL that adds a difference to the sums of a buyer. */
const add = (buyer: string, { orders, confirmed, spent }: Difference): string =>
  `INSERT INTO buyer_sum (buyer, order_count, confirmed_count, spent)
   SELECT buyer, ${orders}, ${confirmed}, ${spent} FROM (SELECT ${buyer} AS buyer) WHERE buyer <> ''
   ON CONFLICT (buyer) DO UPDATE SET order_count = order_count + excluded.order_count,
     confirmed_count = confirmed_count + excluded.confirmed_count, spent = spent + excluded.spent`;

/** SQL that adds an order to the sums of its buyer, or takes it out. */
const addOrder = (row: "NEW" | "OLD", sign: "" | "-", spent: string): string =>
  add(buyerOf(row), {
    orders: `${sign}1`,
    confirmed: `${sign}(${row}.email_confirmed_at IS NOT NULL)`,
    spent: `${sign}${spent}`,
  });

/** Ledger entries may be copied before their order: then they are summed as they become sales. */
const ordersAdded: Readonly<Record<string, readonly string[]>> = {
  INSERT: [addOrder("NEW", "", "0")],
  UPDATE: [
    addOrder("OLD", "-", spentOn("(SELECT OLD.id)")),
    addOrder("NEW", "", spentOn("(SELECT NEW.id)")),
    `DELETE FROM buyer_sum WHERE buyer = ${buyerOf("OLD")} AND order_count = 0`,
  ],
};

/** A trigger that adds what a sale changed by to its buyer's sums, and to the row of the list. */
function saleTrigger(on: string, row: "NEW" | "OLD", difference: string): string {
  const buyer = `(SELECT ${buyerOf("orders")} FROM orders WHERE id = ${row}.order_id)`;
  return `CREATE TRIGGER buyer_sum_after_sale_entry_${on.split(" ")[0]?.toLowerCase()} AFTER ${on} ON sale_entry BEGIN
   UPDATE buyer_sum SET spent = spent + ${difference} WHERE buyer = ${buyer};
   UPDATE customer_summary SET spent = spent + ${difference} WHERE person = ${buyer}
     OR person = (SELECT c.id FROM customer c WHERE c.email_norm = ${buyer} AND ${isProven("c")}); END`;
}

const accountsOfNew = "IN (SELECT id FROM customer WHERE id = NEW.person OR email_norm = NEW.person)";
export const sqliteTriggers = [
  `CREATE TRIGGER customer_summary_renewed AFTER INSERT ON customer_stale BEGIN
   ${renewal("sqlite", "= NEW.person", accountsOfNew).join(";\n")}; DELETE FROM customer_stale WHERE person = NEW.person; END`,
  ...causes.map((cause) => {
    const { head, note } = triggerOf(cause, "0");
    const added = cause.table === "orders" ? ordersAdded[cause.on.split(" ")[0] ?? ""] : undefined;
    return `${head} BEGIN ${[...(added ?? []), note].join(";\n")}; END`;
  }),
  saleTrigger("INSERT", "NEW", spentIn("NEW")),
  saleTrigger(changedSums, "NEW", `${spentIn("NEW")} - ${spentIn("OLD")}`),
  saleTrigger("DELETE", "OLD", `-${spentIn("OLD")}`),
];
