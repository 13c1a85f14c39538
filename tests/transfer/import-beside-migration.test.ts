import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/open.ts";
import { type Engine, engines } from "../cli/open-owner.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { type FiledProduct, type ShopLocation, writtenFile } from "./import-process.ts";

const jars: readonly FiledProduct[] = Array.from({ length: 100 }, (_, n) => ({ slug: `jar-${n}`, title: `Jar ${n}` }));

/** A place where no shop has been opened. */
async function place(engine: Engine): Promise<ShopLocation> {
  const directory = await mkdtemp(join(tmpdir(), "shop-migration-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  onTestFinished(async () => {
    await postgres?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  return { directory, databaseUrl: postgres?.url };
}

async function opened({ directory, databaseUrl: url }: ShopLocation) {
  const database = await openDatabase({ url, directory });
  onTestFinished(() => database.close());
  return database.db;
}

/** Runs the owner's command on a new connection, before any other process opens this place. */
async function imports(at: ShopLocation, now = Date.now): Promise<string[]> {
  const [said, db] = [[] as string[], await opened(at)];
  const say = (line: string) => void said.push(line);
  const voices = { print: say, complain: say, pause: async () => {} };
  const context = { config: readConfig({ DATA_DIR: at.directory }), db, now, ...voices };
  await importCommand.run([await writtenFile(at, jars), "--no-pictures"], context);
  return said;
}

describe.each(engines)("an import while somebody else changes the schema, on %s", (engine) => {
  test("two first starts and two imports at once make one shop, and its products once", async () => {
    const at = await place(engine);

    const [db, , one, other] = await Promise.all([opened(at), opened(at), imports(at), imports(at)]);

    expect([one, other].map((said) => said.some((line) => line.endsWith("; 0 rows refused")))).toEqual([true, true]);
    expect(await db.selectFrom("product").select("slug").execute()).toHaveLength(jars.length);
    expect(await db.selectFrom("category").select("slug").execute()).toHaveLength(5);
  });

  test("of a newer version's start: both end well", async () => {
    const at = await place(engine);
    const newer = await opened(at);
    const migrating = () =>
      newer
        .withoutPlugins()
        .transaction()
        .execute(async (tx) => {
          await sql`ALTER TABLE product ADD COLUMN origin text`.execute(tx);
          await sql`ALTER TABLE variant ADD COLUMN origin text`.execute(tx);
          await sql`CREATE INDEX variant_origin ON variant (origin)`.execute(tx);
        });
    let [calls, migrated]: [number, Promise<void> | undefined] = [0, undefined];
    // The import reads the clock once at the beginning, then for every batch.
    const clock = () => {
      calls += 1;
      if (calls === 4) migrated = migrating();
      return Date.now();
    };

    const said = await imports(at, clock);
    await migrated;

    expect(migrated).toBeDefined();
    expect(said).toContain("100 created, 0 changed, 0 unchanged; 0 rows refused");
    const rows = await sql<{ n: number }>`SELECT count(*) AS n FROM variant WHERE origin IS NULL`.execute(newer);
    expect(Number(rows.rows[0]?.n)).toBe(100);
  });
});
