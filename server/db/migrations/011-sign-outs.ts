import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * When a customer's sessions last ended all at once: a sign-in that began before is worth nothing.
 */
export const signOutsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    await sql.raw(`ALTER TABLE customer ADD COLUMN signed_out_at ${integer} NOT NULL DEFAULT 0`).execute(db);
  },
});
