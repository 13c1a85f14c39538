import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = ["page_change", "sale_entry", "sale_sum", "sale_sum_mark"];

/**
 * The last release backs up every table of SQLite by its row numbers. Those that have none get a column in
 * their place: that release finds the first rows, and whoever restores them writes the table anew.
 */
export const rowNumbersMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    if (engine !== "sqlite") return;
    for (const table of tables)
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN rowid INTEGER GENERATED ALWAYS AS (1) VIRTUAL`.execute(db);
  },
});
