import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { accounts, guests, insertOf } from "./011-customer-summaries/people.ts";
import { postgresTriggers } from "./011-customer-summaries/postgres.ts";
import { buyerSums, firstBuyerSums, sqliteTriggers } from "./011-customer-summaries/sqlite.ts";

/** SQLite's STRICT tables name the 64-bit integer otherwise than PostgreSQL. */
const dialects: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) => text.replaceAll("INT8", "INTEGER").replaceAll("SORTED", "TEXT").replaceAll("\n)", "\n) STRICT"),
  postgres: (text) => text.replaceAll("INT8", "BIGINT").replaceAll("SORTED", 'TEXT COLLATE "C"'),
};

const tables = [
  `CREATE TABLE customer_summary (
  person TEXT PRIMARY KEY,
  key SORTED NOT NULL,
  customer_id TEXT,
  is_guest INT8 NOT NULL,
  email TEXT NOT NULL,
  email_norm SORTED NOT NULL,
  name TEXT NOT NULL,
  folded_name SORTED NOT NULL,
  sorted_name SORTED NOT NULL,
  since INT8 NOT NULL,
  order_count INT8 NOT NULL,
  last_order_at INT8 NOT NULL,
  spent INT8 NOT NULL
)`,
  `CREATE TABLE customer_stale (
  tx INT8 NOT NULL,
  person TEXT NOT NULL,
  PRIMARY KEY (tx, person)
)`,
];

/** The list has an index for each sort order, and for each column that is searched. */
const indexes = [
  "CREATE INDEX customer_summary_of_key ON customer_summary (key)",
  ...["since", "sorted_name", "last_order_at", "spent", "order_count", "email_norm", "folded_name"].map(
    (column) => `CREATE INDEX customer_summary_by_${column} ON customer_summary (is_guest, ${column}, key)`,
  ),
];

const own: Readonly<Record<Engine, readonly string[]>> = { sqlite: buyerSums, postgres: [] };
const first: Readonly<Record<Engine, readonly string[]>> = { sqlite: [firstBuyerSums], postgres: [] };
const triggers: Readonly<Record<Engine, readonly string[]>> = { sqlite: sqliteTriggers, postgres: postgresTriggers };

/**
 * SQL: whether somebody proved to receive an order's emails, as far as earlier releases noted it. A
 * change of the email marked its links as used, which nobody may have followed.
 */
const isConfirmed = `id IN (SELECT order_id FROM order_grant)
  OR id IN (SELECT t.subject FROM one_time_token t WHERE t.kind = 'lookup' AND t.used_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM order_event e WHERE e.order_id = t.subject AND e.kind = 'email changed' AND e.at >= t.used_at))
  OR id IN (SELECT order_id FROM review WHERE order_id IS NOT NULL AND customer_id IS NULL)`;

export const confirmKnown = `UPDATE orders SET email_confirmed_at = placed_at WHERE email_norm <> '' AND (${isConfirmed})`;

/**
 * A row for each account and for each guest whose email is confirmed, with the sums of their orders.
 * Triggers keep the rows up to date, so that the list of customers can be sorted by any sum.
 */
export const customerSummaries = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `ALTER TABLE orders ADD COLUMN email_confirmed_at INT8`,
      confirmKnown,
      ...tables,
      ...indexes,
      ...own[engine],
    ];
    for (const statement of statements) await sql.raw(dialects[engine](statement)).execute(db);
    for (const statement of [
      ...triggers[engine],
      ...first[engine],
      ...[accounts, guests].map((people) => insertOf(engine, people(engine, "IS NOT NULL"))),
    ])
      await sql.raw(statement).execute(db);
  },
});
