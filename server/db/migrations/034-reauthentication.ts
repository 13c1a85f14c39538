import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * When a session's customer last gave a proof: null in one that the last release began, whose
 * sign-in was the only one. A social sign-in may confirm a session instead of beginning one.
 */
export const reauthenticationMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    await sql.raw(`ALTER TABLE session ADD COLUMN authenticated_at ${integer}`).execute(db);
    await sql.raw("ALTER TABLE social_start ADD COLUMN confirms TEXT").execute(db);
  },
});
