import { type Kysely, sql } from "kysely";
import type { Engine } from "./engine.ts";

type Column = { table: string; column: string };

/** The text of a CHECK that lists the values of a column; undefined if the column has none. */
type ReadCheck = (db: Kysely<unknown>, column: Column) => Promise<string | undefined>;

const tableText = async (db: Kysely<unknown>, table: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    SELECT sql AS text FROM sqlite_schema WHERE type = 'table' AND name = ${table}`.execute(db);
  return rows[0]?.text ?? "";
};

const checkOfSqlite: ReadCheck = async (db, { table, column }) =>
  new RegExp(`CHECK \\(${column} IN \\([^)]*\\)\\)`).exec(await tableText(db, table))?.[0];

const constraintOf = ({ table, column }: Column): string => `${table}_${column}_check`;

const checkOfPostgres: ReadCheck = async (db, column) => {
  const { rows } = await sql<{ text: string }>`
    SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE conrelid = ${column.table}::regclass AND conname = ${constraintOf(column)}`.execute(db);
  return rows[0]?.text;
};

/**
 * SQLite documents this way to change a CHECK in place: a table that others refer to cannot be made
 * anew. A new version of the schema makes every connection read the schema again.
 */
async function replaceInSqlite(db: Kysely<unknown>, { table }: Column, old: string, wider: string): Promise<void> {
  const { rows } = await sql<{ schema_version: number }>`PRAGMA schema_version`.execute(db);
  await sql`PRAGMA writable_schema = ON`.execute(db);
  try {
    await sql`UPDATE sqlite_schema SET sql = replace(sql, ${old}, ${wider}) WHERE type = 'table' AND name = ${sql.lit(table)}`.execute(
      db,
    );
    await sql`PRAGMA schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  } finally {
    await sql`PRAGMA writable_schema = OFF`.execute(db);
  }
}

async function replaceInPostgres(db: Kysely<unknown>, column: Column, wider: string): Promise<void> {
  const [table, constraint] = [sql.table(column.table), sql.ref(constraintOf(column))];
  await sql`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}, ADD CONSTRAINT ${constraint} ${sql.raw(wider)}`.execute(db);
}

/** Replaces the CHECK `from` of a column by the wider `to`, without rebuilding the table. */
export async function replaceCheck(
  db: Kysely<unknown>,
  engine: Engine,
  column: Column,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (engine === "sqlite") await replaceInSqlite(db, column, from, to);
  else await replaceInPostgres(db, column, to);
}

/**
 * Adds allowed values to a column whose CHECK constraint lists them. Changes the constraint in
 * place, so that no row is copied and foreign keys to the table stay valid.
 */
export async function widenCheck(db: Kysely<unknown>, engine: Engine, column: Column, added: readonly string[]): Promise<void> {
  const old = await (engine === "sqlite" ? checkOfSqlite : checkOfPostgres)(db, column);
  if (old === undefined) throw new Error(`${column.table}.${column.column} has no CHECK that lists its values`);
  const values = [...new Set([...[...old.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value), ...added])];
  const wider = `CHECK (${column.column} IN (${values.map((value) => `'${value}'`).join(",")}))`;
  await replaceCheck(db, engine, column, { from: old, to: wider });
}
