import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Until when somebody of the staff is ending the review of a payment. */
export const reviewedPayments = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE attempt ADD COLUMN review_until ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
  },
});
