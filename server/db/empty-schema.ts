import { sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tx } from "./tables.ts";

type Statements = { rows: { statement: string }[] };

async function run(tx: Tx, { rows }: Statements): Promise<void> {
  for (const { statement } of rows) await sql.raw(statement).execute(tx);
}

/** Objects of extensions do not belong to the shop. */
const own = (id: string) => `NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = ${id} AND d.deptype = 'e')`;

const dropsOfPostgres = [
  `SELECT format('DROP %s %I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, relname) AS statement
   FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('v', 'r', 'p') AND ${own("c.oid")} ORDER BY relkind DESC`,
  `SELECT format('DROP FUNCTION %s CASCADE', p.oid::regprocedure) AS statement
   FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace AND ${own("p.oid")}`,
];

/** Dropping a virtual table also drops the tables that it is stored in. */
const dropsOfSqlite = [
  "SELECT 'DROP TRIGGER ' || name AS statement FROM sqlite_master WHERE type = 'trigger'",
  "SELECT 'DROP VIEW ' || name AS statement FROM sqlite_master WHERE type = 'view'",
  "SELECT 'DROP TABLE ' || name AS statement FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%' ORDER BY rowid DESC",
  "SELECT 'DROP TABLE ' || name AS statement FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid DESC",
];

/** Removes all tables, views, triggers, and functions of the shop. */
export async function dropSchema(tx: Tx): Promise<void> {
  for (const query of engineOf(tx) === "postgres" ? dropsOfPostgres : dropsOfSqlite)
    await run(tx, await sql.raw<{ statement: string }>(query).execute(tx));
}

const foreignKeys = (
  deferred: string,
) => `SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I ${deferred}', conrelid::regclass, conname) AS statement
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`;

/**
 * Checks foreign keys only after `write` has ended, so that it may write the tables in any order.
 */
export async function withDeferredKeys(tx: Tx, write: () => Promise<void>): Promise<void> {
  if (engineOf(tx) === "sqlite") {
    // The setting lasts until the commit, which checks the keys.
    await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
    return await write();
  }
  await run(tx, await sql.raw<{ statement: string }>(foreignKeys("DEFERRABLE INITIALLY DEFERRED")).execute(tx));
  await write();
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
  await run(tx, await sql.raw<{ statement: string }>(foreignKeys("NOT DEFERRABLE")).execute(tx));
  // The triggers that sum customers up run once again at the commit, not after each row.
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx);
}
