import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import { atMost } from "../at-most.ts";
import { failureOf } from "./failure.ts";
import { withStatementLimit } from "./statement-limit.ts";

export type OutageLog = {
  /** Logs the reason of a failed request. */
  refused: (error: Error, request: string) => void;
  /** Logs the reason of other failed work, with the words `message`. */
  failed: (error: unknown, message: string, fields?: object) => void;
  stop: () => void;
};

/** In ms. */
const usual = {
  lookEvery: 1000,
  /** after this time without a failure, the database is asked whether it responds */
  quietFor: 2000,
  countEvery: 60_000,
};
const answersWithin = 1500;

type Options = {
  log: Logger;
  /** throws while the database does not respond */
  ping: () => Promise<void>;
  /** ms of a monotonic clock */
  elapsed?: () => number;
  times?: Partial<typeof usual>;
};

type Outage = { began: number; failedAt: number; countedAt: number; refused: number; logged: Set<string> };

/**
 * Logs failures. While the database does not respond, each kind of failure is logged once with its
 * stack. Further ones are only counted, in one line a minute and one at the end. Every other error
 * is logged.
 */
export function openOutageLog({ log, ping, elapsed = () => performance.now(), times = {} }: Options): OutageLog {
  const { lookEvery, quietFor, countEvery } = { ...usual, ...times };
  let outage: Outage | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  // The failed work may be part of a request. The timer must not belong to this request, so it is
  // started outside all requests.
  const outsideRequests = AsyncLocalStorage.snapshot();

  const begin = (): Outage => {
    const began = elapsed();
    timer = outsideRequests(() => setInterval(() => void look(), lookEvery)).unref();
    return { began, failedAt: began, countedAt: began, refused: 0, logged: new Set() };
  };
  const count = ({ began, refused }: Outage, message: string) =>
    log.warn({ seconds: Math.round((elapsed() - began) / 1000), refused }, message);
  const end = (message: string) => {
    clearInterval(timer);
    if (outage) count(outage, message);
    outage = undefined;
  };
  const look = async () => {
    if (!outage || isAsking) return;
    if (elapsed() - outage.countedAt >= countEvery) {
      outage.countedAt = elapsed();
      count(outage, "the database still does not respond");
    }
    const { failedAt } = outage;
    if (elapsed() - failedAt < quietFor) return;
    isAsking = true;
    const responds = await atMost(answersWithin, withStatementLimit(answersWithin, ping)).catch(() => false);
    isAsking = false;
    if (responds && outage?.failedAt === failedAt) end("the database responds again");
  };
  const note = (error: unknown, message: string, fields: object) => {
    const failure = failureOf(error);
    const isNew = failure === undefined || !outage?.logged.has(`${message}: ${failure}`);
    if (failure !== undefined) {
      outage ??= begin();
      outage.failedAt = elapsed();
      outage.logged.add(`${message}: ${failure}`);
    }
    if (isNew) log.error({ err: error, ...fields }, message);
    return failure === undefined ? undefined : outage;
  };
  return {
    refused: (error, request) => {
      const ofOutage = note(error, "request failed", { request });
      if (ofOutage) ofOutage.refused += 1;
    },
    failed: (error, message, fields = {}) => void note(error, message, fields),
    stop: () => end("the shop ends while the database does not respond"),
  };
}
