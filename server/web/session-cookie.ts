import type { Request, Response } from "express";
import { clearCookie, setCookie } from "./cookies.ts";
import { sessionLife } from "./session.ts";
import { csrfToken } from "./token.ts";

/** Sets the session cookie, and an anti-forgery token that is bound to it. */
export function setSessionCookie(req: Request, res: Response, session: string): void {
  setCookie(req, res, "user_id", session, { maxAge: sessionLife });
  req.bindSession(session);
  csrfToken(req, res);
}

/**
 * Removes the session cookie and binds the anti-forgery token to the visitor. The browser clears
 * only its cache, since another program may use cookies and storage on this origin.
 */
export function clearSessionCookie(req: Request, res: Response): void {
  res.setHeader("Clear-Site-Data", '"cache"');
  clearCookie(req, res, "user_id");
  req.bindSession(undefined);
  csrfToken(req, res);
}
