import type { AddressColumns } from "../../db/column-types.ts";
import type { AddressKind, Db, Row, Tx } from "../../db/tables.ts";

type EmailColumns = Pick<Row<"orders">, "email" | "email_norm" | "customer_id"> & { email_confirmed_at?: null };

export const updateEmail = (tx: Tx, orderId: string, columns: EmailColumns) =>
  tx.updateTable("orders").set(columns).where("id", "=", orderId).execute();

/** Changes columns of one of an order's addresses. */
export const updateAddress = (
  tx: Tx,
  orderId: string,
  kind: AddressKind,
  columns: Partial<Record<keyof AddressColumns, string>>,
) => tx.updateTable("order_address").set(columns).where("order_id", "=", orderId).where("kind", "=", kind).execute();

/** Stores the time at which somebody first followed a link mailed to the order's email. */
export async function confirmEmail(writer: Db | Tx, orderId: string, now: number): Promise<void> {
  const unconfirmed = await writer
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("email_confirmed_at", "is", null)
    .executeTakeFirst();
  if (unconfirmed) await writer.updateTable("orders").set({ email_confirmed_at: now }).where("id", "=", orderId).execute();
}
