import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** The tag of the customers whom a promo is for; empty: everybody. */
export const promosForTags: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE promo ADD COLUMN customer_tag TEXT NOT NULL DEFAULT ''`.execute(db);
  },
};
