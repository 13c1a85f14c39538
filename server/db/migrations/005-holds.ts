import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Why an order is not to be packed for now, and since when the gateway has reviewed a payment. */
export const holds = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE orders ADD COLUMN hold_reason TEXT`.execute(db);
    await sql`CREATE INDEX orders_on_hold ON orders (number) WHERE hold_reason IS NOT NULL`.execute(db);
    await sql`ALTER TABLE attempt ADD COLUMN held_at ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
  },
});
