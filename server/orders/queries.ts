import { sql } from "kysely";
import { toColumns } from "../customers/address-columns.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import { compiled } from "../db/compiled.ts";
import { insertion } from "../db/insertion.ts";
import type { AddressKind, Db, NewRow, Row, Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import type { Entry } from "./rules/ledger.ts";
import type { OrderSnapshot } from "./snapshot.ts";

/**
 * The next order number. Numbers are unique and never used again. A rolled back order leaves no
 * gap; a voided order may leave one (I14).
 */
export async function nextNumber(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable("counter")
    .set((eb) => ({ value: eb("value", "+", 1) }))
    .where("name", "=", "order")
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

const insertOrders = insertion("orders");
const insertLines = insertion("order_line");
const insertAddresses = insertion("order_address");
const insertEntries = insertion("ledger_entry");

/** Inserts an order. Throws if the checkout has one already, or if another order has the number. */
export const insertOrder = (tx: Tx, order: NewRow<"orders">) => insertOrders(tx, [order]);

/**
 * Stores the lines in the snapshot's order, with names and prices (cents) at the time of the sale.
 */
export const insertOrderLines = (tx: Tx, snapshot: OrderSnapshot, now: number) =>
  insertLines(
    tx,
    snapshot.lines.map((line, position) => ({
      id: newRowId(),
      order_id: snapshot.orderId,
      position,
      product_id: line.productId,
      variant_id: line.variantId,
      product_slug: line.productSlug,
      product_name: line.productName,
      variant_name: line.variantName,
      picture: line.picture,
      quantity: line.quantity,
      gift: line.gift ? 1 : 0,
      unit_price: line.unitPrice,
      discount: line.discount,
      tax: line.tax,
      tax_ppm: line.taxPpm ?? null,
      net: line.net,
      sold_at: now,
    })),
  );

/**
 * Stores copies of the addresses, so later changes of the customer's addresses do not affect the
 * order.
 */
export const insertOrderAddresses = (tx: Tx, orderId: string, addresses: Record<AddressKind, Address>) =>
  insertAddresses(tx, [
    { order_id: orderId, kind: "shipping", ...toColumns(addresses.shipping) },
    { order_id: orderId, kind: "billing", ...toColumns(addresses.billing) },
  ]);

/** Books an event once: a second booking violates the key of (order, event, account). */
export async function insertLedger(
  tx: Tx,
  orderId: string,
  event: string,
  entries: readonly Entry[],
  now: number,
): Promise<void> {
  const rows = entries.map((entry) => ({ id: newRowId(), order_id: orderId, event, ...entry, at: now }));
  if (rows.length > 0) await insertEntries(tx, rows);
}

const orderRows = compiled((reader, [id = ""]) => reader.selectFrom("orders").selectAll().where("id", "=", id));
const linesOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("position"),
);
const addressesOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("order_address").selectAll().where("order_id", "=", orderId),
);
const ledgerOf = compiled((reader, [orderId = ""]) =>
  reader.selectFrom("ledger_entry").select(["event", "account", "amount"]).where("order_id", "=", orderId),
);

/** An order in any state. The caller checks who may see it. */
export const findOrderRow = async (reader: Db | Tx, id: string): Promise<Row<"orders"> | undefined> =>
  (await orderRows(reader, [id]))[0];

/** An order's lines by position, including gifts. */
export const findOrderLines = (reader: Db | Tx, orderId: string): Promise<Row<"order_line">[]> => linesOf(reader, [orderId]);

/**
 * The lines of several orders, by order and position, including gifts. `orderIds` may not be empty.
 */
export const findAllLines = (reader: Db | Tx, orderIds: readonly string[]): Promise<Row<"order_line">[]> =>
  reader.selectFrom("order_line").selectAll().where("order_id", "in", orderIds).orderBy("order_id").orderBy("position").execute();

/** The shipping and the billing address, in any order. */
export const findOrderAddresses = (reader: Db | Tx, orderId: string): Promise<Row<"order_address">[]> =>
  addressesOf(reader, [orderId]);

/** Ledger entries in cents, debits positive and credits negative; in any order. */
export const findLedger = (reader: Db | Tx, orderId: string) => ledgerOf(reader, [orderId]);

const verifiedRows = compiled((reader, [emailNorm = ""]) =>
  reader
    .selectFrom("customer")
    .select("id")
    .where("email_norm", "=", emailNorm)
    .where("email_verified", "=", sql.lit(1))
    .where("disabled_at", "is", null),
);

/** The customer with this verified email, who gets a guest's order placed with it. */
export const findVerifiedCustomer = async (tx: Tx, emailNorm: string): Promise<string | undefined> =>
  (await verifiedRows(tx, [emailNorm]))[0]?.id;

/** Gives a customer the guest orders with the customer's own, verified email. */
export async function attachOrdersToCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ customer_id: customerId })
    .where("customer_id", "is", null)
    .where("email_norm", "=", (eb) =>
      eb
        .selectFrom("customer")
        .select("email_norm")
        .where("id", "=", customerId)
        .where("email_verified", "=", 1)
        .where("disabled_at", "is", null),
    )
    .execute();
}

/** Returns true to only one caller, who may report the purchase (I12). */
export async function markReported(db: Db, orderId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("orders")
    .set({ reported_at: now })
    .where("id", "=", orderId)
    .where("reported_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The order with this number and this normalised email. */
export const findOrderByNumber = (reader: Db | Tx, number: number, emailNorm: string) =>
  reader
    .selectFrom("orders")
    .select(["id", "number", "email"])
    .where("number", "=", number)
    .where("email_norm", "=", emailNorm)
    .executeTakeFirst();

/** How many orders a customer has placed, including canceled ones. */
export async function countOrders(reader: Db | Tx, customerId: string): Promise<number> {
  const { count } = await reader
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of a customer's orders, the latest first. */
export const findCustomerOrders = (reader: Db | Tx, customerId: string, { limit, offset }: { limit: number; offset: number }) =>
  reader
    .selectFrom("orders")
    .select(["id", "number", "state", "cancelation_requested", "shipment_count", "total", "placed_at"])
    .where("customer_id", "=", customerId)
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(limit)
    .offset(offset)
    .execute();

/** Each order's lines by position, including gifts. `orderIds` may not be empty. */
export const findLinesOfOrders = (reader: Db | Tx, orderIds: readonly string[]) =>
  reader
    .selectFrom("order_line")
    .select(["order_id", "variant_id", "product_name", "picture", "quantity"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("position")
    .execute();

/** The ledger entries of several orders, each with its order. `orderIds` may not be empty. */
export const findLedgersOfOrders = (reader: Db | Tx, orderIds: readonly string[]) =>
  reader
    .selectFrom("ledger_entry")
    .select(["order_id", "event", "account", "amount"])
    .where("order_id", "in", orderIds)
    .execute();
