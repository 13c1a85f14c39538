import type { Request, RequestHandler, Response } from "express";
import { refuse } from "../outcome.ts";
import type { Call } from "./call.ts";
import { respond } from "./respond.ts";
import { foreignOrigin } from "./token.ts";

declare global {
  namespace Express {
    interface Request {
      /**
       * a script of an `EMBED_ORIGINS` page sent this request; its visitor is a guest, whatever the
       * cookies
       */
      isEmbedded?: true;
    }
  }
}

const sentHeaders = "Content-Type, X-CSRFToken, X-CSRF-Token, Idempotency-Key";
const readHeaders = "X-CSRFToken, X-Cookie-Prefix, Retry-After";
/** seconds for which a browser remembers a preflight; Chromium allows at most this many */
const preflightAge = "7200";

const unlisted = (origin: string) =>
  refuse(
    "forbidden",
    `This request came from another site: EMBED_ORIGINS does not name ${origin.slice(0, 200)}, so its pages cannot use this shop.`,
  );
const closed = refuse("forbidden", "This request came from another site: it can be made on the shop’s own pages only.");
const unscripted = refuse(
  "forbidden",
  "This request came from another site: only scripts of its pages can make it, no form or link.",
);

type EmbeddingOptions = {
  /** the origins as browsers send them */
  origins: readonly string[];
  /** the call of a method and a path */
  callAt: (method: string, path: string) => Call | undefined;
};

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Lets scripts of pages of `origins` make the calls that are open to them, as guests. Refuses all
 * other calls of foreign pages with words for their developers. Requests of the shop's own pages
 * pass unchanged, and so do links.
 */
export function embedding({ origins, callAt }: EmbeddingOptions): RequestHandler {
  const listed: ReadonlySet<string> = new Set(origins);
  return async (req, res, next) => {
    if (listed.size > 0) res.vary("Origin");
    const origin = foreignOrigin(req);
    if (origin === undefined) return next();
    const preflight = req.method === "OPTIONS" ? req.get("access-control-request-method") : undefined;
    const call = callAt(preflight ?? req.method, req.path);
    // A screen may be requested: its answer lacks the headers that a foreign script needs to read
    // it.
    if (!call && isRead(req.method)) return next();
    const refusal = refusalOf(req, call, { origin, listed: listed.has(origin) });
    if (refusal) return await refuseForeign(req, res, refusal, origin);
    if (!listed.has(origin)) {
      res.set("Access-Control-Allow-Origin", "*");
      return next();
    }
    allow(res, origin);
    if (preflight !== undefined) return answerPreflight(res, preflight);
    req.isEmbedded = true;
    next();
  };
}

function refusalOf(req: Request, call: Call | undefined, { origin, listed }: { origin: string; listed: boolean }) {
  if (call?.crossOrigin === "public" && isRead(req.method)) return undefined;
  if (!listed) return unlisted(origin);
  if (!call?.crossOrigin) return closed;
  // Only requests of scripts have the mode `cors`; forms, frames and images have another mode. A
  // browser may send no mode. A call that needs a token then passes here, since the token comes in
  // a header, which only a script can set.
  const mode = req.get("sec-fetch-mode");
  const scripted = call.guard === "origin" ? mode === "cors" : mode === undefined || mode === "cors";
  return isRead(req.method) || req.method === "OPTIONS" || scripted ? undefined : unscripted;
}

async function refuseForeign(req: Request, res: Response, refusal: ReturnType<typeof refuse>, origin: string): Promise<void> {
  req.log.warn({ origin: origin.slice(0, 200), method: req.method }, refusal.error);
  await respond(req, res, refusal);
}

function allow(res: Response, origin: string): void {
  res.set({
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": readHeaders,
  });
}

function answerPreflight(res: Response, method: string): void {
  res.set({
    "Access-Control-Allow-Methods": method,
    "Access-Control-Allow-Headers": sentHeaders,
    "Access-Control-Max-Age": preflightAge,
    "Cache-Control": "no-store",
  });
  res.vary("Access-Control-Request-Method, Access-Control-Request-Headers");
  res.status(204).end();
}

/**
 * Opens resources that are the same for everybody and read without cookies, such as scripts, fonts
 * and pictures, to all origins.
 */
export const readableByAll: RequestHandler = (_req, res, next) => {
  res.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
  next();
};
