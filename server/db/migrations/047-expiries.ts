import { type Kysely, sql } from "kysely";

const indexes = [
  "CREATE INDEX session_by_end ON session (expires_at)",
  "CREATE INDEX counted_try_by_age ON counted_try (at)",
  "CREATE INDEX former_email_by_end ON former_email (until)",
  "CREATE INDEX orders_with_visitor ON orders (placed_at) WHERE visitor IS NOT NULL",
  "CREATE INDEX job_failed ON job (run_at) WHERE state = 'failed'",
  "CREATE INDEX job_holding ON job (id) WHERE state = 'done' AND payload <> '{}'",
];

/** What is to expire is found by its time: what does not is not read every hour. */
export const expiriesMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of indexes) await sql.raw(text).execute(db);
  },
});
