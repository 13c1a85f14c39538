import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { refuseWith } from "./001-base/part.ts";

/** SQL: whether a movement only says that a new variant began without units. */
const isEmptyBeginning = "(OLD.kind = 'initial' AND OLD.units = 0)";

/**
 * Statements by which a movement that moved nothing can be deleted, with its product. All other
 * movements are still kept.
 */
const deletable: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    "DROP TRIGGER stock_movement_kept_DELETE",
    `CREATE TRIGGER stock_movement_kept_DELETE BEFORE DELETE ON stock_movement WHEN NOT ${isEmptyBeginning}
     ${refuseWith("stock_movement is written once")}`,
  ],
  postgres: [
    "DROP TRIGGER stock_movement_kept ON stock_movement",
    `CREATE TRIGGER stock_movement_kept BEFORE UPDATE ON stock_movement
     FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()`,
    `CREATE TRIGGER stock_movement_kept_delete BEFORE DELETE ON stock_movement
     FOR EACH ROW WHEN (NOT ${isEmptyBeginning}) EXECUTE FUNCTION refuse_rewrite()`,
  ],
};

/**
 * Products that are archived, and that can be deleted if nothing ever came of them; and what a unit
 * of a variant costs the shop, in cents.
 */
export const productKeeping = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    await sql`ALTER TABLE product ADD COLUMN archived ${integer} NOT NULL DEFAULT 0`.execute(db);
    await sql`CREATE INDEX product_listed_archived ON product (updated_at, id) WHERE archived = 1`.execute(db);
    await sql`ALTER TABLE variant ADD COLUMN cost ${integer}`.execute(db);
    // The report of the stock reads the index alone.
    await sql`CREATE INDEX variant_in_stock_at_cost ON variant (category_id, on_hand, price, cost) WHERE on_hand > 0`.execute(db);
    for (const statement of deletable[engine]) await sql.raw(statement).execute(db);
  },
});
