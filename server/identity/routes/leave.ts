import type { Request, Response } from "express";
import { clearCheckoutCookie } from "../../checkout/cookie.ts";
import { newId } from "../../ids.ts";
import { clearSessionCookie } from "../../web/session-cookie.ts";

/**
 * For changes that end all sessions: gives this browser a new visitor id, and clears its session
 * and the customer's checkout.
 */
export const leave = (req: Request, res: Response, visitor = newId()): void => {
  req.renewVisitor(res, visitor);
  clearSessionCookie(req, res);
  clearCheckoutCookie(req, res);
};
