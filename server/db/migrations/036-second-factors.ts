import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const subject = `subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL`;

/**
 * Of customers, and of staff: passkeys, the secret of an authenticator app (sealed), recovery codes
 * (hashes), challenges that a browser has yet to answer, and sign-ins that wait for their second
 * step.
 */
const tables = [
  `CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  ${subject},
  relying_party TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INT8 NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INT8 NOT NULL,
  used_at INT8
)`,
  "CREATE INDEX passkey_by_subject ON passkey (subject_kind, subject_id)",
  `CREATE TABLE totp (
  ${subject},
  secret TEXT NOT NULL,
  last_step INT8 NOT NULL DEFAULT 0,
  created_at INT8 NOT NULL,
  confirmed_at INT8,
  PRIMARY KEY (subject_kind, subject_id)
)`,
  `CREATE TABLE recovery_code (
  ${subject},
  hash TEXT NOT NULL,
  used_at INT8,
  PRIMARY KEY (subject_kind, subject_id, hash)
)`,
  `CREATE TABLE passkey_challenge (
  hash TEXT PRIMARY KEY,
  visitor TEXT NOT NULL,
  subject TEXT NOT NULL,
  expires_at INT8 NOT NULL
)`,
  "CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at)",
  `CREATE TABLE pending_sign_in (
  visitor TEXT PRIMARY KEY,
  ${subject},
  way TEXT NOT NULL,
  favourites TEXT NOT NULL,
  at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  tries INT8 NOT NULL DEFAULT 0
)`,
  "CREATE INDEX pending_sign_in_by_end ON pending_sign_in (expires_at)",
];

/** Adds empty tables; the engines differ in the types of their columns. */
export const secondFactorsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
