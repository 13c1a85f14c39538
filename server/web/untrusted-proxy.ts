import type { RequestHandler } from "express";
import type { Logger } from "pino";

/**
 * Warns once if a request has a proxy's address header but no proxy is trusted: then all shoppers
 * behind it count as one. Anybody can send the header, so it is only a hint.
 */
export function warnOfUntrustedProxy({ log, trustProxy }: { log: Logger; trustProxy: number }): RequestHandler {
  let isTold = trustProxy > 0;
  return (req, _res, next) => {
    if (!isTold && req.headers["x-forwarded-for"] !== undefined) {
      isTold = true;
      log.warn(
        "a request came with X-Forwarded-For, which is not trusted: set TRUST_PROXY to the number of proxies in front of the shop, or have none send it",
      );
    }
    next();
  };
}
