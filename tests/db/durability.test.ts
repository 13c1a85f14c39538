import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db, Tx } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { prepareDatabase } from "../support/database.ts";
import { newFolder } from "./new-folder.ts";

async function open(engine: "sqlite" | "postgres"): Promise<Db> {
  const directory = await newFolder("durability-");
  const { url, giveBack } = await prepareDatabase(engine, directory);
  const { db, close } = await openDatabase({ url, directory });
  onTestFinished(async () => {
    await close();
    await giveBack();
  });
  return db;
}

const ask = async (db: Db, text: string): Promise<unknown> =>
  await transact(db, async (tx) => Object.values((await sql.raw<Record<string, unknown>>(text).execute(tx)).rows[0] ?? {})[0]);

describe("a transaction that writes money", () => {
  test("is on the disk after its commit, and keeps references, on SQLite", async () => {
    const db = await open("sqlite");

    expect(await ask(db, "PRAGMA synchronous")).toBe(2);
    expect(await ask(db, "PRAGMA foreign_keys")).toBe(1);
    expect(await ask(db, "PRAGMA journal_mode")).toBe("wal");
  });

  test("keeps in memory what it could be undone with, on SQLite", async () => {
    expect(await ask(await open("sqlite"), "PRAGMA temp_store")).toBe(2);
  });

  test("is on the disk after its commit, and waits for a lock for seconds, not for ever, on PostgreSQL", async () => {
    const db = await open("postgres");

    expect(await ask(db, "SHOW synchronous_commit")).toBe("on");
    expect(await ask(db, "SHOW lock_timeout")).toBe("5s");
    expect(await ask(db, "SHOW idle_in_transaction_session_timeout")).toBe("30s");
    expect(await ask(db, "SHOW transaction_isolation")).toBe("read committed");
  });

  test("that PostgreSQL ended for a deadlock runs again, and both are written", async () => {
    const db = await open("postgres");
    await db
      .insertInto("counter")
      .values(["one", "two"].map((name) => ({ name, value: 0 })))
      .execute();
    const add = (tx: Tx, name: string) =>
      tx
        .updateTable("counter")
        .set((eb) => ({ value: eb("value", "+", 1) }))
        .where("name", "=", name)
        .execute();
    const [oneHas, twoHas] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const both = (first: string, second: string, mine: () => void, other: Promise<void>) =>
      transact(db, async (tx) => {
        runs += 1;
        await add(tx, first);
        mine();
        await other;
        await add(tx, second);
      });

    await Promise.all([both("one", "two", oneHas.resolve, twoHas.promise), both("two", "one", twoHas.resolve, oneHas.promise)]);

    const rows = await db.selectFrom("counter").select("value").where("name", "in", ["one", "two"]).execute();
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
    // The database ends one transaction because of a deadlock, and that transaction runs again. If
    // it is fast, it locks its row again before the other one gets it, which is another deadlock.
    // So there may be more than three runs.
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});
