import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** The SQL expression of catalog/queries/low-stock.ts; 5 is the shop's threshold. */
const belowLow = "(on_hand - reserved - COALESCE(low_stock, 5))";

/** A variant's own low-stock threshold in available units; null: the shop's threshold. */
export const lowStock = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE variant ADD COLUMN low_stock ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
    await sql`CREATE INDEX variant_by_low_stock ON variant (${sql.raw(belowLow)}, id) WHERE active = 1`.execute(db);
  },
});
