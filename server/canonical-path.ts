import type { Request, RequestHandler } from "express";
import { isCallPath } from "./form-screens.ts";
import { callPath, isGetCall, type Screen, type ScreenMatch, screenOf } from "./screens.ts";
import { isStaffPath } from "./staff/paths.ts";
import { noStore } from "./web/headers.ts";

/**
 * The query, from the first "?" on. The request's target may also name the host, as in
 * http://shop.example/storefront/?q=tin.
 */
function queryOf({ url }: Request): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** The screen of a request; undefined for a call. */
function screenAt(req: Request): ScreenMatch | undefined {
  const call = callPath(req.path);
  return isRead(req) && !(call !== undefined && isGetCall(call)) ? screenOf(req.path) : undefined;
}

const publicScreens: ReadonlySet<Screen> = new Set(["listing", "product", "home", "landing", "content-page"]);

/**
 * Recognises pages for everybody by their path, before the middleware that only other pages need.
 */
export const publicPagePath: RequestHandler = (req, _res, next) => {
  const match = screenAt(req);
  if (!match || !publicScreens.has(match.screen) || match.path.includes("%00")) return next("router");
  req.url = match.path + queryOf(req);
  next();
};

/**
 * Removes prefixes and gives a screen's path its canonical form, once and before every route.
 * Answers 404 to a path of neither a screen nor a call, and to a path with U+0000, which PostgreSQL
 * refuses. Leaves the staff's addresses unchanged. Redirects a path that goes on after the whole
 * path of a visitor's page: a cache might mistake such a second path for the path of a file.
 */
export const canonicalPath: RequestHandler = (req, res, next) => {
  if (isStaffPath(req.path) && !req.path.includes("%00")) return next();
  const match = screenAt(req);
  if (match?.elsewhere) {
    noStore(req, res, () => res.redirect(302, match.path + queryOf(req)));
    return;
  }
  const path = match?.path ?? callOf(req);
  req.url = (path === undefined || path.includes("%00") ? "/not-found" : path) + queryOf(req);
  next();
};

function callOf(req: Request): string | undefined {
  const call = callPath(req.path);
  return !isRead(req) || (call !== undefined && (isGetCall(call) || isCallPath(call))) ? call : undefined;
}
