import { CompiledQuery } from "kysely";
import { expect, test, vi } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { takeDue } from "../../server/jobs/queries.ts";
import type { JobWorker } from "../../server/jobs/run-job.ts";
import { engines, openShop } from "../support/shop.ts";
import { heldWork, openJobs } from "./queue-fixture.ts";

const kinds = ["capture", "void", "refund"];

test.each(engines)("jobs that wait together are taken together, the longest due first, on %s", async (engine) => {
  const { shop } = await openShop({ engine, pays: false });
  const now = shop.now();
  for (const [subject, ago] of [
    ["second", 2],
    ["third", 1],
    ["first", 3],
  ] as const)
    await transact(shop.db, (tx) => enqueue(tx, { kind: "capture", subject, runAt: now - ago }, now));
  const statements = vi.spyOn(shop.db, "executeQuery");

  const taken = await takeDue(shop.db, kinds, now, 2);

  expect(statements).toHaveBeenCalledTimes(2);
  expect(taken.map(({ subject, tries, first_try_at }) => [subject, tries, first_try_at])).toEqual([
    ["first", 1, now],
    ["second", 1, now],
  ]);
  expect((await takeDue(shop.db, kinds, now, 2)).map(({ subject }) => subject)).toEqual(["third"]);
  expect(await takeDue(shop.db, kinds, now, 2)).toEqual([]);
});

test("a job that another process is about to take is left to it, on postgres", async () => {
  const { shop } = await openShop({ engine: "postgres", pays: false });
  const now = shop.now();
  await transact(shop.db, (tx) => enqueue(tx, { kind: "capture", subject: "o-1" }, now));
  const [taken, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = transact(shop.db, async (tx) => {
    const jobs = await takeDue(tx, kinds, now, 4);
    taken.resolve();
    await ends.promise;
    return jobs;
  });
  await taken.promise;

  const second = takeDue(shop.db, kinds, now, 4).finally(() => ends.resolve());

  expect(await second).toEqual([]);
  expect(await first).toHaveLength(1);
});

test("a look at the queue reads no job that is done", async () => {
  const { shop } = await openShop({ engine: "sqlite", pays: false });
  await transact(shop.db, (tx) => enqueue(tx, { kind: "capture", subject: "o-1" }, shop.now()));
  const statements = vi.spyOn(shop.db, "executeQuery");

  await takeDue(shop.db, kinds, shop.now(), 4);

  const asked = statements.mock.calls.map(([query]) => query as CompiledQuery);
  expect(asked).toHaveLength(2);
  for (const { sql, parameters } of asked) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await shop.db.executeQuery<{ detail: string }>(plan);
    expect(rows.map(({ detail }) => detail)).toContainEqual(expect.stringContaining("INDEX job_waiting_of_kind "));
  }
});

test.each(engines)("a run takes in what jobs enqueue that were begun before it, in every lane, on %s", async (engine) => {
  const jobs = await openJobs(engine);
  const held = heldWork();
  const done: string[] = [];
  const note: JobWorker = async (_payload, { kind }) => void done.push(kind);
  const first: JobWorker = async (payload, job) => {
    await held.worker(payload, job);
    for (const kind of ["lookup-mail", "capture"]) await jobs.add(kind, "next");
  };
  const queue = jobs.process({ "reset-mail": first, "lookup-mail": note, capture: note });
  await jobs.add("reset-mail", "first");
  queue.notifyWorker();
  await held.begun;

  const run = queue.run();
  held.end();
  await run;

  expect(done.toSorted()).toEqual(["capture", "lookup-mail"]);
});
