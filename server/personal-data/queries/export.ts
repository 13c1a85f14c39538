import type { Db, Tables } from "../../db/tables.ts";
import type { SubjectRecords } from "./subject.ts";

type Rows = readonly Record<string, unknown>[];

/** The rows of a table in which a column has one of these values; none without values. */
const rowsBy = async (db: Db, table: keyof Tables, column: string, values: readonly string[]): Promise<Rows> =>
  values.length === 0
    ? []
    : ((await db
        .selectFrom(table as "session")
        .selectAll()
        .where(column as "customer_id", "in", values)
        .execute()) as unknown as Rows);

/** The rows without these columns, which are secret or say nothing about the person. */
const omitColumns = (rows: Rows, ...columns: readonly string[]): Rows =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))));

/** Reviews by the account, and reviews that a guest wrote about orders. */
const reviewsOf = async (db: Db, customerId: string | undefined, orderIds: readonly string[]): Promise<Rows> => {
  const rows = [
    ...(await rowsBy(db, "review", "customer_id", customerId === undefined ? [] : [customerId])),
    ...(await rowsBy(db, "review", "order_id", orderIds)),
  ];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
};

/** Events of orders. The note of a changed email may name the address of somebody else. */
const eventsOf = async (db: Db, orderIds: readonly string[]): Promise<Rows> =>
  (await rowsBy(db, "order_event", "order_id", orderIds)).map((row) =>
    row.kind === "email changed" ? { ...row, note: "" } : row,
  );

/** All stored data of a person, by table; hashes, keys and ids of browsers are left out. */
export async function personalRows(
  db: Db,
  { customerId, email, orders, checkoutIds }: SubjectRecords,
): Promise<Record<string, Rows>> {
  const account = customerId === undefined ? [] : [customerId];
  const orderIds = orders.map(({ id }) => id);
  const rowsWhere = (table: keyof Tables, column: string, values: readonly string[]) => rowsBy(db, table, column, values);
  return {
    account: omitColumns(await rowsWhere("customer", "id", account), "password_hash", "email_norm", "demo", "signed_out_at"),
    formerEmails: omitColumns(await rowsWhere("former_email", "customer_id", account), "id", "customer_id", "email_norm"),
    addresses: omitColumns(await rowsWhere("customer_address", "customer_id", account), "customer_id"),
    notes: omitColumns(await rowsWhere("customer_note", "customer_id", account), "id", "customer_id", "actor"),
    tags: omitColumns(await rowsWhere("customer_tag", "person", [...account, ...(email ? [email] : [])]), "person", "tag"),
    favorites: omitColumns(await rowsWhere("favourite", "customer_id", account), "customer_id"),
    reviews: omitColumns(await reviewsOf(db, customerId, orderIds), "customer_id"),
    signedInDevices: omitColumns(
      await rowsWhere("session", "customer_id", account),
      "token_hash",
      "customer_id",
      "visitor",
      "device",
    ),
    knownDevices: omitColumns(await rowsWhere("known_device", "customer_id", account), "secret_hash", "customer_id"),
    signInAccounts: omitColumns(await rowsWhere("social_link", "customer_id", account), "customer_id"),
    passkeys: omitColumns(
      await rowsWhere("passkey", "subject_id", account),
      "id",
      "subject_id",
      "subject_kind",
      "public_key",
      "counter",
    ),
    authenticatorApp: omitColumns(
      await rowsWhere("totp", "subject_id", account),
      "secret",
      "last_step",
      "subject_id",
      "subject_kind",
    ),
    authenticatorAppRemoval: omitColumns(await rowsWhere("totp_removal", "customer_id", account), "customer_id"),
    recoveryCodes: omitColumns(await rowsWhere("recovery_code", "subject_id", account), "hash", "subject_id", "subject_kind"),
    securityEvents: omitColumns(await rowsWhere("security_event", "subject_id", account), "id", "subject_id", "subject_kind"),
    orders: omitColumns(await rowsWhere("orders", "id", orderIds), "visitor", "email_norm", "checkout_id", "taken_by"),
    orderAddresses: await rowsWhere("order_address", "order_id", orderIds),
    orderLines: await rowsWhere("order_line", "order_id", orderIds),
    orderEvents: omitColumns(await eventsOf(db, orderIds), "id"),
    shipments: omitColumns(await rowsWhere("order_shipment", "order_id", orderIds), "actor"),
    shippedUnits: await rowsWhere("order_shipment_line", "order_id", orderIds),
    addressRequests: omitColumns(await rowsWhere("address_request", "order_id", orderIds), "asked_event", "decided_event"),
    returns: omitColumns(await rowsWhere("order_return", "order_id", orderIds), "id", "refund_key", "actor"),
    returnRequests: omitColumns(await rowsWhere("return_request", "order_id", orderIds), "asked_event", "decided_event"),
    returnRequestLines: await rowsWhere("return_request_line", "order_id", orderIds),
    refunds: omitColumns(await rowsWhere("order_refund", "order_id", orderIds), "key", "sent_at", "settled_event"),
    checkouts: omitColumns(await rowsWhere("checkout", "id", checkoutIds), "visitor", "quote_id", "copied_from", "taken_by"),
    checkoutAddresses: await rowsWhere("checkout_address", "checkout_id", checkoutIds),
    checkoutLines: omitColumns(await rowsWhere("checkout_line", "checkout_id", checkoutIds), "id"),
    payments: omitColumns(
      await rowsWhere("attempt", "checkout_id", checkoutIds),
      ...["id", "key", "snapshot", "auth_ref", "capture_ref", "lease_until", "refusal"],
    ),
  };
}
