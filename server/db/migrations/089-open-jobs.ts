import { type Kysely, sql } from "kysely";

/** What is not done is looked for once a minute: without an index each process would read the whole table, which keeps what is done for a month. */
export const openJobsMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX job_open ON job (created_at, id) WHERE state <> 'done'`.execute(db);
  },
};
