import type { Request, Response } from "express";
import { clearCookie, cookieValues, readCookie, setReadableCookie } from "../web/cookies.ts";

/** ms: 24 hours from the creation of the checkout (acceptance 46); changes do not prolong it. */
const life = 24 * 3600 * 1000;

/**
 * Scripts may read it: the cart's island finds its checkout by it (decisions §4). `age` is the
 * checkout's, in ms.
 */
export const setCheckoutCookie = (req: Request, res: Response, checkoutId: string, age = 0): void =>
  setReadableCookie(req, res, "checkoutId", checkoutId, { maxAge: Math.max(0, life - age) });

/** After a payment, and when the visitor changes. */
export const clearCheckoutCookie = (req: Request, res: Response): void => clearCookie(req, res, "checkoutId");

const isId = (text: string): boolean => /^[a-f0-9]{32}$/.test(text);

/** The checkout of this browser's cookie; undefined where it is not shaped like an id. */
export function checkoutOfCookie(req: Request): string | undefined {
  const id = readCookie(req, "checkoutId");
  return id !== undefined && isId(id) ? id : undefined;
}

/** All that browsers send where the shop and an embedding page are of one site. */
export const checkoutsOfCookie = (req: Request): string[] => cookieValues(req, "checkoutId").filter(isId);
