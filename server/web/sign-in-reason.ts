import type { Request, Response } from "express";
import { clearCookie, readCookie, setCookie } from "./cookies.ts";

/** Why somebody who was signed in is sent to the sign-in page. */
export type SignInReason = (typeof reasons)[number];
const reasons = ["password", "email", "disabled", "sessions", "over"] as const;

const minute = 60_000;

/** Makes the sign-in page show this reason, whether a form or a script leads there. */
export const setSignInReason = (req: Request, res: Response, reason: SignInReason): void =>
  setCookie(req, res, "notice", reason, { maxAge: minute });

/**
 * Returns the reason that the sign-in page shows, and removes it, since it is shown once. Without
 * such a reason, a session cookie whose session has ended gives the reason `over`, as long as that
 * cookie exists.
 */
export function takeSignInReason(req: Request, res: Response): string | undefined {
  const reason = readCookie(req, "notice");
  if (!reasons.some((one) => one === reason))
    return readCookie(req, "user_id") !== undefined && req.visitor.customerId === undefined ? "over" : undefined;
  clearCookie(req, res, "notice");
  return reason;
}
