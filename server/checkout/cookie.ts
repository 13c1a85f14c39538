import type { Request, Response } from "express";
import { cookieAttributes } from "../web/cookie-attributes.ts";
import { cookiesOf } from "../web/visitor.ts";

/** ms: 24 hours from the creation of the checkout (acceptance 46); changes do not prolong it. */
const life = 24 * 3600 * 1000;

/** Scripts may read it: the cart's island finds its checkout by it (decisions §4). */
export const setCheckoutCookie = (req: Request, res: Response, checkoutId: string): void =>
  void res.cookie("checkoutId", checkoutId, { ...cookieAttributes(req), maxAge: life });

/** After a payment, and when the visitor changes. */
export const clearCheckoutCookie = (req: Request, res: Response): void =>
  void res.clearCookie("checkoutId", cookieAttributes(req));

/** The checkout of this browser's cookie; undefined where it is not shaped like an id. */
export function checkoutOfCookie(req: Request): string | undefined {
  const id = cookiesOf(req.headers.cookie).checkoutId;
  return id !== undefined && /^[a-f0-9]{32}$/.test(id) ? id : undefined;
}
