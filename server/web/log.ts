import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { type Logger, pino } from "pino";

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

/** Structured logs on stdout. What a field of a secret's name holds is never written, at any of the first depths. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: { err: ({ name, message, stack }: Error) => ({ name, message, stack }) },
  });

/** What could be a card's number that somebody put into an address. */
const longNumber = /\d(?:(?:[-+_.]|%20)?\d){11,}/g;

/** A path fit for a log: no query, and neither the ids that open a checkout or an order nor long numbers. */
export const loggedPath = (url: string): string =>
  (url.split("?", 1)[0] ?? "").replace(/[a-f0-9]{32}/g, ":id").replace(longNumber, ":number");

declare global {
  namespace Express {
    interface Request {
      log: Logger;
    }
  }
}

/** For the request lines alone, whose four fields hold nothing to hide: pino would look for secrets in each of them anew. */
const unredacted = (log: Logger): Logger => log.child({}, { redact: { paths: [] } });

/** One line per request, after its answer: method, path, status, ms. */
export function requestLog(log: Logger): RequestHandler {
  const lines = unredacted(log);
  return (req, res, next) => {
    const start = performance.now();
    const path = loggedPath(req.originalUrl);
    req.log = log;
    res.once("close", () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      lines.info({ method: req.method, path, status: res.writableFinished ? res.statusCode : 499, ms }, "request");
    });
    next();
  };
}

/** The same line for a page that was answered from memory, before Express was asked. */
export function rawRequestLog(log: Logger): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) =>
    log.info({ method: req.method, path: loggedPath(req.url ?? ""), status: res.statusCode, ms: 0 }, "request");
}
