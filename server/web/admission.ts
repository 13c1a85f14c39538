import { AsyncResource } from "node:async_hooks";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import { ClassQueue } from "./class-queue.ts";
import { clientAddress } from "./network.ts";
import type { EarlyAnswers } from "./overload.ts";
import { openPace, openWatches, type Pace } from "./pace.ts";
import { classOf, isRead, type Kind, kindOf, type RequestClass } from "./request-class.ts";
import { openShares, type Share } from "./shares.ts";

/**
 * How many requests of a kind are answered at once (`atOnce`) and how many more may wait
 * (`waiting`). While the queue is overloaded, a request that has waited longer than `overloadedMs`
 * is refused; a short burst is answered whole. `share` limits one address's answered and waiting
 * requests.
 */
type Bound = { atOnce: number; waiting: number; overloadedMs?: number; share?: Share };
/**
 * `pace` is the least speed of a request body. `waitMs` is the longest wait for a place: it is
 * short, since a refused client soon tries again.
 */
export type Bounds = Readonly<Record<Kind, Bound> & { pace: Pace; waitMs: number }>;

/**
 * Each kind of request has its own bounds, so that no kind keeps back another. Pages from memory,
 * files and health checks have no bounds.
 */
const usual: Bounds = {
  // PostgreSQL has ten connections for each process, and rendering has one thread: more requests at
  // once would only take memory. At most twice as many wait, so a full queue makes answers at most
  // about three times as slow.
  page: { atOnce: 64, waiting: 128, overloadedMs: 500 },
  call: { atOnce: 64, waiting: 512, overloadedMs: 500 },
  // Hashing a password takes 19 MiB and one of four threads for some 30 ms.
  identity: { atOnce: 16, waiting: 128 },
  // Payments wait for the card gateway, up to 32 s, and hold nothing meanwhile.
  payment: { atOnce: 512, waiting: 512 },
  // One process scales pictures one after the other. One network gets half of the places, so that
  // others find a place too.
  upload: { atOnce: 8, waiting: 16, share: { address: 3, network: 4 } },
  // A slow request has not sent its whole body, or its answer is not read yet. It takes no place of
  // the other kinds. One address gets 32 places, since many phones may share it. Only eight
  // networks together could take all places, and an attacker seldom has eight networks.
  slow: { atOnce: 512, waiting: 0, share: { address: 32, network: 64 } },
  // A body must come with at least 10 kB in ten seconds. A phone with a weak connection still sends
  // 2 kB a second.
  pace: { bytes: 10_000, ticks: 10, tickMs: 1000 },
  waitMs: 2000,
};

/**
 * The most requests of one address, and of one network, that have the class `checkout` at the same
 * time. Further requests have the class `catalog`, since the cookie of a checkout request proves
 * little about the sender.
 */
const firstOf = { address: 32, network: 64 } satisfies Share;

