import type { AddressColumns } from "../../db/column-types.ts";
import type { AddressKind, Row, Tx } from "../../db/tables.ts";

type EmailColumns = Pick<Row<"orders">, "email" | "email_norm" | "customer_id">;

export const updateEmail = (tx: Tx, orderId: string, columns: EmailColumns) =>
  tx.updateTable("orders").set(columns).where("id", "=", orderId).execute();

/** Changes columns of one of an order's addresses. */
export const updateAddress = (
  tx: Tx,
  orderId: string,
  kind: AddressKind,
  columns: Partial<Record<keyof AddressColumns, string>>,
) => tx.updateTable("order_address").set(columns).where("order_id", "=", orderId).where("kind", "=", kind).execute();
