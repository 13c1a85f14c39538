import type { Request, RequestHandler } from "express";
import { type CookieName, cookiesOf, nameOf, setCookie, setReadableCookie, valuesOf } from "./cookies.ts";
import { sessionLife } from "./session.ts";

const day = 24 * 3600 * 1000;

/** Those that last: how each is set under its new name. */
const lasting = {
  visitor: (req, res, value) => setCookie(req, res, "visitor", value, { maxAge: 30 * day }),
  user_id: (req, res, value) => setCookie(req, res, "user_id", value, { maxAge: sessionLife }),
  checkoutId: (req, res, value) => setReadableCookie(req, res, "checkoutId", value, { maxAge: day }),
} satisfies Partial<Record<CookieName, (req: Request, res: Parameters<RequestHandler>[1], value: string) => void>>;

type Lasting = keyof typeof lasting;

async function firstOf(values: readonly string[], isOurs: (value: string) => unknown): Promise<string | undefined> {
  for (const value of values) if (await isOurs(value)) return value;
  return undefined;
}

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
      const today = nameOf(req, name);
      const value = today in cookies ? undefined : await firstOf(valuesOf(req.headers.cookie, name), isOurs[name]);
      if (value === undefined) continue;
      lasting[name](req, res, value);
      res.clearCookie(name, { path: "/" });
      req.headers.cookie += `; ${today}=${value}`;
    }
    next();
  };
}
