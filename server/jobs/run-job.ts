import type { Logger } from "pino";
import type { OutageLog } from "../db/outage-log.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { type Lane, longestPause } from "./lanes.ts";
import { finishJob, giveUpJob, type Job, postponeJob, putOffJob } from "./queries.ts";
import { NotYet, Refused, RefusedForGood, refusedOnceWords, refusedWords } from "./refused.ts";

/**
 * Runs one job. A job may run several times, or run again while a late run has not ended, so the
 * worker must allow this. After an error, the job runs again with growing pauses. After
 * `RefusedForGood`, its lane decides: it runs again once a day, or never.
 */
export type JobWorker = (payload: unknown, job: RunningJob) => Promise<void>;

export type RunningJob = Pick<Job, "id" | "kind" | "subject" | "tries" | "request_id">;

/** Records data about a job that is given up, in the same transaction. */
export type GiveUp = (tx: Tx, job: { subject: string; payload: unknown }, now: number) => Promise<void>;

export type Workers = {
  db: Db;
  now: () => number;
  log: Logger;
  outages: Pick<OutageLog, "failed">;
  workers: Record<string, JobWorker>;
  giveUps?: Record<string, GiveUp>;
  /**
   * for a kind of job: ms from creation after which it is given up, instead of the lane's lifetime
   */
  lifetimes?: Record<string, number>;
};

/** A postponed job waits at least so long, in ms, even if its time has come by another clock. */
const shortestWait = 600_000;

const pauseAfter = (tries: number): number => Math.min(1000 * 2 ** tries, longestPause);

/**
 * Whether a job's time is over. This is checked only after a failed try, so no job is lost while no
 * process runs or because of a wrong clock.
 */
function isSpent({ kind, created_at, first_try_at }: Job, now: number, lane: Lane, { lifetimes }: Workers): boolean {
  const lifetime = lifetimes?.[kind];
  if (lifetime !== undefined) return now - created_at >= lifetime;
  return now - (first_try_at ?? created_at) >= lane.lifetime;
}

/** Waits for `work` and rejects after `ms`; a later result is ignored. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const lapse = Promise.withResolvers<never>();
  const timer = setTimeout(() => lapse.reject(new Error(`it took longer than ${ms / 1000} s`)), ms);
  try {
    await Promise.race([work, lapse.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A failed try: `words` are recorded if there is a next try, `plain` otherwise. */
type Failure = { words: string; plain: string; refused: boolean; notYet?: NotYet };

function refusalWordsOf(error: unknown): string {
  if (error instanceof RefusedForGood) return refusedWords;
  return error instanceof Refused ? refusedOnceWords : "";
}

async function tryJob({ workers }: Workers, { payload, ...job }: Job, { deadline }: Lane): Promise<Failure | undefined> {
  try {
    const worker = workers[job.kind];
    if (!worker) throw new Error(`no worker for jobs of kind ${job.kind}`);
    await within(deadline, worker(JSON.parse(payload), job));
    return undefined;
  } catch (error) {
    const plain = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const refused = error instanceof RefusedForGood;
    return { words: `${refusalWordsOf(error)}${plain}`, plain, refused, ...(error instanceof NotYet && { notYet: error }) };
  }
}

/**
 * The time of a job's next try, and the failure that is recorded until then; undefined if the job
 * is given up.
 */
function nextTry(options: Workers, job: Job, lane: Lane, { words, refused }: Failure, now: number) {
  const pause = refused ? lane.refusedPause : pauseAfter(job.tries);
  if (pause === Number.POSITIVE_INFINITY || isSpent(job, now, lane, options)) return undefined;
  return { at: now + pause, failure: words };
}

/**
 * Runs a job that this process owns, and records the result. Throws if the result cannot be
 * recorded.
 */
export async function runJob(options: Workers, job: Job, lane: Lane): Promise<void> {
  const { db, log } = options;
  const failed = await tryJob(options, job, lane);
  const now = options.now();
  if (failed === undefined) return void (await finishJob(db, job, now));
  const { kind, subject, tries, request_id: request } = job;
  if (failed.notYet) {
    log.info({ kind, subject, request, reason: failed.plain }, "job postponed");
    return void (await postponeJob(db, job, Math.max(failed.notYet.at, now + shortestWait)));
  }
  const next = nextTry(options, job, lane, failed, now);
  if (next) {
    log.warn({ kind, subject, tries, request, failure: next.failure }, "job failed, and will be tried again");
    return void (await putOffJob(db, job, next.at, next.failure));
  }
  const failure = failed.plain;
  log.error({ kind, subject, tries, request, failure }, "job given up");
  await transact(db, async (tx) => {
    if (await giveUpJob(tx, job, now, failure))
      await options.giveUps?.[kind]?.(tx, { subject, payload: JSON.parse(job.payload) }, now);
  });
}
