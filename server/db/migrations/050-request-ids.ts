import { type Kysely, sql } from "kysely";

/** A job keeps the id of the request that enqueued it. */
export const requestIdsMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("ALTER TABLE job ADD COLUMN request_id TEXT").execute(db);
  },
});
