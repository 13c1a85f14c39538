import { sql } from "kysely";
import { begins, beginsInLowerCase } from "../../db/begins.ts";
import { idsBeginning } from "../../db/search-text.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";

const columns = ["id", "email", "first_name", "last_name", "created_at", "disabled_at", "email_verified", "demo"] as const;
export type ListedCustomer = Pick<Row<"customer">, (typeof columns)[number]>;

/** At most this many matching accounts are read; with more matches, the newest may be missing. */
const mostAlike = 200;
/**
 * Up to `limit` ids of accounts whose email or name begins with a text in lower case, in any order.
 * Reads only indexes.
 */
const alike = (db: Db, text: string, limit: number) => {
  const customers = db
    .selectFrom("customer")
    .select("id")
    .where((eb) => {
      const email = begins(db, eb.ref("email_norm"), text);
      if (text.includes("@")) return email;
      const names = [eb.ref("last_name"), sql`first_name || ' ' || last_name`];
      return eb.or([email, ...names.map((name) => beginsInLowerCase(db, name, foldedText(text)))]);
    })
    .limit(limit);
  const folded = idsBeginning(db, "customer", foldedText(text)).limit(limit);
  return db
    .selectFrom(customers.as("alike"))
    .select("alike.id")
    .union(db.selectFrom(folded.as("folded")).select("folded.id"));
};

/** One account of the list. */
export const findListedCustomer = (reader: Db | Tx, id: string): Promise<ListedCustomer | undefined> =>
  reader.selectFrom("customer").select(columns).where("id", "=", id).executeTakeFirst();

/** Accounts of the list (up to 500), by id. */
export async function findListedCustomers(db: Db, ids: readonly string[]): Promise<Map<string, ListedCustomer>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("customer").select(columns).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Accounts whose email or name begins with a text in lower case, the newest first. Reads only
 * indexes.
 */
export const findCustomersBeginning = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> =>
  db
    .selectFrom("customer")
    .select(columns)
    .where("id", "in", alike(db, text, mostAlike))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
