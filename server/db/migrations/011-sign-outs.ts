import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** When all of a customer's sessions last ended: a sign-in that began before is refused. */
export const signOutsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    await sql.raw(`ALTER TABLE customer ADD COLUMN signed_out_at ${integer} NOT NULL DEFAULT 0`).execute(db);
  },
});
