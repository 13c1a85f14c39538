import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { type DestinationStream, type Logger, pino } from "pino";
import { heldBytes } from "../held-bytes.ts";

const secrets = [
  "cardNumber",
  "securityCode",
  "expirationDate",
  "password",
  "newPassword",
  "currentPassword",
  "token",
  "authorization",
  "cookie",
];

/**
 * Structured logs on stdout. In the first levels of a line, the values of fields with a secret's
 * name are removed.
 */
export const openLog = (level: string, lines: LogLines): Logger =>
  pino(
    {
      level,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
      serializers: { err: ({ name, message, stack }: Error) => ({ name, message, stack }) },
    },
    lines,
  );

/** The stream that lines are written to. `later` takes a line that may be delayed. */
export type LogLines = DestinationStream & { later?: (line: string) => void };

const batch = 16 * 1024;
const batchMs = 100;

/**
 * Writes to stdout. Delayed lines are written together soon after, before any other line, and at
 * the end of the process: only SIGKILL loses them.
 */
export function openLogLines(): LogLines {
  const out = pino.destination({ fd: 1, sync: true });
  let buffer = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (buffer !== "") out.write(buffer);
    buffer = "";
  };
  process.once("exit", () => {
    flush();
    out.flushSync();
  });
  return {
    write(line) {
      flush();
      out.write(line);
    },
    later(line) {
      buffer += line;
      if (buffer.length >= batch) flush();
      else timer ??= setTimeout(flush, batchMs).unref();
    },
  };
}

/** Digits in an address that could be a card's number. */
const longNumber = /\d(?:(?:[-+_.]|%20)?\d){11,}/g;

/**
 * A path for a log: without its query, without ids that open a checkout or an order, and without
 * long numbers.
 */
export const loggedPath = (url: string): string =>
  (url.split("?", 1)[0] ?? "").replace(/[a-f0-9]{32}/g, ":id").replace(longNumber, ":number");

declare global {
  namespace Express {
    interface Request {
      log: Logger;
    }
  }
}

/** Counts a request after its answer; `ms` is the time from its arrival. */
export type CountRequest = (req: Request, res: Response, ms: number) => void;

type RequestLogOptions = { log: Logger; logRequest: LogRequest; countRequest?: CountRequest };

/** One line per request, after its answer: method, path, status, ms. */
export function requestLog({ log, logRequest, countRequest }: RequestLogOptions): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const url = req.originalUrl;
    req.log = log;
    res.once("close", () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      logRequest(req.method, url, res.writableFinished ? res.statusCode : 499, ms, req.requestId);
      countRequest?.(req, res, ms);
    });
    next();
  };
}

/** Logs the line of a page that was answered from memory, without Express. */
export const rawRequestLog =
  (logRequest: LogRequest) =>
  ({ method = "", url = "", requestId }: IncomingMessage, { statusCode }: ServerResponse): void =>
    logRequest(method, url, statusCode, 0, requestId);

/** `id` contains only letters, digits and dashes. */
export type LogRequest = (method: string, url: string, status: number, ms: number, id: string) => void;

/**
 * Writes a line per request. A second pino makes a template of the line for each method and status;
 * time, path and ms are put into it (docs/decisions/013-request-lines.md).
 */
export function openRequestLog(log: Logger, lines: LogLines): LogRequest {
  if (!log.isLevelEnabled("info")) return () => {};
  const draft = memoize(50_000, (kind: string) => draftOf(...(kind.split(" ") as [string, string])));
  const pathOf = memoize(1_000_000, (url: string) => JSON.stringify(loggedPath(url)));
  return (method, url, status, ms, id) => {
    const [before, between, last, after] = draft(`${method} ${status}`);
    const line = `${before}${Date.now()}${between}${pathOf(url)}${last}${ms},"request":"${id}"${after}`;
    if (lines.later) lines.later(line);
    else lines.write(line);
  };
}

/**
 * Memoizes `make`; its kept values take at most `maxSize` bytes. The cache's own `memo` takes twice
 * as long.
 */
function memoize<Value extends object | string>(maxSize: number, make: (key: string) => Value): (key: string) => Value {
  const values = new LRUCache<string, Value>({ maxSize, sizeCalculation: (value, key) => heldBytes(key) + heldBytes(value) });
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}

/**
 * The constant parts of pino's line: before the time, before the path, before the milliseconds, and
 * the end.
 */
function draftOf(method: string, status: string): [string, string, string, string] {
  let line = "";
  const write = (text: string) => {
    line = text;
  };
  const log = pino({ timestamp: () => ',"time":<>' }, { write });
  log.info({ method, path: "<>", status: Number(status), ms: "<>" }, "request");
  const [before = "", between = "", last = "", after = ""] = line.split(/"?<>"?/);
  return [before, between, last, after];
}
