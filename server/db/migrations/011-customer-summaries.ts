import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { folded } from "./001-base/folding.ts";

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

/** SQL: the sales of the orders of a query less what was given back, as in the reports. */
const spentOn = (orders: string): string => `(SELECT COALESCE(-SUM(l.amount), 0) FROM ${orders} o
  JOIN ledger_entry l ON l.order_id = o.id WHERE l.account IN ('revenue', 'discount', 'shipping', 'tax'))`;

const ordersOfAccount = `(SELECT id, placed_at FROM orders WHERE customer_id = c.id
  UNION ALL SELECT id, placed_at FROM orders WHERE customer_id IS NULL AND email_norm = c.email_norm)`;

/** SQL: accounts `c`, with the orders of their own and of guests with the same email. */
const accounts = (where: string): string => `SELECT c.id AS key, c.id AS customer_id, 0 AS is_guest, c.email, c.email_norm,
    c.first_name, c.last_name, c.created_at AS since,
    (SELECT COUNT(*) FROM ${ordersOfAccount} o) AS order_count,
    (SELECT COALESCE(MAX(o.placed_at), 0) FROM ${ordersOfAccount} o) AS last_order_at,
    ${spentOn(ordersOfAccount)} AS spent
  FROM customer c WHERE c.email <> '' AND ${where}`;

/** SQL: guests with a confirmed email that no account has, with the name on the latest order. */
const guests = (
  where: string,
): string => `SELECT 'guest-' || g.first_number AS key, NULL AS customer_id, 1 AS is_guest, latest.email, g.email_norm,
    COALESCE(a.first_name, '') AS first_name, COALESCE(a.last_name, '') AS last_name, g.since, g.order_count, g.last_order_at,
    ${spentOn("(SELECT id FROM orders WHERE customer_id IS NULL AND email_norm = g.email_norm)")} AS spent
  FROM (
    SELECT email_norm, MIN(number) AS first_number, MAX(number) AS last_number, COUNT(*) AS order_count,
      MIN(placed_at) AS since, MAX(placed_at) AS last_order_at, MAX(email_confirmed_at) AS confirmed_at
    FROM orders WHERE customer_id IS NULL AND email_norm <> '' AND ${where} GROUP BY email_norm
  ) g
  JOIN orders latest ON latest.number = g.last_number
  LEFT JOIN order_address a ON a.order_id = latest.id AND a.kind = 'shipping'
  WHERE g.confirmed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.email_norm = g.email_norm)`;

/** SQL that inserts the rows of these people. */
const insertOf = (engine: Engine, people: string): string => `INSERT INTO customer_summary
    (person, key, customer_id, is_guest, email, email_norm, name, folded_name, sorted_name, since, order_count, last_order_at, spent)
  SELECT COALESCE(customer_id, email_norm), key, customer_id, is_guest, email, email_norm, full_name, ${folded[engine]("full_name")},
    CASE WHEN reversed_name = '' THEN email_norm ELSE ${folded[engine]("reversed_name")} END, since, order_count, last_order_at, spent
  FROM (
    SELECT person.*, trim(first_name || ' ' || last_name) AS full_name, trim(last_name || ' ' || first_name) AS reversed_name
    FROM (${people}) AS person
  ) AS named`;

/**
 * Statements that rewrite the rows of people. `arePeople` is a condition on a column with account
 * ids or emails, and `areAccounts` a condition on a column with account ids.
 */
const renewal = (engine: Engine, arePeople: string, areAccounts: string): string[] => [
  `DELETE FROM customer_summary WHERE person ${arePeople} OR person ${areAccounts}`,
  insertOf(engine, accounts(`c.id ${areAccounts}`)),
  insertOf(engine, guests(`email_norm ${arePeople}`)),
];

const buyerOf = (row: string): string => `COALESCE(${row}.customer_id, ${row}.email_norm)`;
const ofOrder = (where: string): string =>
  `SELECT COALESCE(customer_id, email_norm) AS person FROM orders WHERE id = NEW.order_id${where}`;
const values = (...people: readonly string[]): string => people.map((person) => `SELECT ${person} AS person`).join(" UNION ");

/** The changes after which rows are rewritten, with SQL that finds the people of these rows. */
const causes = [
  { table: "customer", on: "INSERT", people: values("NEW.id", "NEW.email_norm") },
  {
    table: "customer",
    on: "UPDATE OF email, email_norm, first_name, last_name, created_at",
    people: values("NEW.id", "OLD.email_norm", "NEW.email_norm"),
  },
  { table: "customer", on: "DELETE", people: values("OLD.id", "OLD.email_norm") },
  { table: "orders", on: "INSERT", people: values(buyerOf("NEW")) },
  {
    table: "orders",
    on: "UPDATE OF customer_id, email, email_norm, placed_at, email_confirmed_at",
    people: values(buyerOf("OLD"), buyerOf("NEW")),
  },
  { table: "order_address", on: "INSERT", people: ofOrder(" AND customer_id IS NULL") },
  { table: "order_address", on: "UPDATE OF first_name, last_name", people: ofOrder(" AND customer_id IS NULL") },
  { table: "sale_entry", on: "INSERT", people: ofOrder("") },
  { table: "sale_entry", on: "UPDATE", people: ofOrder("") },
].map((cause) => ({ ...cause, name: `customer_stale_after_${cause.table}_${cause.on.split(" ")[0]?.toLowerCase()}` }));

