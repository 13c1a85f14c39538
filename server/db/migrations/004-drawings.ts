import { type Kysely, sql } from "kysely";

/**
 * A drawing is made into a photograph only where goods show it: whoever asks for one names it by
 * its key.
 */
export const drawingsMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX product_media_by_key ON product_media (key)`.execute(db);
  },
});
