import { describe, expect, test } from "vitest";
import type { Db, Tx } from "../../server/db/tables.ts";
import { readSnapshot, transact } from "../../server/db/transaction.ts";
import { engines, openEmpty } from "../catalog/open-catalog.ts";

const addCategory = (db: Db | Tx, slug: string) =>
  db.insertInto("category").values({ id: slug, slug, name: slug }).returning("slug").execute();

const categorySlugs = async (reader: Db | Tx) =>
  (await reader.selectFrom("category").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);

/** A snapshot that stays open until `look` is called; `look` returns the rows that it sees. */
function held(db: Db): { begun: Promise<void>; look: () => Promise<string[]> } {
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const seen = readSnapshot(db, async (tx) => {
    begun.resolve();
    await finished.promise;
    return await categorySlugs(tx);
  });
  const look = () => {
    finished.resolve();
    return seen;
  };
  return { begun: begun.promise, look };
}

describe.each(engines)("a snapshot on %s", (engine) => {
  test("keeps no writer waiting and sees nothing of what is written meanwhile", async () => {
    const db = await openEmpty(engine);
    await addCategory(db, "before");
    const snapshot = held(db);
    await snapshot.begun;

    await transact(db, (tx) => addCategory(tx, "in-a-transaction"));
    await addCategory(db, "by-itself");

    expect(await categorySlugs(db)).toEqual(["before", "by-itself", "in-a-transaction"]);
    expect(await snapshot.look()).toEqual(["before"]);
    expect(await readSnapshot(db, categorySlugs)).toEqual(["before", "by-itself", "in-a-transaction"]);
  });

  test("and every other read see what is there while a writer has not ended, and end without it", async () => {
    const db = await openEmpty(engine);
    const [wrote, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = transact(db, async (tx) => {
      await addCategory(tx, "unfinished");
      wrote.resolve();
      await go.promise;
    });
    await wrote.promise;

    expect(await readSnapshot(db, categorySlugs)).toEqual([]);
    expect(await categorySlugs(db)).toEqual([]);

    go.resolve();
    await writing;
    expect(await categorySlugs(db)).toEqual(["unfinished"]);
  });

  test("writes nothing", async () => {
    const db = await openEmpty(engine);
    await expect(readSnapshot(db, (tx) => addCategory(tx, "no"))).rejects.toThrow(/read-?\s?only/);
    expect(await categorySlugs(db)).toEqual([]);
  });

  test("that fails leaves nothing behind, however many do", async () => {
    const db = await openEmpty(engine);
    for (let round = 0; round < 12; round++)
      await expect(readSnapshot(db, () => Promise.reject(new Error("the pipe broke")))).rejects.toThrow("the pipe broke");
    await transact(db, (tx) => addCategory(tx, "after"));
    expect(await readSnapshot(db, categorySlugs)).toEqual(["after"]);
  });

  test("and a transaction do not stand in each other, and a snapshot asks through nothing but its own", async () => {
    const db = await openEmpty(engine);
    const refusal = "this may not happen inside a database transaction";
    await expect(transact(db, () => readSnapshot(db, categorySlugs))).rejects.toThrow(refusal);
    await expect(readSnapshot(db, () => transact(db, categorySlugs))).rejects.toThrow(refusal);
    await expect(readSnapshot(db, () => categorySlugs(db))).rejects.toThrow(refusal);
  });
});
