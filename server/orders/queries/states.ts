import type { ExpressionBuilder } from "kysely";
import type { Db, Row, Tables, Tx } from "../../db/tables.ts";

type FulfilmentColumns = Required<Pick<Row<"orders">, "fulfilled_at">> & Partial<Pick<Row<"orders">, "carrier" | "tracking">>;

/** Marks a locked, placed order as fulfilled: all of it went out. */
export const markFulfilled = (tx: Tx, orderId: string, columns: FulfilmentColumns) =>
  tx
    .updateTable("orders")
    .set({ state: "fulfilled", ...columns })
    .where("id", "=", orderId)
    .execute();

/** Stores why a locked, placed order is not to be packed for now; null ends the hold. */
export const setHoldReason = (tx: Tx, orderId: string, reason: string | null) =>
  tx.updateTable("orders").set({ hold_reason: reason }).where("id", "=", orderId).execute();

/** Stores the carrier and tracking number of the order's last shipment. */
export const updateOrderTracking = (tx: Tx, orderId: string, columns: Pick<Row<"orders">, "carrier" | "tracking">) =>
  tx.updateTable("orders").set(columns).where("id", "=", orderId).execute();

/**
 * Cancels a placed, unshipped order; false if nothing changed. Of several concurrent changes, only
 * one succeeds.
 */
export async function cancelPlaced(tx: Tx, orderId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ state: "canceled", canceled_at: now })
    .where("id", "=", orderId)
    .where("state", "=", "placed")
    .where("shipment_count", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Marks a placed, unshipped order as requested to be canceled, at most once per order; false if
 * nothing changed. Of several concurrent changes, only one succeeds.
 */
export async function markRequested(tx: Tx, orderId: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ cancelation_requested: 1, cancel_reason: reason })
    .where("id", "=", orderId)
    .where("state", "=", "placed")
    .where("cancelation_requested", "=", 0)
    // A reason without an open request means that the shop declined an earlier request.
    .where("cancel_reason", "is", null)
    .where("shipment_count", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends an open request and keeps its reason. False if there is none. */
export async function unmarkRequested(tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ cancelation_requested: 0 })
    .where("id", "=", orderId)
    .where(isRequestOpen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** SQL equivalent of `asksToCancel` in rules/state.ts. */
export const isRequestOpen = (eb: ExpressionBuilder<Tables, "orders">) =>
  eb.and([eb("state", "=", "placed"), eb("cancelation_requested", "=", 1), eb("shipment_count", "=", 0)]);

/** The email of a customer's account, which a request must name. */
export async function findCustomerMail(reader: Db | Tx, customerId: string): Promise<string | undefined> {
  const row = await reader.selectFrom("customer").select("email_norm").where("id", "=", customerId).executeTakeFirst();
  return row?.email_norm;
}

export type OrderListRow = Pick<
  Row<"orders">,
  | "id"
  | "number"
  | "placed_at"
  | "state"
  | "cancelation_requested"
  | "cancel_reason"
  | "email"
  | "total"
  | "shipment_count"
  | "hold_reason"
>;

export const listedColumns = [
  ...(["id", "number", "placed_at", "state", "cancelation_requested", "cancel_reason", "email", "total"] as const),
  "shipment_count",
  "hold_reason",
] as const;

/** `requested`: placed orders whose cancelation was asked for. */
export type OrderFilter = Row<"orders">["state"] | "requested";

/** The newest orders, up to `limit`. */
export const findNewest = (db: Db, filter: OrderFilter | undefined, limit: number): Promise<OrderListRow[]> =>
  db
    .selectFrom("orders")
    .select(listedColumns)
    .$if(filter === "requested", (query) => query.where(isRequestOpen))
    .$if(filter !== undefined && filter !== "requested", (query) => query.where("state", "=", filter as Row<"orders">["state"]))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();

/** Orders with these ids, the newest first. */
export const findListedByIds = async (db: Db, ids: readonly string[]): Promise<OrderListRow[]> =>
  ids.length === 0
    ? []
    : await db.selectFrom("orders").select(listedColumns).where("id", "in", ids).orderBy("number", "desc").execute();

/** The number of the latest order with this normalised email. */
export async function findNewestWith(db: Db, emailNorm: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("orders")
    .select("number")
    .where("email_norm", "=", emailNorm)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

/** The account that placed this order, or else the normalised email, which is empty once erased. */
export async function findBuyer(reader: Db | Tx, number: number): Promise<string | undefined> {
  const order = reader.selectFrom("orders").select(["customer_id", "email_norm"]).where("number", "=", number);
  const row = await order.executeTakeFirst();
  return row?.customer_id ?? row?.email_norm;
}

/** The order's id. Shoppers see the number; addresses and tables use the id. */
export async function findIdByNumber(reader: Db | Tx, number: number): Promise<string | undefined> {
  const row = await reader.selectFrom("orders").select("id").where("number", "=", number).executeTakeFirst();
  return row?.id;
}

/** The numbers of these orders, by id; ids without an order are left out. */
export async function findNumbers(reader: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("orders").select(["id", "number"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/**
 * Finds the order by the payment's own order id, else by the payment's checkout, which has at most
 * one order.
 */
export async function findNumberPaidBy(
  reader: Db | Tx,
  { orderId, checkoutId }: { orderId: string; checkoutId: string },
): Promise<number | undefined> {
  const orders = reader.selectFrom("orders").select("number");
  const row = await orders.where("id", "=", orderId).executeTakeFirst();
  return (row ?? (await orders.where("checkout_id", "=", checkoutId).executeTakeFirst()))?.number;
}
