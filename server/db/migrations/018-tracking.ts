import { type Kysely, sql } from "kysely";

/** Who carries an order and under which number; null where the owner did not say. */
export const trackingMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE orders ADD COLUMN carrier TEXT`.execute(db);
    await sql`ALTER TABLE orders ADD COLUMN tracking TEXT`.execute(db);
  },
});
