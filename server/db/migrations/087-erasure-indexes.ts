import { type Kysely, sql } from "kysely";

const indexes = [
  "CREATE INDEX order_grant_by_order ON order_grant (order_id)",
  "CREATE INDEX order_token_by_order ON order_token (order_id)",
  "CREATE INDEX audit_entry_to_erase ON audit_entry (record_id) WHERE erased_at IS NULL",
];

/** What is erased with an order is found by it: else each batch of old orders would read these tables whole. */
export const erasureIndexesMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of indexes) await sql.raw(text).execute(db);
  },
};
