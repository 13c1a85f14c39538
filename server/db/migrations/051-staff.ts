import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL,
  password_hash TEXT,
  created_at INT8 NOT NULL,
  signed_out_at INT8 NOT NULL DEFAULT 0,
  removed_at INT8
)`,
  // A removed person keeps the row, which histories name, and may be added again under the same email.
  "CREATE UNIQUE INDEX staff_by_email ON staff (email) WHERE removed_at IS NULL",
  `CREATE TABLE staff_session (
  token_hash TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  created_at INT8 NOT NULL,
  used_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  authenticated_at INT8 NOT NULL,
  network TEXT NOT NULL,
  agent TEXT NOT NULL
)`,
  "CREATE INDEX staff_session_by_staff ON staff_session (staff_id)",
  "CREATE INDEX staff_session_by_end ON staff_session (expires_at)",
  `CREATE TABLE audit_entry (
  id TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  record_kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  action TEXT NOT NULL,
  before TEXT,
  after TEXT,
  request_id TEXT NOT NULL,
  at INT8 NOT NULL,
  erased_at INT8
)`,
  "CREATE INDEX audit_entry_by_record ON audit_entry (record_kind, record_id, at, id)",
  "CREATE INDEX audit_entry_by_time ON audit_entry (at, id)",
];

const columns = ["id", "actor", "record_kind", "record_id", "action", "request_id", "at"];

/** Erasure empties what a record was and became, once and for good; nothing else changes a row. */
const isErasure = (is: string) =>
  [
    "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.before IS NULL AND NEW.after IS NULL",
    ...columns.map((column) => `NEW.${column} ${is} OLD.${column}`),
  ].join(" AND ");

const words = "an audit entry is written once";
const refusal = `BEGIN SELECT RAISE(ABORT, '${words}'); END`;

const sqlite = [
  `CREATE TRIGGER audit_entry_kept_update BEFORE UPDATE ON audit_entry WHEN NOT (${isErasure("IS")}) ${refusal}`,
  `CREATE TRIGGER audit_entry_kept_delete BEFORE DELETE ON audit_entry ${refusal}`,
  // INSERT OR REPLACE deletes a row without the trigger above.
  `CREATE TRIGGER audit_entry_kept_replace BEFORE INSERT ON audit_entry
   WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = NEW.id OR rowid = NEW.rowid) ${refusal}`,
];

const postgres = [
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$`,
  `CREATE TRIGGER audit_entry_kept_update BEFORE UPDATE ON audit_entry
   FOR EACH ROW WHEN (NOT (${isErasure("IS NOT DISTINCT FROM")})) EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER audit_entry_kept_delete BEFORE DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER audit_entry_kept_truncate BEFORE TRUNCATE ON audit_entry
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];

/** The owner's people, their sessions, and what they changed: entries are only added. */
export const staffMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
