import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tx } from "./tables.ts";

type Value = string | number | null | Uint8Array;
export type Rows = readonly Record<string, Value>[];

/**
 * Tables that are not copied, since triggers on other tables, migrations or timers fill them again.
 * A table that this release does not know is copied as well.
 */
export const writtenAnew: ReadonlySet<string> = new Set([
  ...["product_search", "search_word", "search_letter", "search_text", "assortment_change", "catalog_version"],
  ...["page_change", "page_change_floor", "schema_requirement", "timer", "sale_entry", "order_search"],
  ...["sale_sum", "sale_sum_mark", "customer_summary", "customer_stale", "buyer_sum"],
]);

/** Whether the rows of a table are data of the shop. */
export const isCopied = (name: string): boolean => !writtenAnew.has(name) && !/^(sqlite_|kysely_|product_words)/.test(name);

/** The number of rows that are copied at a time. */
const batch = 250;

/** Tables of extensions do not belong to the shop. */
const ofPostgres = `relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

async function tableNames(tx: Tx): Promise<string[]> {
  const query =
    engineOf(tx) === "postgres"
      ? sql<{ name: string }>`SELECT relname AS name FROM pg_class c WHERE ${sql.raw(ofPostgres)}`
      : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`;
  return (await query.execute(tx)).rows.map(({ name }) => name);
}

/**
 * The tables of the shop's data, in a writable order. `checkout` comes last, since a trigger
 * refuses new rows of a completed checkout.
 */
export async function copiedTables(tx: Tx): Promise<string[]> {
  const names = (await tableNames(tx)).filter((name) => isCopied(name) && name !== "checkout");
  return [...names.sort(), "checkout"];
}

/** The columns of a table, in their order. */
export async function columnsOf(tx: Tx, table: string): Promise<string[]> {
  const query =
    engineOf(tx) === "postgres"
      ? sql<{
          name: string;
        }>`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
      : sql<{ name: string }>`SELECT name FROM pragma_table_info(${table}) ORDER BY cid`;
  return (await query.execute(tx)).rows.map(({ name }) => name);
}

/** All rows of a table in batches: by a cursor on PostgreSQL, by their numbers on SQLite. */
export async function* rowsOf(tx: Tx, table: string): AsyncGenerator<Rows> {
  if (engineOf(tx) === "postgres") return yield* rowsOfPostgres(tx, table);
  for (let after: number | null = null; ; ) {
    const { rows } = await sql<{ copied_row: number } & Rows[number]>`
      SELECT rowid AS copied_row, * FROM ${sql.table(table)}
      WHERE ${after === null ? sql`TRUE` : sql`rowid > ${after}`} ORDER BY rowid LIMIT ${batch}`.execute(tx);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.copied_row;
    yield rows;
  }
}

async function* rowsOfPostgres(tx: Tx, table: string): AsyncGenerator<Rows> {
  await sql`DECLARE copied NO SCROLL CURSOR FOR SELECT * FROM ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql.raw<Rows[number]>(`FETCH ${batch} FROM copied`).execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE copied`.execute(tx);
}

/** Writes rows of one table. */
export async function insertRows(tx: Tx, table: string, rows: Rows): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto(table as "counter")
      .values(rows as never)
      .execute();
}

/** Removes the time limits of this transaction's statements and pauses. */
export async function withoutTimeouts(tx: Tx): Promise<void> {
  if (engineOf(tx) !== "postgres") return;
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
}
