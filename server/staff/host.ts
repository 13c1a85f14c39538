import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { isStaffPath, staffPath } from "./paths.ts";

/**
 * Whether a request came to the staff's own host; false if the staff have no own host. `Host` is
 * only compared: no address is built from it.
 */
export const isOnStaffHost = ({ headers }: Pick<IncomingMessage, "headers">, staffHost: string | undefined): boolean =>
  staffHost !== undefined && headers.host?.toLowerCase() === staffHost;

/** Paths that the staff's pages need besides their own. */
const shared = /^\/(?:static\/|media\/|healthz$|readyz$)/;

/** If the staff have their own host, serves the staff's side only there, and nothing else there. */
export const separateStaffHost = (staffHost: string | undefined): RequestHandler => {
  return (req, res, next) => {
    if (staffHost === undefined) return next();
    const isThere = isOnStaffHost(req, staffHost);
    if (isThere && req.path === "/" && (req.method === "GET" || req.method === "HEAD")) return res.redirect(302, staffPath);
    if (isStaffPath(req.path) !== isThere && !shared.test(req.path)) req.url = "/not-found";
    next();
  };
};
