import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE spent_challenge (
  nonce TEXT PRIMARY KEY,
  expires_at INT8 NOT NULL
)`,
  "CREATE INDEX spent_challenge_by_end ON spent_challenge (expires_at)",
];

/** Solved bot checks that were used: each is accepted once, by whichever process. */
export const botCheckMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
