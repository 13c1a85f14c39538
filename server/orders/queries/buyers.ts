import type { Db, Row, Tx } from "../../db/tables.ts";

type Buyer = Pick<Row<"orders">, "customer_id" | "email_norm">;

/**
 * Shipped orders in which this buyer bought the product, the first shipped first. A customer is
 * identified by the account, and a guest by the proven email. Leaves out erased orders.
 */
export async function findOrdersWith(reader: Db | Tx, { customer_id, email_norm }: Buyer, productId: string): Promise<string[]> {
  if (customer_id === null && email_norm === "") return [];
  const shipped = reader
    .selectFrom("orders as o")
    .select("o.id")
    .where("o.state", "=", "fulfilled")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("order_line as l").select("l.id").whereRef("l.order_id", "=", "o.id").where("l.product_id", "=", productId),
      ),
    );
  const ownOrders =
    customer_id === null
      ? shipped.where("o.customer_id", "is", null).where("o.email_norm", "=", email_norm)
      : shipped.where("o.customer_id", "=", customer_id);
  const rows = await ownOrders.orderBy("o.fulfilled_at").orderBy("o.id").limit(100).execute();
  return rows.map(({ id }) => id);
}

type DispatchSpan = { after: number; until: number };

/** Orders shipped in a time span (ms) whose payers were not asked for reviews yet, oldest first. */
export async function findUninvited(tx: Tx, { after, until }: DispatchSpan, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "fulfilled")
    .where("review_invited_at", "is", null)
    .where("fulfilled_at", ">", after)
    .where("fulfilled_at", "<=", until)
    .orderBy("fulfilled_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Marks orders whose buyers are asked for reviews; returns the orders that no other process had
 * marked.
 */
export async function markInvited(tx: Tx, orderIds: readonly string[], now: number): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await tx
    .updateTable("orders")
    .set({ review_invited_at: now })
    .where("id", "in", orderIds)
    .where("review_invited_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
