import csurf from "csurf";
import type { Request, RequestHandler, Response } from "express";
import { type Refusal, refuse } from "../outcome.ts";
import { setReadableCookie } from "./cookies.ts";
import { isNative, respond } from "./respond.ts";
import { ensureVisitorCookie } from "./visitor.ts";

declare global {
  namespace Express {
    interface Request {
      /**
       * the refusal of a native form with a stale token: `read` returns it, so that the same page
       * is shown again
       */
      staleToken?: Refusal;
      checkoutToken?: string;
    }
  }
}

const value = (req: Request): string => {
  const header = req.get("x-csrftoken") ?? req.get("x-csrf-token");
  const field: unknown = (req.typed as Record<string, unknown> | undefined)?._csrf;
  return header ?? (typeof field === "string" ? field : "");
};

// csurf's session mode: the secret is on the request, derived from the session or the visitor
// (web/visitor.ts), never in a cookie of its own.
const check = csurf({ sessionKey: "csrfSecret", value });

const stale = refuse("csrf", "This page was open too long. Please try again.");
/** If a browser keeps no cookie for pages of other sites, no token can be checked. */
const cookieless = refuse("csrf", "Your browser keeps no cart for this page. Please use the shop’s own pages.");
const crossSite = refuse("forbidden", "This request came from another site.");

/**
 * Lets a change pass only with a token of this visitor or session. A native form with a stale token
 * gets its own page again, unless another site sent the form. A post from another site carries no
 * cookies, so the page would replace the shopper's cookies.
 */
export const token: RequestHandler = (req, res, next) => {
  const refuseToken = () => {
    const keepsNone = req.isEmbedded === true && req.visitor.id === undefined && value(req) !== "";
    if (!isNative(req)) return void respond(req, res, keepsNone ? cookieless : stale).catch(next);
    if (isForeign(req)) return void respond(req, res, crossSite).catch(next);
    req.staleToken = stale;
    req.body = {};
    next();
  };
  const { csrfSecret, older = [] } = req.csrfSecret;
  if (!csrfSecret) return refuseToken();
  const checkBy = ([secret, ...others]: readonly string[]): void => {
    if (secret === undefined) {
      refuseToken();
      return;
    }
    const signed = Object.create(req, { csrfSecret: { value: { csrfSecret: secret } } }) as Request;
    check(signed, res, (error?: unknown) => {
      if (!error) return next();
      if ((error as { code?: string }).code !== "EBADCSRFTOKEN") return next(error);
      checkBy(others);
    });
  };
  checkBy([csrfSecret, ...older]);
};

/**
 * The token for a page's forms; sets `visitor` and `csrftoken` where they are missing. Only pages
 * and calls that are `no-store` may call this function.
 */
export function csrfToken(req: Request, res: Response): string {
  const token = formToken(req, res);
  // Without this lifetime a reopened browser would treat its signed-in owner as a guest
  // (islands/stores/wishlist.ts).
  setReadableCookie(req, res, "csrftoken", token, { maxAge: req.csrfSecret.lifetime });
  return token;
}

/**
 * The token for a page whose scripts read it from the page. Scripts of other pages cannot read it.
 * Sets `visitor` if it is missing.
 */
export function formToken(req: Request, res: Response): string {
  ensureVisitorCookie(req, res);
  let token = "";
  const reading = Object.create(req, { method: { value: "GET" } }) as Request & { csrfToken: () => string };
  check(reading, res, () => {
    token = reading.csrfToken();
  });
  return token;
}

/** Whether the browser says that another site sent the request; false without such a header. */
function isForeign(req: Request): boolean {
  const site = req.get("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = req.get("origin");
  return origin !== undefined && !(req.app.get("own origins") as readonly string[]).includes(origin);
}

/**
 * The origin of the foreign page that sent the request; undefined for the shop's own pages. `null`
 * is foreign.
 */
export const foreignOrigin = (req: Request): string | undefined => (isForeign(req) ? req.get("origin") : undefined);

/**
 * The guard of posts that carry no token. It refuses forms of other sites, but not scripts of pages
 * that embed the shop.
 */
export const sameOrigin: RequestHandler = async (req, res, next) => {
  if (isForeign(req) && !req.isEmbedded) return await respond(req, res, crossSite);
  next();
};
