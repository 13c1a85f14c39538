import { type Kysely, sql } from "kysely";

/** Payments without an order whose money went back, by their age: their personal data ends as that of declined ones. */
export const returnedPaymentsMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX attempt_returned ON attempt (updated_at)
      WHERE erased_at IS NULL AND refusal IS NOT NULL AND state IN ('voided','refunded')`.execute(db);
  },
};
