import { type Kysely, sql } from "kysely";

const columns = [
  // The gateway's references, by which an owner finds a refund or a void there; null for those of earlier releases.
  "ALTER TABLE order_refund ADD COLUMN ref TEXT",
  "ALTER TABLE attempt ADD COLUMN void_ref TEXT",
  // The card that paid for no order, as the gateway names it.
  "ALTER TABLE orphan_authorization ADD COLUMN brand TEXT",
  "ALTER TABLE orphan_authorization ADD COLUMN last4 TEXT",
];

const indexes = [
  "CREATE INDEX order_refund_by_ref ON order_refund (ref) WHERE ref IS NOT NULL",
  "CREATE INDEX attempt_by_capture_ref ON attempt (capture_ref) WHERE capture_ref IS NOT NULL",
  "CREATE INDEX attempt_by_void_ref ON attempt (void_ref) WHERE void_ref IS NOT NULL",
  // The latest decisions first.
  "CREATE INDEX orphan_authorization_by_change ON orphan_authorization (updated_at)",
];

/** An owner looks for an order by what the gateway's dashboard shows of its payment. */
export const gatewayReferencesMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of [...columns, ...indexes]) await sql.raw(text).execute(db);
  },
};
