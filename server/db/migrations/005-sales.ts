import { type Kysely, sql } from "kysely";

/** An index for recent sales: they are counted every hour from a variant's latest movements. */
export const salesMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX stock_movement_by_time ON stock_movement (variant_id, at)`.execute(db);
    await sql`DROP INDEX stock_movement_by_variant`.execute(db);
  },
});
