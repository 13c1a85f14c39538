import { sql } from "kysely";
import type { Db, Row } from "../../../db/tables.ts";

type NamedRow = { id: string; name: string };

/** The column with the name of a record, by the record's table. */
const columns = {
  promo: "code",
  shipping_zone: "name",
  shipping_method: "name",
  gift_rule: "name",
  payment_means: "name",
  staff_role: "name",
  count_sheet: "name",
  category: "name",
  collection: "name",
  banner: "title",
  review: "title",
  product_import: "name",
  customer: "email",
} as const;

export type NamedTable = keyof typeof columns;

/** The names of these rows of a table. */
export async function findNames(db: Db, table: NamedTable, ids: readonly string[]): Promise<NamedRow[]> {
  const name = sql.ref(columns[table]);
  const { rows } =
    await sql<NamedRow>`SELECT id, ${name} AS name FROM ${sql.table(table)} WHERE id IN (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Variants, sold or not, with their products' names. */
export const findVariantNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["v.id", "p.name as productName", "v.name as variantName", "v.sku"])
    .where("v.id", "in", ids)
    .execute();

/** The emails of the orders with these numbers; an erased order's email is empty. */
export const findEmailsOfOrders = (db: Db, numbers: readonly number[]) =>
  db.selectFrom("orders").select(["number", "email"]).where("number", "in", numbers).execute();

/** Checkouts, each with the number of the order that it became. */
export const findCheckouts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("checkout as c")
    .leftJoin("orders as o", "o.checkout_id", "c.id")
    .select(["c.id", "c.email", "c.state", "o.number"])
    .where("c.id", "in", ids)
    .execute();

export const findBulkRuns = (db: Db, ids: readonly string[]) =>
  db.selectFrom("staff_bulk_run").select(["id", "done"]).where("id", "in", ids).execute();

/** The entries that recorded the removal of these records. */
export const findRemovals = (db: Db, ids: readonly string[]): Promise<Row<"audit_entry">[]> =>
  db
    .selectFrom("audit_entry")
    .selectAll()
    .where("record_id", "in", ids)
    .where("before", "is not", null)
    .where("after", "is", null)
    .execute();
