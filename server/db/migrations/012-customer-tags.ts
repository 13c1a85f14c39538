import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Tags of customers: of accounts by their ids, and of guests by their normalised emails. */
export const customerTags = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const strict = sql.raw(engine === "sqlite" ? " STRICT" : "");
    await sql`CREATE TABLE customer_tag (
      person TEXT NOT NULL,
      tag TEXT NOT NULL,
      label TEXT NOT NULL,
      PRIMARY KEY (person, tag)
    )${strict}`.execute(db);
    await sql`CREATE INDEX customer_tag_by_tag ON customer_tag (tag, person)`.execute(db);
  },
});
