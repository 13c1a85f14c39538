import type { Request, Response } from "express";
import { sessionLife } from "./session.ts";
import { csrfToken } from "./token.ts";

const attributes = (req: Request) => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: req.app.get("secure cookies") === true,
});

/** Sets the session cookie, and an anti-forgery token that is bound to it. */
export function setSessionCookie(req: Request, res: Response, session: string): void {
  res.cookie("user_id", session, { ...attributes(req), maxAge: sessionLife });
  req.bindSession(session);
  csrfToken(req, res);
}

/** Removes the session cookie; the anti-forgery token is bound to the visitor from now on. */
export function clearSessionCookie(req: Request, res: Response): void {
  res.clearCookie("user_id", attributes(req));
  req.bindSession(undefined);
  csrfToken(req, res);
}
