import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { often, proofEngines } from "../support/long-form.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { removeShop } from "../support/running-shop.ts";
import type { Engine } from "../support/shop.ts";
import { catalogueIn, type Day, days, expectWhole, jarsOf } from "./daily-files.ts";
import { imported, importing, running, type ShopLocation, timeoutMs, writtenFile } from "./import-process.ts";
import { blockWriter, contendedTableNames, slowDown } from "./lock-contention.ts";

/**
 * The days whose import is killed. The short form kills one import for each contended table, and
 * the long form kills two.
 */
const killed = days.slice(0, often(1, 2) * contendedTableNames.length);

type Owned = ShopLocation & { db: Db; engine: Engine };

/** An owner's empty shop that is not running. */
async function owned(engine: Engine): Promise<Owned> {
  const directory = await mkdtemp(join(tmpdir(), "shop-killed-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  const database = await openDatabase({ url: postgres?.url, directory });
  onTestFinished(async () => {
    await database.close();
    await postgres?.drop();
    await removeShop(directory);
  });
  return { directory, databaseUrl: postgres?.url, db: database.db, engine };
}

/** Random numbers between 0 and 1, equal in every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function countOf(db: Db, day: Day): Promise<number> {
  const rows = db.selectFrom("product").select(({ fn }) => fn.countAll<number>().as("count"));
  return Number((await rows.where("name", "like", `% ${day}`).executeTakeFirst())?.count ?? 0);
}

/** Returns a function that tells whether another process has an open write transaction. */
function watchWriters({ db, engine, directory }: Owned): () => Promise<boolean> {
  if (engine === "postgres") {
    const writers = sql`SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.mode = 'RowExclusiveLock' AND l.pid <> pg_backend_pid()`;
    return async () => (await writers.execute(db)).rows.length > 0;
  }
  const own = new DatabaseSync(join(directory, "store.db"), { timeout: 0 });
  onTestFinished(() => own.close());
  return async () => {
    try {
      own.exec("BEGIN IMMEDIATE");
      own.exec("ROLLBACK");
      return false;
    } catch {
      return true;
    }
  };
}

describe.each(proofEngines)("an import that does not come to its end, on %s", { timeout: timeoutMs }, (engine) => {
  test("killed again and again at any moment, it leaves whole products, and the next run goes on", async () => {
    const place = await owned(engine);
    const isWritten = watchWriters(place);
    const draw = draws(engine === "sqlite" ? 4711 : 4712);
    for (const [n, day] of killed.entries()) {
      const jars = jarsOf(day);
      const table = contendedTableNames[n % contendedTableNames.length] ?? "product";
      // No import gets past this row, so each kill hits a running import, even on a fast machine.
      const release = await blockWriter(place.db, engine, { table, at: Math.floor(draw() * jars.length), day });
      const run = importing(place, await writtenFile(place, jars), "--stock");
      while (run.isRunning() && (await countOf(place.db, day)) === 0 && !(await isWritten())) await pause(2);
      await pause(draw() * (n % 2 ? 30 : 300));

      run.process.kill("SIGKILL");

      expect(await run.ended).toMatchObject({ code: null, signal: "SIGKILL" });
      await release();
      const counts = await expectWhole(place.db);
      expect(counts.get(day) ?? 0).toBeLessThan(jars.length);
    }
    const last = killed.at(-1) ?? "frost";
    const done = await countOf(place.db, last);

    const said = await imported(place, jarsOf(last), "--stock");

    expect(said).toContain("; 0 rows refused");
    expect(said).toContain(` ${done} unchanged`);
    expect(await expectWhole(place.db)).toEqual(new Map([[last, jarsOf(last).length]]));
    const undisturbed = await owned(engine);
    await imported(undisturbed, jarsOf(last), "--stock");
    expect(await catalogueIn(place.db)).toEqual(await catalogueIn(undisturbed.db));
    // This shop has no gateway to ask.
    const checked = await running(place, "fsck").ended;
    expect(checked).toMatchObject({ code: 3, said: expect.stringContaining("The rest was checked, and agrees.") });
  });

  test("interrupted it ends by itself after the products in hand, and goes on when it is run again", async () => {
    const place = await owned(engine);
    const [before, after] = [jarsOf("amber"), jarsOf("nettle")];
    await imported(place, before);
    const release = await slowDown(place.db, engine, 10);
    const run = importing(place, await writtenFile(place, after), "--stock");
    while (run.isRunning() && (await countOf(place.db, "nettle")) === 0) await pause(2);

    run.process.kill("SIGINT");

    const { code, said } = await run.ended;
    expect([code, said]).toEqual([130, expect.stringContaining("Run it again to import the rest.")]);
    const came = (await expectWhole(place.db)).get("nettle") ?? 0;
    expect(came).toBeGreaterThan(0);
    expect(came).toBeLessThan(after.length);
    // Each product has three rows.
    expect(said).toContain(`Interrupted after ${3 * came} of ${3 * after.length} rows. What was imported is complete.`);
    await release();
    expect(await imported(place, after, "--stock")).toContain(` ${came} unchanged`);
    expect(await expectWhole(place.db)).toEqual(new Map([["nettle", after.length]]));
  });
});
