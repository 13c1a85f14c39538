import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE former_email (
  customer_id TEXT NOT NULL REFERENCES customer(id),
  email_norm TEXT NOT NULL,
  email TEXT NOT NULL,
  until INT8 NOT NULL,
  PRIMARY KEY (customer_id, email_norm)
)`,
  "CREATE INDEX former_email_by_address ON former_email (email_norm)",
];

const sqlite = [
  "DROP INDEX one_time_token_by_subject",
  "ALTER TABLE one_time_token ADD COLUMN any_kind TEXT NOT NULL DEFAULT ''",
  "UPDATE one_time_token SET any_kind = kind",
  "ALTER TABLE one_time_token DROP COLUMN kind",
  "ALTER TABLE one_time_token RENAME COLUMN any_kind TO kind",
  "CREATE INDEX one_time_token_by_subject ON one_time_token (kind, subject)",
];

const postgres = ["ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_kind_check"];

/**
 * The addresses that customers have left, for as long as a link mailed there undoes it. Kinds of
 * one-time tokens are no longer listed by a CHECK: `OneTimeTokenTable` lists them, and each new one
 * would have the table written anew.
 */
export const undoLinksMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