const noteStale = (people: string, tx: string): string =>
  `INSERT INTO customer_stale (tx, person) SELECT ${tx}, person FROM (${people}) AS changed WHERE person <> '' ON CONFLICT DO NOTHING`;

const accountsOfNew = "IN (SELECT id FROM customer WHERE id = NEW.person OR email_norm = NEW.person)";
const sqliteTriggers = [
  `CREATE TRIGGER customer_summary_renewed AFTER INSERT ON customer_stale BEGIN
   ${renewal("sqlite", "= NEW.person", accountsOfNew).join(";\n")}; DELETE FROM customer_stale WHERE person = NEW.person; END`,
  ...causes.map(
    ({ name, table, on, people }) => `CREATE TRIGGER ${name} AFTER ${on} ON ${table} BEGIN ${noteStale(people, "0")}; END`,
  ),
];

/** The most people that a transaction locks one by one; beyond them it locks everybody at once. */
const mostLocks = 100;

/**
 * The triggers rewrite the rows at the commit, once for each person; a queued row without a person
 * starts this. People are locked in a fixed order, and summed up after the locks, so that the sums
 * include the orders of earlier commits.
 */
const postgresTriggers = [
  `CREATE FUNCTION renew_customer_summaries() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     people text[];
     accounts text[];
     one text;
   BEGIN
     WITH stale AS (DELETE FROM customer_stale WHERE tx = txid_current() RETURNING person)
       SELECT array_agg(person) INTO people FROM stale WHERE person <> '';
     SELECT array_agg(id) INTO accounts FROM (
       SELECT id FROM customer WHERE id = ANY (people) UNION SELECT id FROM customer WHERE email_norm = ANY (people)
     ) AS a;
     IF cardinality(people) > ${mostLocks} THEN
       PERFORM pg_advisory_xact_lock(hashtext('customer_summary'));
     ELSE
       PERFORM pg_advisory_xact_lock_shared(hashtext('customer_summary'));
       FOR one IN SELECT DISTINCT p COLLATE "C" FROM unnest(people || accounts) AS p ORDER BY 1 LOOP
         PERFORM pg_advisory_xact_lock(hashtext('customer_summary'), hashtext(one));
       END LOOP;
     END IF;
     ${renewal("postgres", "= ANY (people)", "= ANY (accounts)").join(";\n     ")};
     RETURN NULL;
   END $$`,
  `CREATE CONSTRAINT TRIGGER customer_summary_renewed AFTER INSERT ON customer_stale
   DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.person = '') EXECUTE FUNCTION renew_customer_summaries()`,
  ...causes.flatMap(({ name, table, on, people }) => [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       ${noteStale(people, "txid_current()")};
       INSERT INTO customer_stale (tx, person) VALUES (txid_current(), '') ON CONFLICT DO NOTHING;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER ${name} AFTER ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ]),
];

const triggers: Readonly<Record<Engine, readonly string[]>> = { sqlite: sqliteTriggers, postgres: postgresTriggers };

/** SQL: whether somebody opened a link in an order's email, as far as earlier releases stored it. */
const isConfirmed = `id IN (SELECT order_id FROM order_grant)
  OR id IN (SELECT subject FROM one_time_token WHERE kind = 'lookup' AND used_at IS NOT NULL)
  OR id IN (SELECT order_id FROM review WHERE order_id IS NOT NULL AND customer_id IS NULL)`;

/**
 * A row for each account and for each guest whose email is confirmed, with the sums of their orders.
 * Triggers keep the rows up to date, so that the list of customers can be sorted by any sum.
 */
export const customerSummaries = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `ALTER TABLE orders ADD COLUMN email_confirmed_at INT8`,
      `UPDATE orders SET email_confirmed_at = placed_at WHERE email_norm <> '' AND (${isConfirmed})`,
      ...tables,
      ...indexes,
    ];
    for (const statement of statements) await sql.raw(dialects[engine](statement)).execute(db);
    for (const statement of [
      ...triggers[engine],
      ...[accounts("TRUE"), guests("TRUE")].map((people) => insertOf(engine, people)),
    ])
      await sql.raw(statement).execute(db);
  },
});
