import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { openOutageLog } from "../../server/db/outage-log.ts";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { type JobWorker, openJobQueue } from "../../server/jobs/queue.ts";
import { engines, openEmpty } from "../catalog/open-catalog.ts";

const start = Date.UTC(2026, 5, 1);
const minute = 60_000;

/** One job, and any number of processes, whose clock the test sets. */
async function oneJob(engine: (typeof engines)[number]) {
  const db = await openEmpty(engine);
  const clock = { at: start };
  await transact(db, (tx) => enqueue(tx, { kind: "mail", subject: "o-1" }, start));
  const processes = (worker: JobWorker) => {
    const log = pino({ level: "silent" });
    const queue = openJobQueue({
      db,
      now: () => clock.at,
      log,
      outages: openOutageLog({ log, ping: async () => {} }),
      workers: { mail: worker },
    });
    onTestFinished(() => queue.stop());
    return queue;
  };
  /** A process that has started the job, and is held at its work until `end` sets the result. */
  const busy = async () => {
    const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queue = processes(async () => {
      begun.resolve();
      await work.promise;
    });
    onTestFinished(() => work.resolve());
    const run = queue.run();
    await begun.promise;
    const end = async (failure?: string) => {
      if (failure === undefined) work.resolve();
      else work.reject(new Error(failure));
      await run;
    };
    return { end };
  };
  const done: number[] = [];
  const other = processes(async (_payload, { tries }) => void done.push(tries));
  const job = () =>
    db.selectFrom("job").select(["state", "tries", "lease_until", "run_at", "done_at", "failure"]).executeTakeFirstOrThrow();
  return { db, clock, busy, other, done, job, processes };
}

describe.each(engines)("the lease of a job, on %s", (engine) => {
  test("keeps other processes away for a minute, and then the job is another's", async () => {
    const { clock, busy, other, done, job } = await oneJob(engine);
    const first = await busy();
    expect(await job()).toMatchObject({ state: "waiting", tries: 1, lease_until: start + minute });
    clock.at = start + minute - 1;
    await other.run();
    expect(done).toEqual([]);

    clock.at += 1;
    await other.run();

    expect(done).toEqual([2]);
    const done_at = clock.at;
    expect(await job()).toMatchObject({ state: "done", tries: 2, done_at });
    clock.at += 5;
    await first.end();
    expect(await job()).toMatchObject({ state: "done", tries: 2, done_at });
  });

  test("is never further ahead than its length, though the clock went back", async () => {
    const { clock, busy, other, done, job } = await oneJob(engine);
    await busy();
    clock.at -= 180 * minute;
    await other.run();
    expect([done, await job()]).toEqual([[], expect.objectContaining({ tries: 1, lease_until: clock.at + minute })]);

    clock.at += minute;
    await other.run();

    expect([done, await job()]).toEqual([[2], expect.objectContaining({ state: "done" })]);
  });

  test("that ran out gives its late owner no say: what another has done stays done", async () => {
    const { clock, busy, other, done, job } = await oneJob(engine);
    const first = await busy();
    clock.at += minute;
    await other.run();

    await first.end("too late");

    expect(await job()).toMatchObject({ state: "done", tries: 2, failure: "" });
    clock.at += 60 * minute;
    await other.run();
    expect(done).toEqual([2]);
  });

  test("that ran out lets its late owner take nothing from the one at work now", async () => {
    const { clock, busy, other, done, job } = await oneJob(engine);
    const first = await busy();
    clock.at += minute;
    const second = await busy();

    await first.end("too late");

    expect(await job()).toMatchObject({ state: "waiting", tries: 2, lease_until: clock.at + minute, failure: "" });
    await other.run();
    expect(done).toEqual([]);
    await second.end();
    expect(await job()).toMatchObject({ state: "done", tries: 2 });
  });

  test("ends with a failure, and the job waits for its pause alone", async () => {
    const { clock, busy, other, done, job } = await oneJob(engine);
    const first = await busy();
    await first.end("the line broke");
    expect(await job()).toMatchObject({
      state: "waiting",
      tries: 1,
      lease_until: 0,
      run_at: start + 2000,
      failure: "the line broke",
    });
    clock.at = start + 1999;
    await other.run();
    expect(done).toEqual([]);

    clock.at += 1;
    await other.run();

    expect(done).toEqual([2]);
  });
});
