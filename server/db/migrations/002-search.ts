import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { postgresSearch } from "./002-search/postgres.ts";
import { sqliteSearch } from "./002-search/sqlite.ts";

/**
 * The full-text index of the goods, each engine's own. Triggers keep it, so that no writer may
 * forget it.
 */
export const searchMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of engine === "sqlite" ? sqliteSearch : postgresSearch) await sql.raw(text).execute(db);
  },
});
