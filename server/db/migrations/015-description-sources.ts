import { type Kysely, sql } from "kysely";

/**
 * Which raw text a description was made from, and by which rules (catalog/description.ts); null
 * where it is not known.
 */
export const descriptionSourcesMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE product ADD COLUMN description_source TEXT`.execute(db);
  },
});
