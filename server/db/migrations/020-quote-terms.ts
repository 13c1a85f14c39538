import { type Kysely, sql } from "kysely";

/**
 * What a quote names besides the total, as JSON; null for one that the last release gave, which
 * names its total alone.
 */
export const quoteTermsMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE quote ADD COLUMN terms TEXT`.execute(db);
  },
});
