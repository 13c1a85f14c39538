import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { widenCheck } from "../widen-check.ts";

const live = "'created','sent','unknown','elsewhere','held','authorized'";

const tables = `
CREATE TABLE gateway_call (
  reference TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('authorize','capture','give_back')),
  auth_ref TEXT,
  amount INT8 NOT NULL,
  sent_at INT8 NOT NULL,
  status TEXT,
  ref TEXT,
  answer_amount INT8,
  code TEXT,
  avs TEXT,
  cvv TEXT,
  answered_at INT8
);
CREATE INDEX gateway_call_by_ref ON gateway_call (ref);

CREATE TABLE gateway_event (
  adapter TEXT NOT NULL,
  event_id TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (adapter, event_id)
);
CREATE INDEX gateway_event_by_age ON gateway_event (at);

CREATE TABLE payment_means (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  instructions TEXT NOT NULL,
  term_days INT8 NOT NULL CHECK (term_days BETWEEN 1 AND 365),
  ships_unpaid INT8 NOT NULL DEFAULT 0 CHECK (ships_unpaid IN (0, 1)),
  position INT8 NOT NULL DEFAULT 0,
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
);

CREATE TABLE order_means (
  order_id TEXT PRIMARY KEY REFERENCES orders(id),
  means_id TEXT NOT NULL,
  name TEXT NOT NULL,
  instructions TEXT NOT NULL,
  ships_unpaid INT8 NOT NULL CHECK (ships_unpaid IN (0, 1)),
  due_at INT8 NOT NULL,
  payment_count INT8 NOT NULL DEFAULT 0,
  settled_at INT8
);
CREATE INDEX order_means_unpaid ON order_means (due_at) WHERE settled_at IS NULL;
`;

/** SQLite's STRICT tables name the 64-bit integer otherwise than PostgreSQL. */
const dialects: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) => text.replaceAll("INT8", "INTEGER").replaceAll("\n);", "\n) STRICT;"),
  postgres: (text) => text.replaceAll("INT8", "BIGINT"),
};

/**
 * Payment methods without a card with the orders that use them, payments made on a gateway's own
 * page or held for review, and the stored calls to a gateway that keeps no idempotency keys.
 */
export const meansAndStates = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await widenCheck(db, engine, { table: "attempt", column: "kind" }, ["manual"]);
    await widenCheck(db, engine, { table: "attempt", column: "state" }, ["elsewhere", "held"]);
    await widenCheck(db, engine, { table: "ledger_entry", column: "account" }, ["manual"]);
    await sql`DROP INDEX attempt_one_live`.execute(db);
    await sql`CREATE UNIQUE INDEX attempt_one_live ON attempt (checkout_id) WHERE state IN (${sql.raw(live)})`.execute(db);
    for (const text of dialects[engine](tables)
      .split(";\n")
      .filter((each) => each.trim() !== ""))
      await sql.raw(text).execute(db);
  },
});
