import { type RawBuilder, sql } from "kysely";
import type { RefusedBy } from "../../db/column-types.ts";
import { compiled } from "../../db/compiled.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

const lockedRows = compiled((tx, [id = ""]) => tx.selectFrom("orders").selectAll().where("id", "=", id).forUpdate());

/**
 * Locks the order's row until the transaction ends. Every change of the order's money or units
 * takes this lock.
 */
export const lockOrder = async (tx: Tx, orderId: string): Promise<Row<"orders"> | undefined> =>
  (await lockedRows(tx, [orderId]))[0];

/** An order's edits, oldest first. */
export const findEdits = (reader: Db | Tx, orderId: string): Promise<Row<"order_edit">[]> =>
  reader.selectFrom("order_edit").selectAll().where("order_id", "=", orderId).orderBy("n").execute();

/** The edits of several orders; `orderIds` may not be empty. */
export const findEditsOfOrders = (reader: Db | Tx, orderIds: readonly string[]): Promise<Row<"order_edit">[]> =>
  reader.selectFrom("order_edit").selectAll().where("order_id", "in", orderIds).execute();

/** The numbers of units sold in several orders, by order id; `orderIds` may not be empty. */
export async function findUnitsOfOrders(reader: Db | Tx, orderIds: readonly string[]): Promise<Map<string, number>> {
  const sums = await reader
    .selectFrom("order_line")
    .select(({ fn }) => ["order_id", fn.sum<number>("quantity").as("units")])
    .where("order_id", "in", orderIds)
    .groupBy("order_id")
    .execute();
  return new Map(sums.map(({ order_id, units }) => [order_id, Number(units)]));
}

export const insertEdit = (tx: Tx, edit: NewRow<"order_edit">) => tx.insertInto("order_edit").values(edit).execute();

const refundsOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("order_refund").selectAll().where("order_id", "=", orderId).orderBy("n"),
);

/** An order's refunds, including withdrawn ones, in the order of their requests. */
export const findRefunds = (reader: Db | Tx, orderId: string): Promise<Row<"order_refund">[]> => refundsOf(reader, [orderId]);

/** The refund with this unique key. */
export const findRefund = (reader: Db | Tx, key: string): Promise<Row<"order_refund"> | undefined> =>
  reader.selectFrom("order_refund").selectAll().where("key", "=", key).executeTakeFirst();

/** The order of the refund with this key, or with this reference of the gateway. */
export async function findOrderOfRefund(reader: Db | Tx, name: string): Promise<string | undefined> {
  for (const column of ["key", "ref"] as const) {
    const row = await reader.selectFrom("order_refund").select("order_id").where(column, "=", name).limit(1).executeTakeFirst();
    if (row) return row.order_id;
  }
  return undefined;
}

/** The lines of refunds that were not withdrawn, with the numbers of their refunds. */
export const findRefundLines = (reader: Db | Tx, orderId: string): Promise<Row<"order_refund_line">[]> =>
  reader
    .selectFrom("order_refund_line as l")
    .innerJoin("order_refund as r", (join) => join.onRef("r.order_id", "=", "l.order_id").onRef("r.n", "=", "l.n"))
    .selectAll("l")
    .where("l.order_id", "=", orderId)
    .where("r.state", "<>", "withdrawn")
    .orderBy("l.n")
    .execute();

export const insertRefund = (tx: Tx, refund: NewRow<"order_refund">) => tx.insertInto("order_refund").values(refund).execute();

