import type { Request, RequestHandler } from "express";
import { type CookieName, cookiesOf, nameOf, setCookie, setReadableCookie } from "./cookies.ts";
import { sessionLife } from "./session.ts";

const day = 24 * 3600 * 1000;

/** Those that last: how each is set under its new name. */
const lasting = {
  visitor: (req, res, value) => setCookie(req, res, "visitor", value, { maxAge: 30 * day }),
  user_id: (req, res, value) => setCookie(req, res, "user_id", value, { maxAge: sessionLife }),
  checkoutId: (req, res, value) => setReadableCookie(req, res, "checkoutId", value, { maxAge: day }),
} satisfies Partial<Record<CookieName, (req: Request, res: Parameters<RequestHandler>[1], value: string) => void>>;

type Lasting = keyof typeof lasting;

/**
 * Moves cookies that an earlier release, or this one with another `COOKIE_PREFIX`, set without a
 * prefix to the names of today. Another program on this origin may have cookies of the same names:
 * only a value that `isOurs` knows is moved.
 */
export function moveUnprefixedCookies(isOurs: Readonly<Record<Lasting, (value: string) => unknown>>): RequestHandler {
  return async (req, res, next) => {
    if (req.isEmbedded) return next();
    const cookies = cookiesOf(req.headers.cookie);
    for (const name of Object.keys(lasting) as Lasting[]) {
      const [value, today] = [cookies[name], nameOf(req, name)];
      if (value === undefined || today in cookies || !(await isOurs[name](value))) continue;
      lasting[name](req, res, value);
      res.clearCookie(name, { path: "/" });
      req.headers.cookie += `; ${today}=${value}`;
    }
    next();
  };
}
