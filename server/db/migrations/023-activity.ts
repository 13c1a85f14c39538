import { type Kysely, sql } from "kysely";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Indexes for the log of everything that was done: by time, actor, kind, and record. */
export const activity: SchemaMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX order_event_by_time ON order_event (at, id)`.execute(db);
    await sql`CREATE INDEX order_event_by_actor ON order_event (actor, at, id)`.execute(db);
    await sql`CREATE INDEX security_event_by_time ON security_event (at, id)`.execute(db);
    await sql`CREATE INDEX security_event_by_actor ON security_event (actor, actor_id, at, id)`.execute(db);
    await sql`CREATE INDEX audit_entry_by_actor ON audit_entry (actor, at, id)`.execute(db);
    await sql`CREATE INDEX audit_entry_by_kind ON audit_entry (record_kind, at, id)`.execute(db);
    await sql`CREATE INDEX audit_entry_by_id ON audit_entry (record_id, at, id)`.execute(db);
  },
};
