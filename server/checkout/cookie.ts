import type { Request, Response } from "express";
import { clearCookie, readCookie, setReadableCookie } from "../web/cookies.ts";

/** ms: 24 hours from the creation of the checkout (acceptance 46); changes do not prolong it. */
const life = 24 * 3600 * 1000;

/** Scripts may read it: the cart's island finds its checkout by it (decisions §4). */
export const setCheckoutCookie = (req: Request, res: Response, checkoutId: string): void =>
  setReadableCookie(req, res, "checkoutId", checkoutId, { maxAge: life });

/** After a payment, and when the visitor changes. */
export const clearCheckoutCookie = (req: Request, res: Response): void => clearCookie(req, res, "checkoutId");

/** The checkout of this browser's cookie; undefined where it is not shaped like an id. */
export function checkoutOfCookie(req: Request): string | undefined {
  const id = readCookie(req, "checkoutId");
  return id !== undefined && /^[a-f0-9]{32}$/.test(id) ? id : undefined;
}
