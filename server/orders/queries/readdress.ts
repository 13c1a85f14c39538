import { type RawBuilder, sql } from "kysely";
import { compiled } from "../../db/compiled.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

const rowsOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("order_readdress").selectAll().where("order_id", "=", orderId).orderBy("n"),
);
const linesOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("order_readdress_line").selectAll().where("order_id", "=", orderId).orderBy("n"),
);

/** An order's changes of state, the oldest first. */
export const findReaddresses = (reader: Db | Tx, orderId: string): Promise<Row<"order_readdress">[]> => rowsOf(reader, [orderId]);

/** The lines of an order's changes of state, the oldest change first. */
export const findReaddressLines = (reader: Db | Tx, orderId: string): Promise<Row<"order_readdress_line">[]> =>
  linesOf(reader, [orderId]);

/** The changes of state of several orders, the oldest first; `orderIds` may not be empty. */
export const findReaddressesOfOrders = (reader: Db | Tx, orderIds: readonly string[]): Promise<Row<"order_readdress">[]> =>
  reader.selectFrom("order_readdress").selectAll().where("order_id", "in", orderIds).orderBy("n").execute();

/** The lines of the changes of several orders, the oldest first; `orderIds` may not be empty. */
export const findReaddressLinesOfOrders = (
  reader: Db | Tx,
  orderIds: readonly string[],
): Promise<Row<"order_readdress_line">[]> =>
  reader.selectFrom("order_readdress_line").selectAll().where("order_id", "in", orderIds).orderBy("n").execute();

type ReaddressRecord = NewRow<"order_readdress"> & { lines: readonly Omit<NewRow<"order_readdress_line">, "order_id" | "n">[] };

/** Records that a locked order goes to another state. */
export async function insertReaddress(tx: Tx, { lines, ...row }: ReaddressRecord): Promise<void> {
  const { order_id, n } = row;
  await tx.insertInto("order_readdress").values(row).execute();
  await tx
    .insertInto("order_readdress_line")
    .values(lines.map((line) => ({ ...line, order_id, n })))
    .execute();
}

/**
 * Moves what the reports say of an order to another state. The trigger of an old sale first shares
 * the lock of the mark of summed days, where two orders would wait for each other.
 */
export async function moveSales(tx: Tx, orderId: string, area: string): Promise<void> {
  await tx.selectFrom("sale_sum_mark").select("until").forUpdate().execute();
  await tx
    .updateTable("sale_entry")
    .set({ area })
    .where("order_id", "=", orderId)
    .where("at", "in", (eb) =>
      eb.selectFrom("ledger_entry").select("ledger_entry.at").where("ledger_entry.order_id", "=", orderId),
    )
    .execute();
}

/** SQL: a line's tax rate in the order's present state; `line` is the alias of `order_line`. */
export const linePpm = (line: string): RawBuilder<number | null> => sql`COALESCE((SELECT t.tax_ppm FROM order_readdress_line t
  WHERE t.line_id = ${sql.ref(`${line}.id`)} ORDER BY t.n DESC LIMIT 1), ${sql.ref(`${line}.tax_ppm`)})`;

/** SQL: the tax rate of shipping in the order's present state; `order` is the alias of `orders`. */
export const shippingPpm = (order: string): RawBuilder<number | null> => sql`COALESCE((SELECT t.shipping_tax_ppm
  FROM order_readdress t WHERE t.order_id = ${sql.ref(`${order}.id`)} ORDER BY t.n DESC LIMIT 1),
  ${sql.ref(`${order}.shipping_tax_ppm`)})`;
