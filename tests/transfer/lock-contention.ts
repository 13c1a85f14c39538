import { sql } from "kysely";
import type { Db } from "../../server/db/tables.ts";
import type { Engine } from "../support/shop.ts";
import { altOf, type Day, skuOf, slugOf } from "./daily-files.ts";

const contendedTables = {
  product: { column: "slug", of: (at: number, _day: Day) => slugOf(at) },
  variant: { column: "sku", of: (at: number, _day: Day) => skuOf(at) },
  product_media: { column: "alt", of: altOf },
} as const;
type ContendedRow = { table: keyof typeof contendedTables; at: number; day: Day };
export const contendedTableNames = Object.keys(contendedTables) as ContendedRow["table"][];

/**
 * From now on every writer of this row stops in the middle of its transaction, until it is killed.
 * Returns a function that lets later writers pass.
 */
export async function blockWriter(db: Db, engine: Engine, { table, at, day }: ContendedRow): Promise<() => Promise<void>> {
  const { column, of } = contendedTables[table];
  const when = `WHEN (NEW.${column} = '${of(at, day)}')`;
  return await addTrigger(db, engine, table, when, {
    sqlite: "SELECT count(*) FROM endless",
    postgres: "PERFORM pg_sleep(3600)",
  });
}

/** From now on each write of a variant takes some ms, multiplied by `times`. */
export const slowDown = (db: Db, engine: Engine, times = 1): Promise<() => Promise<void>> =>
  addTrigger(db, engine, "variant", "", {
    sqlite: `SELECT count(*) FROM (SELECT i FROM endless LIMIT ${times * 20_000})`,
    postgres: `PERFORM pg_sleep(${times * 0.004})`,
  });

/**
 * From now on a transaction on PostgreSQL that writes a variant with this SKU waits until `goOn` is
 * called.
 */
export async function holdUp(db: Db, sku: string): Promise<{ goOn: () => Promise<void> }> {
  await sql.raw("CREATE TABLE held_up AS SELECT 1 AS one").execute(db);
  await addTrigger(db, "postgres", "variant", `WHEN (NEW.sku = '${sku}')`, {
    sqlite: "",
    postgres: "WHILE EXISTS (SELECT 1 FROM held_up) LOOP PERFORM pg_sleep(0.01); END LOOP",
  });
  return { goOn: async () => void (await sql.raw("DELETE FROM held_up").execute(db)) };
}

async function addTrigger(db: Db, engine: Engine, table: string, when: string, how: Record<Engine, string>) {
  const run = async (...texts: string[]) => {
    for (const text of texts) await sql.raw(text).execute(db);
  };
  if (engine === "postgres") {
    await run(
      `CREATE FUNCTION hinder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${how.postgres}; RETURN NULL; END $$`,
      `CREATE TRIGGER contended AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW ${when} EXECUTE FUNCTION hinder()`,
    );
    return () => run(endOthers, "DROP FUNCTION hinder CASCADE");
  }
  // The query runs for some minutes if nobody kills it.
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 3000000000";
  await run(`CREATE VIEW endless AS ${numbers}`);
  for (const event of ["INSERT", "UPDATE"])
    await run(`CREATE TRIGGER contended_${event} AFTER ${event} ON ${table} ${when} BEGIN ${how.sqlite}; END`);
  return () => run("DROP TRIGGER contended_INSERT", "DROP TRIGGER contended_UPDATE", "DROP VIEW endless");
}

/**
 * After a client was killed, its server process goes on with its statement, and rolls back when it
 * finds the client gone. This ends it sooner.
 */
const endOthers = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event = 'PgSleep'`;
