import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { openEmpty } from "../catalog/open-catalog.ts";
import { type Engine, engines } from "../support/database.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { openShop } from "../support/shop.ts";

/** The number of rows by table, including the search's own tables, and the last order number. */
async function held(db: Db): Promise<Record<string, number>> {
  const tables = (await db.introspection.getTables()).filter(({ isView, name }) => !isView && !name.startsWith("sqlite_"));
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.n);
  }
  const { value } = await db.selectFrom("counter").select("value").where("name", "=", "order").executeTakeFirstOrThrow();
  return { ...counts, "last order": value };
}

/** A shop's database that was just migrated, or copied from an unused one. */
async function openUntouched(engine: Engine): Promise<Db> {
  const directory = await mkdtemp(join(tmpdir(), "untouched-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  const { db, close } = await openDatabase({ url: postgres?.url, directory });
  onTestFinished(async () => {
    await close();
    await postgres?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  return db;
}

const parts: Record<Engine, string> = {
  sqlite: "SELECT sql AS part FROM sqlite_master ORDER BY name",
  postgres: `SELECT concat(tgname, tgenabled) AS part FROM pg_trigger
    UNION SELECT concat(table_name, column_name) FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`,
};

async function schema(db: Db, engine: Engine): Promise<string[]> {
  const { rows } = await sql.raw<{ part: string }>(parts[engine]).execute(db);
  return rows.map(({ part }) => part);
}

const tableAndColumn: [string, string][] = [
  ["drops a table", "DROP TABLE favourite"],
  ["adds a column", "ALTER TABLE product ADD COLUMN origin text"],
];
const changes: Record<Engine, [string, string][]> = {
  sqlite: tableAndColumn,
  postgres: [...tableAndColumn, ["turns triggers off", "ALTER TABLE order_line DISABLE TRIGGER ALL"]],
};

describe.each(engines)("the databases that tests use in turn, on %s", (engine) => {
  let url: string | undefined;

  test("one test leaves a shop with products, with rows that a shop never takes out", async () => {
    const { shop, databaseUrl } = await openShop({ engine, pays: false });
    url = databaseUrl;
    await shop.db.updateTable("counter").set({ value: 4711 }).execute();

    const taken = shop.db.deleteFrom("stock_movement").execute();

    await expect(taken).rejects.toThrow("stock_movement is written once");
    expect(await held(shop.db)).toMatchObject({ product: 4, stock_movement: 4, promo: 6, "last order": 4711 });
  });

  test("the next test's shop has the same database, and nothing of the last one in it", async () => {
    const openNext = () => openShop({ engine, pays: false, products: "none" });
    let next = await openNext();
    // A test in another worker may have taken the database meanwhile; that test returns it.
    while (next.databaseUrl !== url) next = await openNext();
    const untouched = await openUntouched(engine);
    await openCategories(untouched);

    // The open shop's own timers have started.
    expect({ ...(await held(next.shop.db)), timer: 0 }).toEqual(await held(untouched));
  });

  test("two shops of one test have each their own", async () => {
    const [one, other] = [await openShop({ engine, pays: false }), await openShop({ engine, pays: false, products: "none" })];

    expect(await held(one.shop.db)).toMatchObject({ product: 4 });
    expect(await held(other.shop.db)).toMatchObject({ product: 0 });
  });

  describe.each(changes[engine])("after a test that %s", (_, text) => {
    test("(that test)", async () => void (await sql.raw(text).execute(await openEmpty(engine))));

    test("the next one has the schema as it was", async () => {
      const [next, untouched] = [await openEmpty(engine), await openUntouched(engine)];
      expect(await schema(next, engine)).toEqual(await schema(untouched, engine));
    });
  });
});
