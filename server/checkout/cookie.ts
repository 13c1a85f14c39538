import type { Request, Response } from "express";
import { clearCookie, cookieValues, setReadableCookie } from "../web/cookies.ts";

/**
 * How long the checkout cookie lives, in ms: 24 hours from the creation of the checkout
 * (requirement 46). Changes of the checkout do not prolong the cookie.
 */
export const checkoutLife = 24 * 3600 * 1000;

/**
 * The end of the cookie's value if a page of another origin uses the shop. It distinguishes this
 * cookie from the cookie of the shop's own pages. If the shop and that page belong to one site, the
 * browser sends both cookies, in the order in which they were set.
 */
const embedded = ".embedded";

const endOf = (req: Request): string => (req.isEmbedded ? embedded : "");

/**
 * Scripts of the shop's own pages may read the cookie, so that the cart's island finds its
 * checkout. `age` is the checkout's age in ms.
 */
export const setCheckoutCookie = (req: Request, res: Response, checkoutId: string, age = 0): void =>
  setReadableCookie(req, res, "checkoutId", checkoutId + endOf(req), { maxAge: Math.max(0, checkoutLife - age) });

/** Clears the cookie after a payment, and when the visitor changes. */
export const clearCheckoutCookie = (req: Request, res: Response): void => clearCookie(req, res, "checkoutId");

const isId = (text: string): boolean => /^[a-f0-9]{32}$/.test(text);

/**
 * The checkout in the cookie of this browser, or of the embedding page; undefined without an id.
 */
export function checkoutOfCookie(req: Request): string | undefined {
  const end = endOf(req);
  const own = cookieValues(req, "checkoutId").filter((value) => value.endsWith(end));
  return own.map((value) => value.slice(0, value.length - end.length)).find(isId);
}
