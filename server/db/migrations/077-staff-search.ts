import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** What the staff's search looks for by its beginning, by index name: table and expression. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  customer_by_last_name: ["customer", "lower(last_name)"],
  customer_by_full_name: ["customer", "lower(first_name || ' ' || last_name)"],
  order_address_by_last_name: ["order_address", "lower(last_name)"],
  order_address_by_full_name: ["order_address", "lower(first_name || ' ' || last_name)"],
};

/** SQLite has indexes of these that serve; PostgreSQL's are in the order of its language. */
const others: Readonly<Record<string, readonly [string, string]>> = {
  customer_by_email_start: ["customer", "email_norm"],
  orders_by_email_start: ["orders", "email_norm"],
  product_by_name_start: ["product", "lower(name)"],
  product_by_slug_start: ["product", "slug"],
  variant_by_sku_start: ["variant", "lower(sku)"],
};

/** Finds orders, customers and products by how a name, an email, an address or a SKU begins. */
export const staffSearchMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const indexes = Object.entries(engine === "sqlite" ? names : { ...names, ...others });
    for (const [index, [table, text]] of indexes) {
      const by = engine === "sqlite" ? text : `(${text}) text_pattern_ops`;
      await sql.raw(`CREATE INDEX ${index} ON ${table} (${by})`).execute(db);
    }
  },
});
