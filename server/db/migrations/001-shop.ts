import { type Kysely, sql } from "kysely";
import { catalogTables, customerTables } from "./001-shop/catalog.ts";
import { checkoutTables, paymentTables } from "./001-shop/checkout.ts";
import { orderTables, workTables } from "./001-shop/orders.ts";
import { postgresTriggers, sqliteTriggers } from "./001-shop/triggers.ts";

/**
 * What differs between the engines in DDL. SQLite's STRICT tables have INTEGER (64 bit) where
 * PostgreSQL has BIGINT.
 */
export type Engine = "sqlite" | "postgres";

function statements(engine: Engine): string[] {
  const tables = [catalogTables, customerTables, checkoutTables, paymentTables, orderTables, workTables].join("\n");
  const dialect = (text: string) =>
    engine === "sqlite"
      ? text.replaceAll("INT8", "INTEGER").replaceAll("\n);", "\n) STRICT;")
      : text.replaceAll("INT8", "BIGINT");
  const ddl = tables
    .split(";\n")
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => dialect(`${text};`));
  return [...ddl, ...(engine === "sqlite" ? sqliteTriggers : postgresTriggers)];
}

/** The first release's tables and triggers; no migration can be undone. */
export const shopMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of statements(engine)) await sql.raw(text).execute(db);
  },
});
