import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db, Tx } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { newFolder } from "./new-folder.ts";

const add = (writer: Db | Tx, slug: string) => writer.insertInto("category").values({ id: slug, slug, name: slug }).execute();

const slugs = async (db: Db) =>
  (await db.selectFrom("category").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);

async function openSqlite() {
  const directory = await newFolder("writers-");
  const { db, close } = await openDatabase({ url: undefined, directory });
  onTestFinished(close);
  return { db, path: join(directory, "store.db") };
}

/** A transaction that has written `slug` and stays open until the test ends it. */
async function openWriter(db: Db, slug: string) {
  const [wrote, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = transact(db, async (tx) => {
    await add(tx, slug);
    wrote.resolve();
    await go.promise;
  });
  await wrote.promise;
  return { commit: () => go.resolve(), fail: (error: Error) => go.reject(error), ended };
}

/**
 * Lets other code run as far as it can without the writer: each round runs every callback that
 * waits for nothing else.
 */
async function letOthersRun(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise(setImmediate);
}

test("a statement by itself is none of another's transaction, and stays when that is undone", async () => {
  const { db } = await openSqlite();
  const first = await openWriter(db, "undone");
  const alone = add(db, "alone");
  await letOthersRun();

  first.fail(new Error("undo it"));

  await expect(first.ended).rejects.toThrow("undo it");
  await alone;
  expect(await slugs(db)).toEqual(["alone"]);
});

test("transactions of one process come one after the other, in the order they were asked for", async () => {
  const { db } = await openSqlite();
  const order: string[] = [];
  const first = await openWriter(db, "a");
  const writers = ["b", "c", "d"].map((slug) =>
    transact(db, async (tx) => {
      order.push(`${slug} begins`);
      await add(tx, slug);
      await letOthersRun();
      order.push(`${slug} ends`);
    }),
  );
  const alone = add(db, "e").then(() => order.push("e"));
  await letOthersRun();
  expect(order).toEqual([]);

  first.commit();

  await Promise.all([first.ended, ...writers, alone]);
  expect(order).toEqual(["b begins", "b ends", "c begins", "c ends", "d begins", "d ends", "e"]);
  expect(await slugs(db)).toEqual(["a", "b", "c", "d", "e"]);
});

test("a writer that fails, by itself or in a transaction, lets the next one in", async () => {
  const { db } = await openSqlite();
  await add(db, "a");
  await expect(add(db, "a")).rejects.toThrow("UNIQUE");
  await expect(transact(db, (tx) => add(tx, "a"))).rejects.toThrow("UNIQUE");
  await add(db, "b");
  await transact(db, (tx) => add(tx, "c"));
  expect(await slugs(db)).toEqual(["a", "b", "c"]);
});

test("a writer that gave up waiting for another process lets the next one in", async () => {
  const { db, path } = await openSqlite();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  // Each read of the clock is a minute later than the last, so that no test has to wait.
  let at = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (at += 60_000));
  onTestFinished(() => clock.mockRestore());

  await expect(transact(db, (tx) => add(tx, "a"))).rejects.toThrow("locked");
  await expect(add(db, "b")).rejects.toThrow("locked");
  other.exec("ROLLBACK");
  await transact(db, (tx) => add(tx, "c"));
  await add(db, "d");

  expect(await slugs(db)).toEqual(["c", "d"]);
});
