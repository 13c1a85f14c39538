import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Columns for why an order is on hold, and for when the gateway began to review a payment. */
export const holds = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE orders ADD COLUMN hold_reason TEXT`.execute(db);
    await sql`CREATE INDEX orders_on_hold ON orders (number) WHERE hold_reason IS NOT NULL`.execute(db);
    await sql`ALTER TABLE attempt ADD COLUMN held_at ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
    await sql`UPDATE attempt SET held_at = updated_at WHERE state = 'held'`.execute(db);
  },
});
