import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** When the database was restored from a backup, in ms, until its payments are compared with the gateway's. */
export const restoredMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    await sql.raw(`ALTER TABLE gateway_sweep ADD COLUMN restored_at ${integer}`).execute(db);
  },
});
