import { type Kysely, sql } from "kysely";

/**
 * The checkout that an abandoned one's lines were moved into at a sign-in (decisions §5). Only an
 * abandoned checkout has one, and it never opens again: so successors cannot form a circle.
 */
export const checkoutSuccessorsMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE checkout ADD COLUMN successor_id TEXT REFERENCES checkout(id)
      CHECK (successor_id IS NULL OR state = 'abandoned')`.execute(db);
    // At a sign-in the browser's orders follow its new visitor id.
    await sql`CREATE INDEX orders_by_visitor ON orders (visitor) WHERE visitor IS NOT NULL`.execute(db);
  },
});
