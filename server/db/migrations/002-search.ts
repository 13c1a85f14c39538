import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { postgresSearch } from "./002-search/postgres.ts";
import { sqliteSearch } from "./002-search/sqlite.ts";

/**
 * The full-text index of products, each engine's own. Triggers keep it up to date, whoever writes.
 */
export const searchMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of engine === "sqlite" ? sqliteSearch : postgresSearch) await sql.raw(text).execute(db);
  },
});
