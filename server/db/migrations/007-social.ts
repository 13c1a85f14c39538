import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * Sign-in through other providers: linked accounts, sign-ins that were begun, and those that came
 * back (decisions §5).
 */
const tables = [
  `CREATE TABLE social_link (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  PRIMARY KEY (provider, subject)
)`,
  "CREATE INDEX social_link_by_customer ON social_link (customer_id)",
  `CREATE TABLE social_start (
  state_hash TEXT PRIMARY KEY,
  visitor TEXT NOT NULL,
  place INT8 NOT NULL CHECK (place IN (1, 2)),
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  next TEXT,
  popup TEXT,
  expires_at INT8 NOT NULL
)`,
  "CREATE INDEX social_start_by_end ON social_start (expires_at)",
  `CREATE TABLE social_return (
  visitor TEXT PRIMARY KEY,
  token_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  label TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  email_verified INT8 NOT NULL CHECK (email_verified IN (0, 1)),
  name TEXT NOT NULL,
  gender TEXT NOT NULL,
  birthday TEXT NOT NULL,
  next TEXT,
  popup TEXT,
  customer_id TEXT REFERENCES customer(id),
  expires_at INT8 NOT NULL,
  spent_at INT8
)`,
  "CREATE INDEX social_return_by_end ON social_return (expires_at)",
];

/** Adds empty tables. */
export const socialMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
