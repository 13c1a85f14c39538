import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/**
 * `shop_identity`: this database's own id, part of each key that it gives the gateway.
 * `gateway_sweep`: how far the gateway's transactions were compared. `orphan_authorization`: money
 * at the gateway that paid for no order here, with a ledger of its own. Dates are in ms.
 */
const tables = [
  `CREATE TABLE shop_identity (
  single INT8 NOT NULL PRIMARY KEY CHECK (single = 1),
  id TEXT NOT NULL,
  created_at INT8 NOT NULL
)`,
  `CREATE TABLE gateway_sweep (
  single INT8 NOT NULL PRIMARY KEY CHECK (single = 1),
  swept_until INT8 NOT NULL,
  week_swept_at INT8 NOT NULL,
  lease_until INT8 NOT NULL
)`,
  `CREATE TABLE orphan_authorization (
  ref TEXT NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('ended','duplicate','lost','foreign')),
  attempt_id TEXT REFERENCES attempt(id),
  amount INT8 NOT NULL CHECK (amount >= 0),
  state TEXT NOT NULL CHECK (state IN ('reported','accepted','returning','voided','refunded')),
  authorized_at INT8 NOT NULL,
  found_at INT8 NOT NULL,
  updated_at INT8 NOT NULL
)`,
  "CREATE INDEX orphan_authorization_by_key ON orphan_authorization (key)",
  "CREATE INDEX orphan_authorization_by_state ON orphan_authorization (state, found_at)",
  `CREATE TABLE orphan_ledger_entry (
  id TEXT NOT NULL PRIMARY KEY,
  ref TEXT NOT NULL REFERENCES orphan_authorization(ref),
  event TEXT NOT NULL,
  account TEXT NOT NULL CHECK (account IN ('held','gateway','cardholder')),
  amount INT8 NOT NULL,
  at INT8 NOT NULL,
  UNIQUE (ref, event, account)
)`,
  "CREATE INDEX attempt_by_auth_ref ON attempt (auth_ref)",
];

const sqlite = ["UPDATE", "DELETE"].map(
  (event) => `CREATE TRIGGER orphan_ledger_entry_kept_${event} BEFORE ${event} ON orphan_ledger_entry
   BEGIN SELECT RAISE(ABORT, 'orphan_ledger_entry is written once'); END`,
);

const postgres = [
  `CREATE TRIGGER orphan_ledger_entry_kept BEFORE UPDATE OR DELETE ON orphan_ledger_entry
   FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()`,
];

/** Adds tables; the engines differ in the types of their columns and in their triggers. */
export const sweepMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
    // The first sweep is in an hour.
    await sql`INSERT INTO gateway_sweep (single, swept_until, week_swept_at, lease_until) VALUES (1, ${Date.now()}, 0, 0)`.execute(
      db,
    );
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
