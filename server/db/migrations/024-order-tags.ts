import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** The tags that the staff give to orders. */
export const orderTags: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE TABLE order_tag (
      order_id TEXT NOT NULL REFERENCES orders(id),
      tag TEXT NOT NULL,
      PRIMARY KEY (order_id, tag)
    )`.execute(db);
    await sql`CREATE INDEX order_tag_by_tag ON order_tag (tag, order_id)`.execute(db);
  },
};
