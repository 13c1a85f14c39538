import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** Values that may be a person's; erasure empties them, and nothing else changes a row. */
const personal = ["network", "agent", "detail"];
const columns = ["id", "subject_kind", "subject_id", "kind", "actor", "actor_id", "request_id", "at"];

const tables = [
  `CREATE TABLE security_event (
  id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('customer','owner','staff','shop')),
  actor_id TEXT,
  network TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '',
  request_id TEXT NOT NULL,
  at INT8 NOT NULL,
  erased_at INT8
)`,
  "CREATE INDEX security_event_by_subject ON security_event (subject_kind, subject_id, at, id)",
  "CREATE INDEX security_event_by_age ON security_event (at) WHERE erased_at IS NULL",
];

const isErasure = (is: string) =>
  [
    "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL",
    ...personal.map((column) => `NEW.${column} = ''`),
    ...columns.map((column) => `NEW.${column} ${is} OLD.${column}`),
  ].join(" AND ");

const words = "a security event is written once";
const refusal = `BEGIN SELECT RAISE(ABORT, '${words}'); END`;

const sqlite = [
  `CREATE TRIGGER security_event_kept_update BEFORE UPDATE ON security_event WHEN NOT (${isErasure("IS")}) ${refusal}`,
  `CREATE TRIGGER security_event_kept_delete BEFORE DELETE ON security_event ${refusal}`,
  // INSERT OR REPLACE deletes a row without the trigger above.
  `CREATE TRIGGER security_event_kept_replace BEFORE INSERT ON security_event
   WHEN EXISTS (SELECT 1 FROM security_event WHERE id = NEW.id OR rowid = NEW.rowid) ${refusal}`,
];

const postgres = [
  `CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$`,
  `CREATE TRIGGER security_event_kept_update BEFORE UPDATE ON security_event
   FOR EACH ROW WHEN (NOT (${isErasure("IS NOT DISTINCT FROM")})) EXECUTE FUNCTION refuse_event_change()`,
  `CREATE TRIGGER security_event_kept_delete BEFORE DELETE ON security_event FOR EACH ROW EXECUTE FUNCTION refuse_event_change()`,
  `CREATE TRIGGER security_event_kept_truncate BEFORE TRUNCATE ON security_event
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()`,
];

/**
 * What happened to an account. Rows are only added: triggers refuse every other change except the
 * erasure of a row's personal values, once and for good.
 */
export const securityEventsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
