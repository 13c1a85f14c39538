import { type Kysely, sql } from "kysely";

/**
 * A lane finds its waiting jobs, and a payment its promo's use, without reading those that are done:
 * by the unique keys, SQLite read every job of a kind that was ever enqueued.
 */
export const workFoundMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX job_waiting_of_kind ON job (kind, run_at) WHERE state = 'waiting'`.execute(db);
    await sql`CREATE INDEX promo_redemption_of_checkout ON promo_redemption (checkout_id)`.execute(db);
  },
});
