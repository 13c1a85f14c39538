import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** SQL of catalog/queries/low-stock.ts, in which 5 is the shop's own number. */
const belowLow = "(on_hand - reserved - COALESCE(low_stock, 5))";

/** The available units at which a variant is low on stock, if they differ from the shop's number. */
export const lowStock = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE variant ADD COLUMN low_stock ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
    await sql`CREATE INDEX variant_by_low_stock ON variant (${sql.raw(belowLow)}, id) WHERE active = 1`.execute(db);
  },
});
