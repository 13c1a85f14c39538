import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * From when a job has been tried, and when the owner was last told that it is overdue: null where
 * neither has happened, or the last release ran it. Finished jobs are found by their date.
 */
export const jobsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    for (const column of ["first_try_at", "told_at"])
      await sql`ALTER TABLE job ADD COLUMN ${sql.ref(column)} ${integer}`.execute(db);
    await sql`CREATE INDEX job_done ON job (done_at) WHERE state = 'done'`.execute(db);
  },
});
