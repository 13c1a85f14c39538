import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Until when a decision of the staff on a payment under review is being sent to the gateway. */
export const reviewedPayments = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE attempt ADD COLUMN review_until ${sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT")}`.execute(db);
  },
});
