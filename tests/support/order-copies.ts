import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inDatabase } from "./postgres.ts";

type Row = Record<string, unknown>;
type Sql = (text: string) => Promise<Row[]>;

/** The tables with an order's rows: the column that points to the order, and the kind of its id. */
const tables = [
  ["checkout", "id", "checkout"],
  ["checkout_line", "checkout_id", "checkout"],
  ["checkout_address", "checkout_id", "checkout"],
  ["quote", "checkout_id", "checkout"],
  ["attempt", "id", "attempt"],
  ["attempt_reservation", "attempt_id", "attempt"],
  ["orders", "id", "order"],
  ["order_line", "order_id", "order"],
  ["order_address", "order_id", "order"],
  ["order_event", "order_id", "order"],
  ["ledger_entry", "order_id", "order"],
  ["sale_entry", "order_id", "order"],
  ["stock_movement", "order_id", "order"],
  ["job", "subject", "order"],
] as const;

const quoted = (text: unknown) => `'${String(text).replaceAll("'", "''")}'`;

/** The creation times of two successive copies differ by this; ms. */
const minute = 60_000;

/**
 * Copies rows `count` times. In all text columns, each id of `ids` gets a suffix with the number of
 * the copy.
 */
async function copy(sql: Sql, table: string, where: string, ids: readonly string[], count: number): Promise<void> {
  const rows = await sql(`SELECT * FROM ${table} WHERE ${where}`);
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "seq" && name !== "rowid");
  if (columns.length === 0) return;
  const copied = columns.map((name) => {
    if (name === "number") return "number + i";
    if (["at", "created_at", "sold_at"].includes(name)) return `${name} - CAST(i AS BIGINT) * ${minute}`;
    const own = ids.filter((id) => rows.some((row) => typeof row[name] === "string" && row[name].includes(id)));
    return own.reduce((text, id) => `REPLACE(${text}, ${quoted(id)}, ${quoted(id)} || 'x' || i)`, name);
  });
  await sql(`INSERT INTO ${table} (${columns.join(", ")})
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT ${copied.join(", ")} FROM ${table}, n WHERE ${where}`);
}

/** Returns the ids that were copied. */
async function copyInShop(sql: Sql, count: number): Promise<string[]> {
  const [paid] = await sql("SELECT a.* FROM attempt a JOIN orders o ON o.id = a.order_id");
  const copiedIds = { order: paid?.order_id, checkout: paid?.checkout_id, attempt: paid?.id };
  const copied = new Set<unknown>([...Object.values(copiedIds), paid?.auth_ref, paid?.capture_ref]);
  const whereOf = ([, column, source]: (typeof tables)[number]) => `${column} = ${quoted(copiedIds[source])}`;
  for (const each of tables) for (const { id } of await sql(`SELECT * FROM ${each[0]} WHERE ${whereOf(each)}`)) copied.add(id);
  const ids = [...copied].filter((id) => typeof id === "string");
  for (const each of tables) await copy(sql, each[0], whereOf(each), ids, count);
  await sql(`UPDATE counter SET value = value + ${count} WHERE name = 'order'`);
  // Sums of days that have more orders now are calculated again.
  await sql("DELETE FROM sale_sum");
  await sql("UPDATE sale_sum_mark SET until = 0");
  await sql(`INSERT INTO stock_movement (id, variant_id, kind, units, at)
    SELECT 'more-' || id, id, 'set', ${100 * count}, 1 FROM variant`);
  await sql("UPDATE variant SET on_hand = (SELECT SUM(m.units) FROM stock_movement m WHERE m.variant_id = variant.id)");
  return ids;
}

/** Runs `work` in one transaction, without triggers and foreign keys. */
async function inFile<Value>(path: string, work: (sql: Sql) => Promise<Value>): Promise<Value> {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const triggers = file.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  file.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
  for (const { name } of triggers) file.exec(`DROP TRIGGER ${name}`);
  const value = await work(async (text) => file.prepare(text).all());
  for (const { sql } of triggers) file.exec(String(sql));
  file.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  return value;
}

/**
 * Copies a shop's one order and its payment `count` times, in the shop's database and in the test
 * gateway's file. Both are in `directory`, unless the shop's database is a PostgreSQL at
 * `databaseUrl`.
 */
export async function copyOrder(directory: string, databaseUrl: string | undefined, count: number): Promise<void> {
  const work = (sql: Sql) => copyInShop(sql, count);
  const ids =
    databaseUrl === undefined
      ? await inFile(join(directory, "store.db"), work)
      : await inDatabase(databaseUrl, async (client) => {
          await client.query("BEGIN; SET LOCAL session_replication_role = replica");
          const copied = await work(async (text) => (await client.query(text)).rows);
          await client.query("COMMIT");
          await client.query("ANALYZE");
          return copied;
        });
  await inFile(join(directory, "gateway.db"), (sql) => copy(sql, "entry", "true", ids, count));
}
