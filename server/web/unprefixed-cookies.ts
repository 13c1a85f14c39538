import type { Request, RequestHandler, Response } from "express";
import { type CookieName, cookiesOf, hostPrefix, nameOf, setCookie, setReadableCookie, valuesOf } from "./cookies.ts";
import { sessionLife } from "./session.ts";

const day = 24 * 3600 * 1000;

/** The lasting cookies, and how each is set under its new name. */
const lasting = {
  visitor: (req, res, value) => setCookie(req, res, "visitor", value, { maxAge: 30 * day }),
  user_id: (req, res, value) => setCookie(req, res, "user_id", value, { maxAge: sessionLife }),
  checkoutId: (req, res, value) => setReadableCookie(req, res, "checkoutId", value, { maxAge: day }),
} satisfies Partial<Record<CookieName, (req: Request, res: Response, value: string) => void>>;

type LastingCookie = keyof typeof lasting;

/** Whether a value is the shop's own, given the request it came with and the name of its cookie. */
type IsOurs = (value: string, req: Request, name: string) => unknown;

async function firstOf(req: Request, name: string, isOurs: IsOurs): Promise<string | undefined> {
  for (const value of valuesOf(req.headers.cookie, name)) if (await isOurs(value, req, name)) return value;
  return undefined;
}

/** The earlier names under which a browser may hold a cookie, the most trustworthy first. */
const earlierNames = (name: LastingCookie, today: string): string[] =>
  [...(today.startsWith(hostPrefix) ? [`${hostPrefix}${name}`] : []), name].filter((earlier) => earlier !== today);

/**
 * Moves cookies that the shop set before it had a `COOKIE_PREFIX` to their present names. Another
 * program on this origin may have cookies of the same names, so only a value that `isOurs` accepts
 * is moved.
 */
export function moveUnprefixedCookies(isOurs: Readonly<Record<LastingCookie, IsOurs>>): RequestHandler {
  const move = async (req: Request, res: Response, name: LastingCookie, today: string) => {
    for (const earlier of earlierNames(name, today)) {
      const value = await firstOf(req, earlier, isOurs[name]);
      if (value === undefined) continue;
      lasting[name](req, res, value);
      res.clearCookie(earlier, { path: "/", secure: earlier.startsWith(hostPrefix) });
      req.headers.cookie += `; ${today}=${value}`;
      return;
    }
  };
  return async (req, res, next) => {
    if (req.isEmbedded) return next();
    const cookies = cookiesOf(req.headers.cookie);
    for (const name of Object.keys(lasting) as LastingCookie[]) {
      const today = nameOf(req, name);
      if (!(today in cookies)) await move(req, res, name, today);
    }
    next();
  };
}
