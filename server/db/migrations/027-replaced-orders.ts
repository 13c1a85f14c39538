import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** A column for the phone order that replaces a canceled order. */
export const replacedOrders: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE orders ADD COLUMN replaced_by TEXT`.execute(db);
    await sql`CREATE INDEX orders_replaced ON orders (replaced_by) WHERE replaced_by IS NOT NULL`.execute(db);
  },
};