declare global {
  namespace Express {
    interface Request {
      /** the request's class, if it was refused because no place was free */
      refusedClass?: RequestClass;
    }
  }
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

/** Begins a request's answer; false if the request has waited too long and is refused instead. */
type Start = () => boolean;
type Turns = {
  begin: (start: Start, kind: Kind, requestClass: RequestClass) => void;
  /** Counts a request that was read. */
  arrive: () => void;
};

/** A connection is accepted in one turn of the event loop, and its request read in the next. */
const leastTurns = 2;
/**
 * Calls that began together end up to this many turns of the event loop later, since their routes
 * and COMMITs take turns of their own.
 */
const turnsOfAnswers = 8;
/**
 * Reading may take this many times as long as the last answers took, so that refusing a flood does
 * not delay admitted requests.
 */
const mostReading = 3;

/**
 * Begins requests once all arrived requests are read. SQLite answers without a pause, so otherwise
 * each request would be answered as soon as it is read, the queues here would stay empty, and an
 * overload would wait in the system's own queue. Waiting payments and calls begin together, since
 * one COMMIT then writes all their changes (db/group-commit.ts). Other requests take as long as
 * many calls and begin one at a time.
 */
function openTurns(): Turns {
  const [payments, calls]: [Start[], Start[]] = [[], []];
  const others = new ClassQueue<Start>();
  /**
   * `turns` counts the turns since the last answers began, and `arrived` counts the requests read
   * in this turn. `reading` and `answering` are the ms that were spent on each since the last
   * answers began.
   */
  let turns = 0;
  let arrived = 0;
  let reading = 0;
  let answering = 0;
  let began = 0;
  let ended = 0;
  let isOn = false;
  let next: NodeJS.Immediate;
  const isWaiting = () => payments.length + calls.length + others.size > 0;
  const startAll = () => {
    for (const start of [...payments.splice(0), ...calls.splice(0)]) start();
    while (others.next()?.() === false);
  };
  /** Runs before the work that the last turn deferred to this one, such as a COMMIT. */
  const turn = () => {
    next = setImmediate(turn);
    began = performance.now();
    reading += began - ended;
    const readsOn = turns < leastTurns || (arrived > 0 && reading < mostReading * answering);
    const starts = isWaiting() && !readsOn;
    turns = starts ? 0 : turns + 1;
    arrived = 0;
    if (!starts) return;
    [reading, answering] = [0, 0];
    startAll();
  };
  /**
   * Runs after the work that the last turn deferred. Requests are answered between `turn` and
   * `settle`, and read between `settle` and the next `turn`.
   */
  const settle = () => {
    ended = performance.now();
    answering += ended - began;
    isOn = isWaiting() || turns < turnsOfAnswers;
    if (isOn) return void setImmediate(settle);
    clearImmediate(next);
    [turns, reading] = [0, 0];
  };
  const wake = () => {
    isOn = true;
    ended = performance.now();
    next = setImmediate(turn);
    setImmediate(settle);
  };
  return {
    begin(start, kind, requestClass) {
      if (!isOn) wake();
      if (kind === "payment") payments.push(start);
      else if (kind === "call") calls.push(start);
      else others.add(requestClass, start);
    },
    arrive: () => {
      arrived += 1;
    },
  };
}

type Waiter = { start: () => void; leave: () => void };
type Queue = {
  /** Starts the waiter now or once there is a place; false if the queue is full. */
  enter: (waiter: Waiter, requestClass: RequestClass) => boolean;
  /** Takes a place at once; false if there is none. */
  take: () => boolean;
  /** Gives a place back. */
  release: () => void;
  /**
   * Whether a request that came at `since` (`performance.now()`) has waited too long to be
   * answered.
   */
  isLate: (since: number) => boolean;
  /** Removes a waiter; false if it no longer waits. */
  remove: (waiter: Waiter) => boolean;
  /**
   * Takes a place from the sender's share until the request is answered; false if the share is used
   * up.
   */
  takeShare: (req: Request, res: Response) => boolean;
};

function openQueue({ atOnce, waiting: most, overloadedMs = Number.POSITIVE_INFINITY, share }: Bound): Queue {
  const waiting = new ClassQueue<Waiter>();
  let active = 0;
  let isOverloaded = false;
  const take = () => {
    if (active >= atOnce) return false;
    if (waiting.size === 0) isOverloaded = false;
    active += 1;
    return true;
  };
  const enter: Queue["enter"] = (waiter, requestClass) => {
    if (take()) {
      waiter.start();
      return true;
    }
    if (waiting.size >= most) {
      isOverloaded = true;
      const displaced = waiting.giveWay(requestClass);
      if (!displaced) return false;
      displaced.leave();
    }
    waiting.add(requestClass, waiter);
    return true;
  };
  const release = () => {
    active -= 1;
    const next = waiting.next();
    if (!next) return;
    active += 1;
    next.start();
  };
  const isLate = (since: number) => isOverloaded && performance.now() - since > overloadedMs;
  const shares = share && openShares(share);
  const takeShare = (req: Request, res: Response) => {
    if (!shares) return true;
    const giveBack = shares(clientAddress(req));
    if (giveBack) res.once("close", giveBack);
    return giveBack !== undefined;
  };
  return { enter, take, release, isLate, remove: (waiter) => waiting.delete(waiter), takeShare };
}

type AdmissionOptions = {
  log: Logger;
  /** answers requests that find no place in time, and requests whose body comes too slowly */
  early: EarlyAnswers;
  bounds?: Partial<Bounds>;
};
/** Calls `answer` when it is a request's turn, unless the request is refused. */
export type Admit = (req: Request, res: Response, answer: () => void) => void;

/** Answers a request whose body comes too slowly, and hangs up. */
function cutOff(req: Request, res: Response, answer: EarlyAnswers["tooSlow"]): void {
  if (res.headersSent) return void req.socket.destroy();
  req.isCutOff = true;
  res.once("close", () => req.destroy(new Error("the body came too slowly")));
  answer(req, res);
}

/**
 * Lets requests in by kind. A refusal takes a tenth of the time of the cheapest answer, since it is
 * sent before Express.
 */
export function openAdmission({ log, early, bounds = {} }: AdmissionOptions): Admit {
  const { pace, waitMs, ...kinds } = { ...usual, ...bounds };
  const queues = new Map(Object.entries(kinds).map(([kind, bound]) => [kind, openQueue(bound)]));
  const slow = openQueue(kinds.slow);
  queues.set("slow", slow);
  const warn = openWarning(log);
  const turns = openTurns();
  const precedence = openShares(firstOf);
  const classIn = (req: Request, res: Response): RequestClass => {
    const requestClass = classOf(req);
    if (requestClass !== "checkout") return requestClass;
    const giveBack = precedence(clientAddress(req));
    if (giveBack) res.once("close", giveBack);
    return giveBack ? "checkout" : "catalog";
  };
  const watch = openWatches(pace.tickMs);
  const watchBody = (req: Request, res: Response) => {
    const isTooSlow = openPace(pace, req.socket.bytesRead);
    watch(() => {
      if (req.complete || req.destroyed) return false;
      const isFull = req.readableLength >= req.readableHighWaterMark;
      if (!isTooSlow({ received: req.socket.bytesRead, isFull })) return true;
      cutOff(req, res, early.tooSlow);
      return false;
    });
  };
  /**
   * A written answer that the client has not read moves to a slow place, or is broken off if there
   * is none.
   */
  const watchAnswer = (req: Request, res: Response, giveBack: () => void) => {
    const end = watch(() => {
      if (!res.writableEnded) return true;
      giveBack();
      if (!slow.takeShare(req, res) || !slow.take()) req.socket.destroy();
      else res.once("close", slow.release);
      return false;
    });
    res.once("close", end);
  };
  const enter: Admit = (req, res, answer) => {
    if (res.closed) return;
    const kind = kindOf(req);
    const queue = kind && queues.get(kind);
    if (!queue) return answer();
    const requestClass = classIn(req, res);
    turns.arrive();
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      queue.remove(waiter);
      clearTimeout(timer);
      if (req.isCutOff) return;
      warn(kind);
      req.refusedClass = requestClass;
      early.overload(req, res);
    };
    // Keeps this request's async context. Otherwise it would run in the context of the request that
    // frees the place.
    const proceed = AsyncResource.bind(() => {
      const isLate = queue.isLate(since) || req.isCutOff === true;
      if (isLate) leave();
      else answer();
      return !isLate;
    });
    const start = () => {
      clearTimeout(timer);
      let isHeld = true;
      const giveBack = () => {
        if (isHeld) queue.release();
        isHeld = false;
      };
      if (res.closed || req.isCutOff) return giveBack();
      res.once("close", giveBack);
      if (queue !== slow) watchAnswer(req, res, giveBack);
      turns.begin(proceed, kind, requestClass);
    };
    const waiter = { start, leave };
    if (!isRead(req) && !req.complete) watchBody(req, res);
    if (!queue.takeShare(req, res)) return leave();
    timer = setTimeout(leave, waitMs);
    if (!queue.enter(waiter, requestClass)) leave();
  };
  // A body that arrived together with its head is complete after this turn.
  return (req, res, answer) => (isRead(req) ? enter(req, res, answer) : void setImmediate(() => enter(req, res, answer)));
}
