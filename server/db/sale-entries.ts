import { sql } from "kysely";
import type { Tx } from "./tables.ts";

const amount = (account: string, sign: string) =>
  `COALESCE(${sign}SUM(CASE WHEN e.account = '${account}' THEN e.amount ELSE 0 END), 0)`;

/** Entries of `from`, alias e, as rows of the table; `where` begins with AND. */
export const saleEntriesOf = (from: string, where: string): string => `INSERT INTO sale_entry
  (at, order_id, event, area, method, promo_code, orders, products, discount, shipping, tax)
  SELECT e.at, e.order_id, e.event, COALESCE(a.country_area, ''), o.shipping_method, COALESCE(o.promo_code, ''),
    CASE WHEN e.event = 'placed' THEN 1 ELSE 0 END,
    ${amount("revenue", "-")}, ${amount("discount", "")}, ${amount("shipping", "-")}, ${amount("tax", "-")}
  FROM ${from} e JOIN orders o ON o.id = e.order_id
  LEFT JOIN order_address a ON a.order_id = e.order_id AND a.kind = 'shipping'
  WHERE e.account IN ('revenue', 'discount', 'shipping', 'tax') ${where}
  GROUP BY e.at, e.order_id, e.event, a.country_area, o.shipping_method, o.promo_code`;

/** Writes all of them anew: rows that are copied come before the orders that they belong to. */
export async function rebuildSaleEntries(tx: Tx): Promise<void> {
  await tx.deleteFrom("sale_entry").execute();
  await sql.raw(saleEntriesOf("ledger_entry", "")).execute(tx);
}
