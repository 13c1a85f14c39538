import { type Kysely, sql } from "kysely";

/** The few orders that the staff took on the phone are listed without reading all. */
export const ordersByPhoneMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX orders_by_phone ON orders (number) WHERE taken_by IS NOT NULL`.execute(db);
  },
});
