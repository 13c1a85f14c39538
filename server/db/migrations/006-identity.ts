import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** One-time tokens, stored as hashes: links in mails, custom sign-in tokens. */
const tables = [
  `CREATE TABLE one_time_token (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('verify-email','reset','change-email','sign-up','custom','lookup')),
  subject TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  created_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  used_at INT8
)`,
  "CREATE INDEX one_time_token_by_subject ON one_time_token (kind, subject)",
  "CREATE INDEX one_time_token_by_end ON one_time_token (expires_at)",
];

/** Adds an empty table; the engines differ in the types of its columns. */
export const identityMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
