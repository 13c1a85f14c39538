import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Browsers that have signed in to an account before, by the hash of a cookie's secret; and of each
 * session the browser that it was issued to, none for sessions of an earlier release.
 */
const changes = [
  `CREATE TABLE known_device (
  secret_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  used_at INT8 NOT NULL
)`,
  "CREATE INDEX known_device_by_customer ON known_device (customer_id)",
  "CREATE INDEX known_device_by_use ON known_device (used_at)",
  "ALTER TABLE session ADD COLUMN visitor TEXT",
  "ALTER TABLE session ADD COLUMN device TEXT",
];

/** Adds an empty table and two columns. */
export const knownDevicesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of changes) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
