import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { isStaffPath, staffPath } from "./paths.ts";

/** Whether a request came to the staff's own host; never where there is none. `Host` is compared, and builds no address. */
export const isOnStaffHost = ({ headers }: Pick<IncomingMessage, "headers">, staffHost: string | undefined): boolean =>
  staffHost !== undefined && headers.host?.toLowerCase() === staffHost;

/** What the staff's pages need beside themselves. */
const shared = /^\/(?:static\/|media\/|healthz$|readyz$)/;

/** The staff's side is on its own host, where it has one, and there is nothing else there. */
export const separateStaffHost = (staffHost: string | undefined): RequestHandler => {
  return (req, res, next) => {
    if (staffHost === undefined) return next();
    const isThere = isOnStaffHost(req, staffHost);
    if (isThere && req.path === "/" && (req.method === "GET" || req.method === "HEAD")) return res.redirect(302, staffPath);
    if (isStaffPath(req.path) !== isThere && !shared.test(req.path)) req.url = "/not-found";
    next();
  };
};
