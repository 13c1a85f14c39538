import { sql } from "kysely";
import { compiled } from "../../db/compiled.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";

export type OrderMeans = Row<"order_means">;

export const insertOrderMeans = (tx: Tx, means: NewRow<"order_means">) => tx.insertInto("order_means").values(means).execute();

const rows = compiled((reader, [orderId = ""]) => reader.selectFrom("order_means").selectAll().where("order_id", "=", orderId));

/** An order's payment method without a card; undefined for a card, or for nothing to pay. */
export const findOrderMeans = async (reader: Db | Tx, orderId: string): Promise<OrderMeans | undefined> =>
  (await rows(reader, [orderId]))[0];

const owed = sql<number>`(SELECT COALESCE(SUM(l.amount), 0) FROM ledger_entry l
  WHERE l.order_id = order_means.order_id AND l.account = 'receivable')`;

/**
 * Takes the number of a payment of this amount. Guarded: undefined if less is owed, or if the order
 * takes no payments.
 */
export async function takePaymentNumber(tx: Tx, orderId: string, amount: Cents): Promise<number | undefined> {
  const row = await tx
    .updateTable("order_means")
    .set(({ eb }) => ({ payment_count: eb("payment_count", "+", 1) }))
    .where("order_id", "=", orderId)
    .where(owed, ">=", amount)
    .returning("payment_count")
    .executeTakeFirst();
  return row?.payment_count;
}

/** Notes that an order owes nothing any more. Does nothing for an order that was paid by card. */
export const settleMeans = (tx: Tx, orderId: string, now: number) =>
  tx
    .updateTable("order_means")
    .set({ settled_at: now })
    .where("order_id", "=", orderId)
    .where("settled_at", "is", null)
    .where(owed, "<=", 0)
    .execute();

/** Orders whose term has passed and that still owe money, the longest overdue first. */
export const findUnpaid = (reader: Db | Tx, now: number, limit: number) =>
  reader
    .selectFrom("order_means")
    .innerJoin("orders", "orders.id", "order_means.order_id")
    .select(["orders.id", "orders.number", "order_means.due_at"])
    .where("order_means.settled_at", "is", null)
    .where("order_means.due_at", "<=", now)
    .orderBy("order_means.due_at")
    .limit(limit)
    .execute();
