import type { Request, Response } from "express";
import { httpOnlyAttributes } from "./cookie-attributes.ts";
import { sessionLife } from "./session.ts";
import { csrfToken } from "./token.ts";

/** Sets the session cookie, and an anti-forgery token that is bound to it. */
export function setSessionCookie(req: Request, res: Response, session: string): void {
  res.cookie("user_id", session, { ...httpOnlyAttributes(req), maxAge: sessionLife });
  req.bindSession(session);
  csrfToken(req, res);
}

/** Removes the session cookie; the anti-forgery token is bound to the visitor from now on. */
export function clearSessionCookie(req: Request, res: Response): void {
  res.clearCookie("user_id", httpOnlyAttributes(req));
  req.bindSession(undefined);
  csrfToken(req, res);
}
