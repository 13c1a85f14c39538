import type { Request, Response } from "express";
import { cookiesOf } from "./visitor.ts";

/** Why somebody who was signed in comes to the sign-in page. */
export type SignInNotice = "password" | "email" | "disabled" | "sessions";

const name = "notice";
const minute = 60_000;

const attributes = (req: Request) => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: req.app.get("secure cookies") === true,
});

/** Has the sign-in page say why, whether a form or a script leads there. */
export const setSignInNotice = (req: Request, res: Response, notice: SignInNotice): void =>
  void res.cookie(name, notice, { ...attributes(req), maxAge: minute });

/** What the sign-in page has to say, once. */
export function takeSignInNotice(req: Request, res: Response): string | undefined {
  const { [name]: notice } = cookiesOf(req.headers.cookie);
  if (notice === undefined) return undefined;
  res.clearCookie(name, attributes(req));
  return notice;
}
