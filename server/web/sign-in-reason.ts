import type { Request, Response } from "express";
import { clearCookie, readCookie, setCookie } from "./cookies.ts";

/** Why somebody who was signed in is sent to the sign-in page. */
export type SignInReason = (typeof reasons)[number];
const reasons = ["password", "email", "disabled", "sessions", "over"] as const;

const minute = 60_000;

/** Makes the sign-in page say why, whether a form or a script leads there. */
export const setSignInReason = (req: Request, res: Response, reason: SignInReason): void =>
  setCookie(req, res, "notice", reason, { maxAge: minute });

/**
 * The sign-in page's reason: shown once, except that an ended session is named as long as its
 * cookie is there.
 */
export function takeSignInReason(req: Request, res: Response): string | undefined {
  const reason = readCookie(req, "notice");
  if (!reasons.some((one) => one === reason))
    return readCookie(req, "user_id") !== undefined && req.visitor.customerId === undefined ? "over" : undefined;
  clearCookie(req, res, "notice");
  return reason;
}
