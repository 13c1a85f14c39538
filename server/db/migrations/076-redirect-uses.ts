import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** How often each redirect has led somebody on, and when it last did. */
export const redirectUsesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    await sql.raw(`ALTER TABLE page_redirect ADD COLUMN uses ${integer} NOT NULL DEFAULT 0`).execute(db);
    await sql.raw(`ALTER TABLE page_redirect ADD COLUMN used_at ${integer}`).execute(db);
  },
});
