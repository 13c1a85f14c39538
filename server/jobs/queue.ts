import type { Logger } from "pino";
import type { Db, Row } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";

/**
 * Runs one job, at least once, so it must be safe to run twice. After a throw it runs again with
 * growing pauses.
 */
export type JobWorker = (payload: unknown, job: { id: string; kind: string; subject: string; tries: number }) => Promise<void>;

type Options = { db: Db; now: () => number; log: Logger; workers: Record<string, JobWorker> };

/** ms that a worker owns a job before another process may take it over. */
const lease = 60_000;
const lastTry = 12;
const pauseAfter = (tries: number) => Math.min(1000 * 2 ** tries, 3_600_000);

type JobQueue = {
  /** Runs due jobs until none is left. Concurrent calls wait for the same run. */
  run(): Promise<void>;
  notifyWorker(): void;
  stop(): Promise<void>;
};

/**
 * A lease ends no later than its length from now: a clock that went back leaves leases behind that
 * would last for hours, of jobs that were due. Shortened and not ended, since the clock of another
 * process may only be a little ahead.
 */
const capLeases = (db: Db, now: number) =>
  transact(db, (tx) =>
    tx
      .updateTable("job")
      .set({ lease_until: now + lease, run_at: now })
      .where("state", "=", "waiting")
      .where("lease_until", ">", now + lease)
      .execute(),
  );

async function takeDue(db: Db, now: number): Promise<Row<"job"> | undefined> {
  return await transact(db, async (tx) => {
    const due = await tx
      .selectFrom("job")
      .selectAll()
      .where("state", "=", "waiting")
      .where("run_at", "<=", now)
      .where("lease_until", "<=", now)
      .orderBy("run_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    await tx
      .updateTable("job")
      .set({ lease_until: now + lease, tries: due.tries + 1 })
      .where("id", "=", due.id)
      .execute();
    return { ...due, tries: due.tries + 1 };
  });
}

async function finishJob(db: Db, job: Row<"job">, now: number, failure: string | undefined): Promise<void> {
  const failed = job.tries >= lastTry ? "failed" : "waiting";
  const change =
    failure === undefined
      ? { state: "done" as const, done_at: now, failure: "" }
      : {
          state: failed as "failed" | "waiting",
          run_at: now + pauseAfter(job.tries),
          lease_until: 0,
          failure: failure.slice(0, 500),
        };
  const ended = db.updateTable("job").set(change).where("id", "=", job.id).where("state", "=", "waiting");
  // A worker whose lease ran out meanwhile must not change the job of the one that has it now.
  await (failure === undefined ? ended : ended.where("tries", "=", job.tries)).execute();
}

async function work({ db, now, log, workers }: Options, job: Row<"job">): Promise<void> {
  const worker = workers[job.kind];
  try {
    if (!worker) throw new Error(`no worker for jobs of kind ${job.kind}`);
    await worker(JSON.parse(job.payload), job);
    await finishJob(db, job, now(), undefined);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    log[job.tries >= lastTry ? "error" : "warn"](
      { kind: job.kind, subject: job.subject, tries: job.tries, failure },
      "job failed",
    );
    await finishJob(db, job, now(), failure);
  }
}

/**
 * Runs the queued jobs: at once when notified after a commit, and every second for those of other
 * processes or due later.
 */
export function openJobQueue(options: Options): JobQueue {
  let running: Promise<void> | undefined;
  let rerun = false;
  let stopped = false;
  const drain = async () => {
    do {
      rerun = false;
      await capLeases(options.db, options.now());
      for (let job = await takeDue(options.db, options.now()); job && !stopped; job = await takeDue(options.db, options.now()))
        await work(options, job);
    } while (rerun && !stopped);
  };
  const run = (): Promise<void> => {
    rerun = true;
    running ??= drain()
      .catch((error: unknown) => options.log.error({ err: error }, "the job queue stopped, and starts again in a second"))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(() => void run(), 1000);
  timer.unref();
  return {
    run,
    notifyWorker: () => void run(),
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
