import { atMost } from "../at-most.ts";
import { type Lane, type LaneName, laneOf, lanes as usualLanes } from "./lanes.ts";
import { openLane } from "./open-lane.ts";
import { repairTimes } from "./queries.ts";
import type { Workers } from "./run-job.ts";

export type { JobWorker } from "./run-job.ts";

/** Workers, with lanes and times that tests can shorten. */
type Options = Workers & { lanes?: Readonly<Record<LaneName, Lane>>; graceMs?: number };

export type JobQueue = {
  /** Runs due jobs, including jobs that they enqueue, until none is left. */
  run(): Promise<void>;
  notifyWorker(): void;
  /** Takes no new jobs, and waits up to 20 s for running jobs. */
  stop(): Promise<void>;
};

/**
 * The longest wait for running jobs at a stop, in ms: longer than a call of the gateway or the
 * sending of an email.
 */
const usualGraceMs = 20_000;
const lookEvery = 1000;
/** The pause, in ms, between two checks of times that other processes wrote. */
const repairEvery = 15_000;

/**
 * Returns a function that repairs the times of jobs at its first call, if the clock went back, and
 * at intervals.
 */
function clockGuard({ db, now, outages }: Workers): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY;
  let repairedAt = 0;
  let repairing = Promise.resolve();
  return () => {
    const at = now();
    const elapsed = performance.now();
    const isDue = at < latest || elapsed - repairedAt >= repairEvery;
    latest = at;
    if (!isDue) return repairing;
    repairedAt = elapsed;
    repairing = repairTimes(db, at).catch((error: unknown) => outages.failed(error, "times of jobs could not be checked"));
    return repairing;
  };
}

/**
 * Runs the queued jobs in lanes by kind. Looks for jobs when notified after a commit, and every
 * second for other processes' jobs and jobs that become due later. A kind without a worker in this
 * release waits for a release that has one.
 */
export function openJobQueue({ lanes = usualLanes, graceMs = usualGraceMs, ...options }: Options): JobQueue {
  const kinds = Object.groupBy(Object.keys(options.workers), laneOf);
  const names = Object.keys(lanes) as LaneName[];
  const open = names.map((name) => openLane(options, kinds[name] ?? [], lanes[name]));
  const guardClock = clockGuard(options);
  const sum = (count: "begun" | "running") => open.reduce((total, lane) => total + lane.counts()[count], 0);
  const fill = async () => {
    await guardClock();
    for (const lane of open) void lane.fill();
  };
  const run = async () => {
    await guardClock();
    for (let isBusy = true; isBusy; ) {
      const started = sum("begun");
      const running = sum("running");
      await Promise.all(open.map((lane) => lane.idle()));
      // A job of one lane that ran since the last check may have enqueued a job of another lane.
      isBusy = running > 0 || sum("begun") !== started;
    }
  };
  const timer = setInterval(() => void fill(), lookEvery);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    for (const lane of open) lane.stop();
    await atMost(graceMs, Promise.all(open.map((lane) => lane.idle())));
    if (sum("running") > 0) options.log.warn({ running: sum("running") }, "the shop stops while jobs run: they are tried again");
  };
  return { run, notifyWorker: () => void fill(), stop };
}
