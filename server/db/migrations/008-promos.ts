import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Columns for promos that apply without a code, and for the names that shoppers see. */
export const automaticPromos = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    await sql`ALTER TABLE promo ADD COLUMN automatic ${integer} NOT NULL DEFAULT 0`.execute(db);
    await sql`ALTER TABLE promo ADD COLUMN name TEXT NOT NULL DEFAULT ''`.execute(db);
    await sql`CREATE INDEX promo_automatic ON promo (starts_at, id) WHERE automatic = 1`.execute(db);
  },
});
