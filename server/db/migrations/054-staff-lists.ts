import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const texts = [
  `CREATE TABLE staff_view (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  created_at INT8 NOT NULL
)`,
  "CREATE UNIQUE INDEX staff_view_by_name ON staff_view (staff_id, list, name)",
  `CREATE TABLE staff_bulk_run (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  selection TEXT NOT NULL,
  position INT8,
  done INT8 NOT NULL DEFAULT 0,
  refused INT8 NOT NULL DEFAULT 0,
  refusals TEXT NOT NULL DEFAULT '[]',
  created_at INT8 NOT NULL,
  finished_at INT8
)`,
];

/** Views of lists that somebody of the staff has saved, and what they did to many records at once. */
export const staffListsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of texts) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
