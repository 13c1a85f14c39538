import type { Request, Response } from "express";
import { clearCookie, readCookie, setCookie } from "./cookies.ts";

/** Why somebody who was signed in comes to the sign-in page. */
export type SignInNotice = "password" | "email" | "disabled" | "sessions" | "over";

const minute = 60_000;

/** Has the sign-in page say why, whether a form or a script leads there. */
export const setSignInNotice = (req: Request, res: Response, notice: SignInNotice): void =>
  setCookie(req, res, "notice", notice, { maxAge: minute });

/** What the sign-in page has to say: a notice once, that a session is over as long as it is. */
export function takeSignInNotice(req: Request, res: Response): string | undefined {
  const notice = readCookie(req, "notice");
  if (notice === undefined)
    return readCookie(req, "user_id") !== undefined && req.visitor.customerId === undefined ? "over" : undefined;
  clearCookie(req, res, "notice");
  return notice;
}
