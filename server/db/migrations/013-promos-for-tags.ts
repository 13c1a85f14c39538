import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** The customers' tag that a promo is for; empty: it is for everybody. */
export const promosForTags: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE promo ADD COLUMN customer_tag TEXT NOT NULL DEFAULT ''`.execute(db);
  },
};
