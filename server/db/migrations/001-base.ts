import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import { assortment } from "./001-base/assortment.ts";
import { catalog } from "./001-base/catalog.ts";
import { checkout } from "./001-base/checkout.ts";
import { content } from "./001-base/content.ts";
import { customers } from "./001-base/customers.ts";
import { imports } from "./001-base/imports.ts";
import { orders } from "./001-base/orders.ts";
import { pageChanges } from "./001-base/page-changes.ts";
import type { FirstRows, Part } from "./001-base/part.ts";
import { payments } from "./001-base/payments.ts";
import { reports } from "./001-base/reports.ts";
import { search } from "./001-base/search.ts";
import { selling } from "./001-base/selling.ts";
import { signIn } from "./001-base/sign-in.ts";
import { staff } from "./001-base/staff.ts";
import { stock } from "./001-base/stock.ts";
import { work } from "./001-base/work.ts";

/** The parts of the schema, sorted so that a table follows the tables that it references. */
const parts: readonly Part[] = [
  ...[catalog, stock, customers, signIn, selling, checkout, payments, orders, reports, staff, imports, content, work],
  ...[search, assortment, pageChanges],
];

/**
 * Translates the common SQL: SQLite's STRICT tables have INTEGER (64 bits) where PostgreSQL has
 * BIGINT.
 */
const dialects: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) =>
    text
      .replaceAll("INT8", "INTEGER")
      .replaceAll("\n);", "\n) STRICT;")
      .replaceAll("\n) WITHOUT ROWID;", "\n) STRICT, WITHOUT ROWID;"),
  postgres: (text) => text.replaceAll("INT8", "BIGINT").replaceAll("BLOB", "BYTEA").replaceAll("\n) WITHOUT ROWID;", "\n);"),
};

const statementsOf = ({ tables }: Part, engine: Engine): string[] =>
  dialects[engine](tables.replaceAll(/^--.*\n/gm, ""))
    .split(";\n")
    .map((text) => text.trim())
    .filter(Boolean);

/** PostgreSQL's function that refuses every change of a row (`neverChanged`). */
const refuseRewrite = `CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME; END $$`;

/** The number of rows in one INSERT. */
const batch = 1000;

async function insertRows(db: Kysely<unknown>, { table, rows }: FirstRows): Promise<void> {
  const all = rows();
  for (let at = 0; at < all.length; at += batch)
    await (db as Kysely<Record<string, Record<string, unknown>>>)
      .insertInto(table)
      .values(all.slice(at, at + batch))
      .execute();
}

/**
 * The schema of release 0.1.0: tables, then each engine's own statements, then first rows. No
 * migration can be undone.
 */
export const baseMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const run = async (texts: readonly string[]) => {
      for (const text of texts) await sql.raw(text).execute(db);
    };
    await run(parts.flatMap((part) => statementsOf(part, engine)));
    if (engine === "postgres") await run([refuseRewrite]);
    await run(parts.flatMap(({ own }) => own?.[engine] ?? []));
    for (const rows of parts.flatMap((part) => part.rows ?? [])) await insertRows(db, rows);
  },
});
