import { pino } from "pino";
import { onTestFinished } from "vitest";
import { openOutageLog } from "../../server/db/outage-log.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { type Lane, type LaneName, lanes } from "../../server/jobs/lanes.ts";
import { openJobQueue } from "../../server/jobs/queue.ts";
import type { JobWorker, Workers } from "../../server/jobs/run-job.ts";
import { type Engine, openEmpty } from "../catalog/open-catalog.ts";

export const start = Date.UTC(2026, 5, 1);
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

type QueueOptions = Partial<Omit<Workers, "workers">> & { deadlines?: Partial<Record<LaneName, number>>; graceMs?: number };

const lanesWith = (deadlines: Partial<Record<LaneName, number>>): Record<LaneName, Lane> => ({
  money: { ...lanes.money, deadline: deadlines.money ?? lanes.money.deadline },
  mail: { ...lanes.mail, deadline: deadlines.mail ?? lanes.mail.deadline },
  upkeep: { ...lanes.upkeep, deadline: deadlines.upkeep ?? lanes.upkeep.deadline },
});

/** An empty database, and a clock that the test sets. */
export async function openJobs(engine: Engine) {
  const db: Db = await openEmpty(engine);
  const clock = { at: start };
  const log: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void log.push(line) });
  const add = (kind: string, subject: string, more: { payload?: Record<string, unknown>; runAt?: number } = {}) =>
    transact(db, (tx) => enqueue(tx, { kind, subject, ...more }, clock.at));
  /** Opens another process on this queue. */
  const process = (workers: Record<string, JobWorker>, { deadlines = {}, ...options }: QueueOptions = {}) => {
    const queue = openJobQueue({
      db,
      now: () => clock.at,
      log: logger,
      outages: openOutageLog({ log: logger, ping: async () => {} }),
      workers,
      lanes: lanesWith(deadlines),
      graceMs: 20,
      ...options,
    });
    onTestFinished(() => queue.stop());
    return queue;
  };
  const job = (subject: string) => db.selectFrom("job").selectAll().where("subject", "=", subject).executeTakeFirstOrThrow();
  return { db, clock, log, add, process, job };
}

/** Work that reports its beginning, and ends when the test releases it or ends. */
export function heldWork() {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => held.resolve());
  const worker: JobWorker = async () => {
    begun.resolve();
    await held.promise;
  };
  return { worker, begun: begun.promise, end: () => held.resolve(), fail: (why: string) => held.reject(new Error(why)) };
}
