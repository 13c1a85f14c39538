import { drawsOf } from "../support/draws.ts";

/** Measured costs and assumed ones; times in ms. */
export type Costs = {
  /**
   * the calls for one order, and the process time of each, including its part of the order's jobs
   */
  calls: number;
  callCpu: number;
  /**
   * the statements of one call that wait for an answer, the database time of each, and the round
   * trip
   */
  statements: number;
  statementCpu: number;
  roundTrip: number;
  /** the disk's time for the commits of one call */
  commits: number;
  /** the process time for the pages read per order, in one piece for each call */
  pagesCpu: number;
};

export type Fleet = { ordersPerSecond: number; processes: number; databaseCores: number };

export type Simulated = {
  /** the shares of the time in which the processes, and the database's cores, are busy */
  processesBusy: number;
  databaseBusy: number;
  /** the ms of a checkout call */
  median: number;
  p99: number;
  /** the number of connections in use at once, at the 99th percentile */
  connections: number;
};

type Event = { at: number; run: () => void };

/** Events sorted by time in a binary heap. */
function openTimeline() {
  const heap: Event[] = [];
  let now = 0;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  const timeOf = (place: number) => heap[place]?.at ?? Number.POSITIVE_INFINITY;
  return {
    now: () => now,
    after(ms: number, run: () => void): void {
      heap.push({ at: now + ms, run });
      for (let place = heap.length - 1; place > 0; ) {
        const parent = (place - 1) >> 1;
        if (timeOf(parent) <= timeOf(place)) break;
        swap(place, parent);
        place = parent;
      }
    },
    /** Runs the next planned function; false if there is none. */
    step(): boolean {
      const next = heap[0];
      const last = heap.pop();
      if (next === undefined || last === undefined) return false;
      if (heap.length > 0) heap[0] = last;
      for (let place = 0; ; ) {
        const child = timeOf(2 * place + 1) <= timeOf(2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
        if (timeOf(child) >= timeOf(place)) break;
        swap(place, child);
        place = child;
      }
      now = next.at;
      next.run();
      return true;
    },
  };
}

/**
 * A station of several servers with one queue: the next free server takes the first in the queue.
 */
function openStation(timeline: ReturnType<typeof openTimeline>, servers: number) {
  let [free, busyMs, head] = [servers, 0, 0];
  let waiting: { service: number; done: () => void }[] = [];
  const begin = (service: number, done: () => void) => {
    busyMs += service;
    timeline.after(service, () => {
      const next = waiting[head];
      if (next === undefined) {
        free += 1;
        [waiting, head] = [[], 0];
      } else {
        head += 1;
        begin(next.service, next.done);
      }
      done();
    });
  };
  return {
    busyMs: () => busyMs,
    serve(service: number, done: () => void): void {
      if (free === 0) return void waiting.push({ service, done });
      free -= 1;
      begin(service, done);
    },
  };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Calls arrive at random times, and go to the processes in turn, as a proxy distributes them. Each
 * call alternates between the process and the database, for times that vary at random around the
 * measured ones. An equal `seed` gives equal figures.
 */
export function simulate(costs: Costs, fleet: Fleet, { seconds, seed }: { seconds: number; seed: number }): Simulated {
  const draws = drawsOf(seed);
  const random = (mean: number) => -mean * Math.log((draws.below(1_000_000) + 1) / 1_000_001);
  const timeline = openTimeline();
  const processes = Array.from({ length: fleet.processes }, () => openStation(timeline, 1));
  const database = openStation(timeline, fleet.databaseCores);
  const [latencies, connections]: [number[], number[]] = [[], []];
  let [inUse, nth] = [0, 0];
  const [end, warm] = [seconds * 1000, seconds * 100];

  const call = () => {
    const begun = timeline.now();
    const own = processes[nth++ % fleet.processes];
    const turn = costs.callCpu / (costs.statements + 1);
    const finish = () => {
      inUse -= 1;
      if (begun > warm) latencies.push(timeline.now() - begun);
    };
    const next = (left: number): void => {
      const ask = () => database.serve(random(costs.statementCpu), () => next(left - 1));
      own?.serve(random(turn), () =>
        left > 0 ? timeline.after(costs.roundTrip, ask) : timeline.after(random(costs.commits), finish),
      );
    };
    inUse += 1;
    if (begun > warm) connections.push(inUse);
    next(costs.statements);
    processes[nth % fleet.processes]?.serve(random(costs.pagesCpu), () => {});
  };
  const arrive = () => {
    if (timeline.now() > end) return;
    call();
    timeline.after(random(1000 / (fleet.ordersPerSecond * costs.calls)), arrive);
  };
  arrive();
  while (timeline.step());

  const [sorted, used] = [latencies.toSorted((a, b) => a - b), connections.toSorted((a, b) => a - b)];
  return {
    processesBusy: processes.reduce((sum, process) => sum + process.busyMs(), 0) / (end * fleet.processes),
    databaseBusy: database.busyMs() / (end * fleet.databaseCores),
    median: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    connections: at(used, 0.99),
  };
}
