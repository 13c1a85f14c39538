import { AsyncResource } from "node:async_hooks";
import type { Request, RequestHandler } from "express";
import pLimit from "p-limit";
import type { Logger } from "pino";

/** How many requests of a kind are answered at once, and how many more wait for one of them. */
type Bound = { atOnce: number; waiting: number };
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
  call: { atOnce: 64, waiting: 512 },
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

type Turns = {
  /** `isFirst`: before those that are not */
  begin: (start: () => void, isFirst: boolean) => void;
  /** Takes note of a request that was read. */
  arrive: () => void;
};

/** A connection is accepted in one turn of the event loop, and its request read in the next. */
const leastTurns = 2;
/** A flood must not keep out those that were let in. */
const mostTurns = 32;

/**
 * Begins what it is given one by one, once all that has come is read. SQLite answers without a pause: otherwise
 * each request would be answered as it is read, none would ever find another one waiting, and those beyond all
 * bounds would stand in the system's own queue.
 */
function openTurns(): Turns {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []];
  let [turns, arrived] = [0, 0];
  const isWaiting = () => first.length + others.length > 0;
  const turn = () => {
    const readsOn = turns < leastTurns || (arrived > 0 && turns < mostTurns);
    turns = readsOn ? turns + 1 : 0;
    arrived = 0;
    if (!readsOn) (first.shift() ?? others.shift())?.();
    if (isWaiting()) setImmediate(turn);
  };
  return {
    begin(start, isFirst) {
      if (!isWaiting()) setImmediate(turn);
      (isFirst ? first : others).push(start);
    },
    arrive: () => {
      arrived += 1;
    },
  };
}

/** Lets requests in by kind; one that finds no place, or none in time, is refused with `Overloaded`. */
export function admission(log: Logger, bounds: Partial<Bounds> = {}): RequestHandler {
  const queues = new Map(
    Object.entries({ ...usual, ...bounds }).map(([kind, { atOnce, waiting }]) => [
      kind,
      { limit: pLimit(atOnce), atOnce, waiting },
    ]),
  );
  const warn = openWarning(log);
  const turns = openTurns();
  const enter: RequestHandler = (req, res, next) => {
    const kind = kindOf(req);
    const queue = kind && queues.get(kind);
    if (!queue) return next();
    turns.arrive();
    const refuse = () => {
      warn(kind);
      next(new Overloaded());
    };
    if (queue.limit.activeCount + queue.limit.pendingCount >= queue.atOnce + queue.waiting) return refuse();
    let isWaiting = true;
    const timer = setTimeout(() => {
      isWaiting = false;
      refuse();
    }, waitMs);
    // In its own context: whoever ends before would lend it theirs.
    const proceed = AsyncResource.bind(() => next());
    void queue.limit(async () => {
      clearTimeout(timer);
      if (!isWaiting || res.closed) return;
      isWaiting = false;
      const { promise, resolve } = Promise.withResolvers<void>();
      res.once("close", resolve);
      turns.begin(proceed, kind === "payment");
      await promise;
    });
  };
  // A body that came with its head is complete after this turn.
  return (req, res, next) => (isRead(req) ? enter(req, res, next) : void setImmediate(() => enter(req, res, next)));
}
