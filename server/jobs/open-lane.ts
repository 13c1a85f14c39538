import { AsyncLocalStorage } from "node:async_hooks";
import { withRequestId } from "../request-id.ts";
import type { Lane } from "./lanes.ts";
import { returnJob, takeDue } from "./queries.ts";
import { runJob, type Workers } from "./run-job.ts";

type OpenLane = {
  /** Takes due jobs as long as the lane has free places. */
  fill(): Promise<void>;
  /** Resolves when no job is due and none runs. */
  idle(): Promise<void>;
  stop(): void;
  /** the number of jobs that have begun so far, and of running jobs */
  counts(): { begun: number; running: number };
};

/** Runs the jobs of some kinds, several at the same time. */
export function openLane(options: Workers, kinds: readonly string[], lane: Lane): OpenLane {
  const { db, now, log, outages } = options;
  // A request may notify the lane, but it did not enqueue the jobs that the lane finds, and its
  // time limits do not apply to them.
  const outsideRequests = AsyncLocalStorage.snapshot();
  const running = new Set<Promise<void>>();
  let runCount = 0;
  let filling: Promise<void> | undefined;
  /** whether the last look filled every free place, so that more jobs may be due */
  let wasFull = false;
  let refill = false;
  let stopped = false;

  const begin = (job: Parameters<typeof runJob>[1]) => {
    runCount += 1;
    const { kind, subject } = job;
    const work = withRequestId(job.request_id ?? undefined, () => runJob(options, job, lane))
      .catch((error: unknown) => log.error({ err: error, kind, subject }, "what came of a job could not be recorded"))
      .finally(() => {
        running.delete(work);
        return wasFull ? fill() : undefined;
      });
    running.add(work);
  };
  const takeFree = async () => {
    while (!stopped && running.size < lane.width) {
      const free = lane.width - running.size;
      const jobs = await takeDue(db, kinds, now(), free);
      for (const job of jobs) {
        if (stopped) await returnJob(db, job);
        else begin(job);
      }
      wasFull = jobs.length === free;
      if (!wasFull) return;
    }
  };
  const takeAll = async () => {
    try {
      while (refill) {
        refill = false;
        await takeFree();
      }
    } catch (error) {
      outages.failed(error, "jobs could not be taken; the queue tries again in a second");
    } finally {
      // Nothing else runs between the last check of `refill` and this line, so no call of `fill` is
      // lost.
      filling = undefined;
    }
  };
  const fill = (): Promise<void> => {
    refill = true;
    filling ??= outsideRequests(() => Promise.resolve().then(takeAll));
    return filling;
  };
  const idle = async () => {
    await fill();
    while (running.size > 0) {
      await Promise.race(running);
      // Finished jobs may have enqueued more jobs.
      await fill();
    }
  };
  return {
    fill,
    idle,
    stop: () => {
      stopped = true;
    },
    counts: () => ({ begun: runCount, running: running.size }),
  };
}
