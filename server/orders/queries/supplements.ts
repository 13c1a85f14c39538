import { sql } from "kysely";
import type { Db, Row, Tx } from "../../db/tables.ts";

/** An order that another adds products to, or that adds products to another. */
export type RelatedOrder = Pick<
  Row<"orders">,
  "id" | "number" | "state" | "cancelation_requested" | "shipment_count" | "is_exchange"
>;

export const relatedColumns = ["id", "number", "state", "cancelation_requested", "shipment_count", "is_exchange"] as const;

/** The orders that add products to an order, the earliest first. */
export const findSupplements = (reader: Db | Tx, orderId: string): Promise<RelatedOrder[]> =>
  reader.selectFrom("orders").select(relatedColumns).where("supplement_of", "=", orderId).orderBy("number").execute();

/** The order with this id, to which other orders add products. */
export const findParent = (reader: Db | Tx, orderId: string) =>
  reader
    .selectFrom("orders")
    .select([...relatedColumns, "customer_id", "email_norm"])
    .where("id", "=", orderId)
    .executeTakeFirst();

/** A column of a query of orders: the number of the order that each one adds products to. */
export const parentNumber = sql<number | null>`(select p.number from orders as p where p.id = orders.supplement_of)`;

/** This order's number, and the numbers of the orders that add to it and that it adds to. */
export const numbersTogether = (number: number) => sql`(
  select o.number from orders as o where o.number = ${number}
  union all select s.number from orders as p join orders as s on s.supplement_of = p.id where p.number = ${number}
  union all select p.number from orders as s join orders as p on p.id = s.supplement_of where s.number = ${number})`;