/** Inserts lines of a refund; `lines` may be empty. */
export async function insertRefundLines(tx: Tx, lines: readonly NewRow<"order_refund_line">[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto("order_refund_line").values(lines).execute();
}

/** The amount of an order that the gateway still has, after all booked refunds. */
const gatewayBalance = sql`(SELECT COALESCE(SUM(amount), 0) FROM ledger_entry WHERE order_id = orders.id AND account = 'gateway')`;
/** The amount of an order that was paid, by card or without one, after all booked refunds. */
const paidBalance = sql`(SELECT COALESCE(SUM(amount), 0) FROM ledger_entry
  WHERE order_id = orders.id AND account IN ('gateway', 'manual'))`;
const pendingRefunds = sql`(SELECT COALESCE(SUM(amount), 0) FROM order_refund WHERE order_id = orders.id AND state = 'requested')`;

/**
 * The number of the order's next refund; undefined if the amount exceeds the paid amount less
 * all booked and requested refunds. If two concurrent refunds together exceed this rest, one of
 * them is refused.
 */
export const nextRefund = (tx: Tx, orderId: string, amount: number): Promise<number | undefined> =>
  countRefund(tx, orderId, sql<boolean>`${amount} <= ${paidBalance} - ${pendingRefunds}`);

/**
 * The number of a refund made at the gateway; undefined if it exceeds the gateway's balance.
 * Ignores pending requests.
 */
export const nextGatewayRefund = (tx: Tx, orderId: string, amount: number): Promise<number | undefined> =>
  countRefund(tx, orderId, sql<boolean>`${amount} <= ${gatewayBalance}`);

async function countRefund(tx: Tx, orderId: string, fits: RawBuilder<boolean>): Promise<number | undefined> {
  const row = await tx
    .updateTable("orders")
    .set((eb) => ({ refund_count: eb("refund_count", "+", 1) }))
    .where("id", "=", orderId)
    .where(fits)
    .returning("refund_count")
    .executeTakeFirst();
  return row?.refund_count;
}

/** Makes the order's next refund number greater than `n`. */
export const passRefundNumber = (tx: Tx, orderId: string, n: number) =>
  tx.updateTable("orders").set({ refund_count: n }).where("id", "=", orderId).where("refund_count", "<", n).execute();

/** An update of a requested refund; a trigger refuses updates in any other state. */
const requestedRefund = (writer: Db | Tx, key: string) =>
  writer.updateTable("order_refund").where("key", "=", key).where("state", "=", "requested");

/** Marks a refund as sent to the gateway; false if the refund is not requested any more. */
export async function markRefundSent(tx: Tx, key: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await requestedRefund(tx, key).set({ sent_at: now }).executeTakeFirst();
  return numUpdatedRows === 1n;
}

type RefundRefusal = { refused_by: RefusedBy; refusal_code: string };

/**
 * Ends the pending call of a refund, and stores the gateway's refusal if there is one. Changes only
 * a refund that is still requested.
 */
export const endRefundCall = (tx: Tx, key: string, refusal?: RefundRefusal) =>
  requestedRefund(tx, key)
    .set({ ...refusal, sent_at: null })
    .execute();

/** Requested refunds that were refused, with their orders' numbers; the oldest first. */
export const findRefusedRefunds = (reader: Db | Tx, limit: number) =>
  reader
    .selectFrom("order_refund as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select(["r.order_id", "r.n", "r.key", "r.amount", "r.refused_by", "r.refusal_code", "r.requested_at", "o.number"])
    .where("r.state", "=", "requested")
    .where("r.refused_by", "is not", null)
    .orderBy("r.requested_at")
    .orderBy("r.key")
    .limit(limit)
    .execute();

type Decision = Pick<Row<"order_refund">, "state" | "products" | "shipping" | "tax" | "owed"> &
  Partial<Pick<Row<"order_refund">, "settled_event">> & { ref?: string | undefined };

/** Decides a refund; false if the refund is not requested any more. */
export async function decideRefund(tx: Tx, key: string, decision: Decision, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_refund")
    .set({ ...decision, decided_at: now })
    .where("key", "=", key)
    .where("state", "=", "requested")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An order's returns in the order of their announcement, each with its state. */
export const findReturns = (reader: Db | Tx, orderId: string): Promise<Row<"order_return">[]> =>
  reader
    .selectFrom("order_return")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("n")
    .orderBy("asked_at")
    .orderBy("id")
    .execute();

export const insertReturn = (tx: Tx, row: NewRow<"order_return">) => tx.insertInto("order_return").values(row).execute();

type ReturnChange = Partial<Pick<Row<"order_return">, "state" | "quantity" | "restocked" | "refund_key" | "changed_at">>;

/** Changes returned units; false if the units are no longer in this state. */
export async function changeReturn(
  tx: Tx,
  id: string,
  from: Row<"order_return">["state"],
  change: ReturnChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_return")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks the returned units of these refunds as refunded. */
export const markReturnsRefunded = (tx: Tx, keys: readonly string[], now: number) =>
  tx
    .updateTable("order_return")
    .set({ state: "refunded", changed_at: now })
    .where("refund_key", "in", keys)
    .where("state", "in", ["restocked", "written_off"])
    .execute();

/** The number of the order's next return; undefined until something of the order has shipped. */
export async function nextReturn(tx: Tx, orderId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("orders")
    .set((eb) => ({ return_count: eb("return_count", "+", 1) }))
    .where("id", "=", orderId)
    .where(({ eb, or, and }) =>
      or([eb("state", "=", "fulfilled"), and([eb("state", "=", "placed"), eb("shipment_count", ">", 0)])]),
    )
    .returning("return_count")
    .executeTakeFirst();
  return row?.return_count;
}

/** The number of the order's next edit; undefined unless the order is placed. */
export async function nextEdit(tx: Tx, orderId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("orders")
    .set((eb) => ({ edit_count: eb("edit_count", "+", 1) }))
    .where("id", "=", orderId)
    .where("state", "=", "placed")
    .returning("edit_count")
    .executeTakeFirst();
  return row?.edit_count;
}
