import { AsyncResource } from "node:async_hooks";
import type { Request, RequestHandler } from "express";
import pLimit, { type LimitFunction } from "p-limit";
import type { Logger } from "pino";

/**
 * How many requests of a kind are answered at once, and how many more wait for one of them. `overloaded`: so
 * many wait from when there were too many until nobody waits; a burst that is over soon is answered whole.
 */
type Bound = { atOnce: number; waiting: number; overloaded?: number };
type Kind = "page" | "call" | "identity" | "payment" | "upload" | "slow";
export type Bounds = Readonly<Record<Kind, Bound>>;

/**
 * Each kind has its own, so that none keeps back another. Pages in memory are answered before, and bounded by
 * nothing; files and health checks neither.
 */
const usual: Bounds = {
  // PostgreSQL has ten connections of a process, and rendering has one thread: more at once would only take memory.
  // Twice as many may wait, so that it takes no more than some three times as long as in a full house.
  page: { atOnce: 64, waiting: 128 },
  call: { atOnce: 64, waiting: 512, overloaded: 128 },
  // A password takes 19 MiB and a thread of four for some 30 ms.
  identity: { atOnce: 16, waiting: 128 },
  // They wait for the card gateway, up to 32 s, and hold nothing meanwhile.
  payment: { atOnce: 512, waiting: 512 },
  // A picture is scaled by one process, one after the other.
  upload: { atOnce: 8, waiting: 16 },
  // Bodies that have not come yet: whoever sends slowly keeps no place of another's.
  slow: { atOnce: 256, waiting: 0 },
};

/** Nobody waits longer for a place, in ms. */
const waitMs = 10_000;

/** More requests of a kind came than its places. */
export class Overloaded extends Error {}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function kindOf(req: Request): Kind | undefined {
  const { path } = req;
  if (!/\/(?:storefront|identity|staff)\//.test(path)) return undefined;
  if (isRead(req)) return path.includes("/storefront/api/") ? "call" : "page";
  if (req.is("multipart/form-data")) return "upload";
  if (!req.complete) return "slow";
  if (/\/checkout\/payment\/?$/.test(path)) return "payment";
  return /\/identity\/|^\/staff\/(?:signin|join)\//.test(path) ? "identity" : "call";
}

/** Logs once a minute at most. */
function openWarning(log: Logger): (kind: Kind) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (kind) => {
    const at = performance.now();
    if (at - last < 60_000) return;
    last = at;
    log.warn({ kind }, "more requests than can be answered in time: some are refused");
  };
}

type Start = () => void;
type Turns = {
  begin: (start: Start, kind: Kind) => void;
  /** Takes note of a request that was read. */
  arrive: () => void;
};

/** A connection is accepted in one turn of the event loop, and its request read in the next. */
const leastTurns = 2;
/** For each that has just begun: a flood must not keep out those that were let in. */
const mostTurns = 32;

/**
 * Begins what it is given once all that has come is read. SQLite answers without a pause: otherwise each request
 * would be answered as it is read, none would ever find another one waiting, and those beyond all bounds would
 * stand in the system's own queue. Payments and calls that wait begin together, as one COMMIT then writes what all
 * of them change (db/group-commit.ts); of the others, which take as long as many calls, one at a time.
 */
function openTurns(): Turns {
  const [payments, calls, others]: [Start[], Start[], Start[]] = [[], [], []];
  let [turns, most, arrived] = [0, mostTurns, 0];
  const isWaiting = () => payments.length + calls.length + others.length > 0;
  const turn = () => {
    const readsOn = turns < leastTurns || (arrived > 0 && turns < most);
    turns = readsOn ? turns + 1 : 0;
    arrived = 0;
    if (!readsOn) {
      const starts = [...payments.splice(0), ...calls.splice(0), ...others.splice(0, 1)];
      for (const start of starts) start();
      most = mostTurns * starts.length;
    }
    if (isWaiting()) setImmediate(turn);
  };
  return {
    begin(start, kind) {
      if (!isWaiting()) setImmediate(turn);
      if (kind === "payment") payments.push(start);
      else if (kind === "call") calls.push(start);
      else others.push(start);
    },
    arrive: () => {
      arrived += 1;
    },
  };
}

type Queue = {
  limit: LimitFunction;
  /** Whether one more may wait; where there are too many, the last of them are refused. */
  hasPlace: () => boolean;
  /** those that wait, the first that came first, by what refuses them */
  waiting: Set<() => void>;
};

function openQueue({ atOnce, waiting: most, overloaded = most }: Bound): Queue {
  const limit = pLimit(atOnce);
  const waiting = new Set<() => void>();
  let isOverloaded = false;
  const hasPlace = () => {
    if (limit.activeCount < atOnce) return true;
    if (waiting.size === 0) isOverloaded = false;
    if (waiting.size < (isOverloaded ? overloaded : most)) return true;
    isOverloaded = true;
    for (const refuse of [...waiting].slice(overloaded)) refuse();
    return false;
  };
  return { limit, hasPlace, waiting };
}

/** Lets requests in by kind; one that finds no place, or none in time, is refused with `Overloaded`. */
export function admission(log: Logger, bounds: Partial<Bounds> = {}): RequestHandler {
  const queues = new Map(Object.entries({ ...usual, ...bounds }).map(([kind, bound]) => [kind, openQueue(bound)]));
  const warn = openWarning(log);
  const turns = openTurns();
  const enter: RequestHandler = (req, res, next) => {
    const kind = kindOf(req);
    const queue = kind && queues.get(kind);
    if (!queue) return next();
    turns.arrive();
    let timer: NodeJS.Timeout | undefined;
    const refuse = () => {
      queue.waiting.delete(refuse);
      clearTimeout(timer);
      warn(kind);
      next(new Overloaded());
    };
    if (!queue.hasPlace()) return refuse();
    queue.waiting.add(refuse);
    timer = setTimeout(refuse, waitMs);
    // In its own context: whoever ends before would lend it theirs.
    const proceed = AsyncResource.bind(() => next());
    void queue.limit(async () => {
      clearTimeout(timer);
      if (!queue.waiting.delete(refuse) || res.closed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      res.once("close", resolve);
      turns.begin(proceed, kind);
      await promise;
    });
  };
  // A body that came with its head is complete after this turn.
  return (req, res, next) => (isRead(req) ? enter(req, res, next) : void setImmediate(() => enter(req, res, next)));
}
