import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** The page of a gateway on which a shopper pays, and how long the payment is waited for. */
export const hostedPages = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE attempt ADD COLUMN page TEXT`.execute(db);
    await sql`ALTER TABLE attempt ADD COLUMN hold_until ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
  },
});
