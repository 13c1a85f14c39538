import { type Kysely, sql } from "kysely";

/**
 * What a variant sold lately is counted every hour: by its latest movements, not by all that it
 * ever had.
 */
export const salesMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX stock_movement_by_time ON stock_movement (variant_id, at)`.execute(db);
    await sql`DROP INDEX stock_movement_by_variant`.execute(db);
  },
});
