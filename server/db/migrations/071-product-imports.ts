import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE product_import (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  request_id TEXT NOT NULL,
  name TEXT NOT NULL,
  size INT8 NOT NULL DEFAULT 0,
  options TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL,
  slot INT8 UNIQUE CHECK (slot = 1),
  format TEXT NOT NULL DEFAULT '',
  total INT8 NOT NULL DEFAULT 0,
  position INT8 NOT NULL DEFAULT 0,
  round INT8 NOT NULL DEFAULT 0,
  findings TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  failure TEXT NOT NULL DEFAULT '',
  created_at INT8 NOT NULL,
  began_at INT8,
  ended_at INT8
)`,
  "CREATE INDEX product_import_by_time ON product_import (created_at, id)",
  `CREATE TABLE product_import_part (
  import_id TEXT NOT NULL REFERENCES product_import (id),
  position INT8 NOT NULL,
  bytes BYTES NOT NULL,
  PRIMARY KEY (import_id, position)
)`,
  `CREATE TABLE product_import_line (
  import_id TEXT NOT NULL REFERENCES product_import (id),
  step TEXT NOT NULL,
  number INT8 NOT NULL,
  kind TEXT NOT NULL,
  line INT8,
  product TEXT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (import_id, step, number)
)`,
  // How far an action on records is whose ids are texts.
  "ALTER TABLE staff_bulk_run ADD COLUMN mark TEXT",
  // What one request has changed can be undone together.
  "CREATE INDEX audit_entry_by_request ON audit_entry (request_id, id)",
];

/** Product files that the staff upload, and actions on many products. */
export const productImportsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, bytes, strict] = engine === "sqlite" ? ["INTEGER", "BLOB", " STRICT"] : ["BIGINT", "BYTEA", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer).replaceAll("BYTES", bytes)).execute(db);
    }
  },
});
