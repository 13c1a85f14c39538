import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { postgresPageChanges } from "./046-page-changes/postgres.ts";
import { sqlitePageChanges } from "./046-page-changes/sqlite.ts";

/**
 * Triggers record which subject of cached pages a change touches, whoever wrote, beside the version
 * and the notice by which the last release learns that something has. They take the place of those
 * that told of no subject.
 */
export const pageChangesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of engine === "sqlite" ? sqlitePageChanges : postgresPageChanges) await sql.raw(text).execute(db);
  },
});
