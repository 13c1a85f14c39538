import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Files of the last builds, for a shop of several machines. `packed` is a file with its compressed
 * forms (web/assets/packed.ts).
 */
const tables = [
  `CREATE TABLE asset (
  path TEXT NOT NULL PRIMARY KEY,
  packed BYTES NOT NULL
)`,
  `CREATE TABLE asset_build (
  build TEXT NOT NULL PRIMARY KEY,
  served_at INT8 NOT NULL
)`,
  `CREATE TABLE asset_build_file (
  build TEXT NOT NULL REFERENCES asset_build (build),
  path TEXT NOT NULL REFERENCES asset (path),
  PRIMARY KEY (build, path)
)`,
  "CREATE INDEX asset_build_file_by_path ON asset_build_file (path)",
];

/** Adds empty tables; the engines differ in the types of their columns. SQLite's stay empty. */
export const assetsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, bytes, strict] = engine === "sqlite" ? ["INTEGER", "BLOB", " STRICT"] : ["BIGINT", "BYTEA", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer).replaceAll("BYTES", bytes)).execute(db);
    }
  },
});
