import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Columns for the prices that the staff set, and for the order that an order adds products to. */
export const priceAdjustments: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE checkout ADD COLUMN price_adjustment TEXT`.execute(db);
    await sql`ALTER TABLE checkout ADD COLUMN supplement_of TEXT`.execute(db);
    await sql`ALTER TABLE orders ADD COLUMN discount_reason TEXT`.execute(db);
    await sql`ALTER TABLE orders ADD COLUMN supplement_of TEXT`.execute(db);
    await sql`CREATE INDEX orders_by_parent ON orders (supplement_of) WHERE supplement_of IS NOT NULL`.execute(db);
    await sql`CREATE INDEX checkout_by_parent ON checkout (supplement_of) WHERE supplement_of IS NOT NULL`.execute(db);
  },
};
