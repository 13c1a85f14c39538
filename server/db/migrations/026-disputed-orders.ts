import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** An index of the few events that say that an order's payment is disputed. */
export const disputedOrders: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX order_event_disputed ON order_event (order_id, at) WHERE kind = 'payment disputed'`.execute(db);
  },
};
