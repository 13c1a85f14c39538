import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** Made again with all that the staff's lists and their first page ask of them, so that no row is read for it. */
const wider: Readonly<Record<string, string>> = {
  orders_by_state: "orders (state, placed_at, total)",
  orders_by_email: "orders (email_norm, placed_at, number)",
};

/**
 * A part of a name is looked for in all names of an index. PostgreSQL reads no row where the index has the
 * column too that its expression is made of.
 */
const names: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  sqlite: { order_address_by_full_name: "order_address (lower(first_name || ' ' || last_name), order_id)" },
  postgres: { product_listed_by_name: "product (lower(name), id) INCLUDE (name)" },
};

/** Indexes for lists, and away with one that another equals. */
export const listIndexesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, on] of Object.entries({ ...wider, ...names[engine] })) {
      await sql.raw(`DROP INDEX ${name}`).execute(db);
      await sql.raw(`CREATE INDEX ${name} ON ${on}`).execute(db);
    }
    await sql.raw("DROP INDEX product_by_any_name").execute(db);
  },
});
