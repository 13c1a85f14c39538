import { type Kysely, sql } from "kysely";

/** An index to look a key up: only drawings that products show are rendered as JPEG. */
export const drawingsMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX product_media_by_key ON product_media (key)`.execute(db);
  },
});
