import { normaliseEmail } from "../../customers/rules/email.ts";
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

type Leaving = { customerId?: string | undefined; orderIds: readonly string[] };

/** Those of these emails that neither an account nor a guest's order has, but for the leaving ones. */
export async function emailsOfNobody(
  reader: Db | Tx,
  emails: readonly string[],
  { customerId = "", orderIds }: Leaving,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const guests = reader
    .selectFrom("orders")
    .select("email_norm")
    .where("email_norm", "in", emails)
    .where("customer_id", "is", null)
    .$if(orderIds.length > 0, (query) => query.where("id", "not in", orderIds));
  const accounts = reader.selectFrom("customer").select("email_norm").where("email_norm", "in", emails);
  const rows = await guests.union(accounts.where("id", "<>", customerId)).execute();
  const used = new Set(rows.map(({ email_norm }) => email_norm));
  return emails.filter((email) => !used.has(email));
}

/**
 * Notes once that somebody followed a link that was mailed to the order's email. With `email`, notes
 * nothing if the order has another one by now.
 */
export async function confirmEmail(
  writer: Db | Tx,
  { orderId, email }: { orderId: string; email?: string },
  now: number,
): Promise<void> {
  const unconfirmed = await writer
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("email_confirmed_at", "is", null)
    .executeTakeFirst();
  if (!unconfirmed) return;
  const orders = writer.updateTable("orders").set({ email_confirmed_at: now }).where("id", "=", orderId);
  await orders.$if(email !== undefined, (query) => query.where("email_norm", "=", normaliseEmail(email ?? ""))).execute();
}
