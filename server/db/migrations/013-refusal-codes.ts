import { type Kysely, sql } from "kysely";

/** The only words there were for a declined card. Every other text meant an unexpected error. */
const declined = "Your card was declined. Check its details or use another card.";

/**
 * Why an attempt ended without an order, as a code (outcome.ts). `refusal` keeps the words for one
 * release more: the last one must run on this schema.
 */
export const refusalCodesMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE attempt ADD COLUMN refusal_code TEXT`.execute(db);
    await sql`UPDATE attempt SET refusal_code = CASE refusal WHEN ${declined} THEN 'declined' ELSE 'failed' END
      WHERE refusal IS NOT NULL`.execute(db);
  },
});
