import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * What a program must know to run on this schema (schema-requirements.ts): a row for each migration
 * that took something away, with the migration since which programs do without it.
 */
const table = `CREATE TABLE schema_requirement (
  migration TEXT NOT NULL PRIMARY KEY,
  needs TEXT NOT NULL
)`;

/** Adds an empty table. */
export const schemaRequirementsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(engine === "sqlite" ? `${table} STRICT` : table).execute(db);
  },
});
