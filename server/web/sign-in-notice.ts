import type { Request, Response } from "express";
import { httpOnlyAttributes } from "./cookie-attributes.ts";
import { cookiesOf } from "./visitor.ts";

/** Why somebody who was signed in comes to the sign-in page. */
export type SignInNotice = "password" | "email" | "disabled" | "sessions";

const name = "notice";
const minute = 60_000;

/** Has the sign-in page say why, whether a form or a script leads there. */
export const setSignInNotice = (req: Request, res: Response, notice: SignInNotice): void =>
  void res.cookie(name, notice, { ...httpOnlyAttributes(req), maxAge: minute });

/** What the sign-in page has to say, once. */
export function takeSignInNotice(req: Request, res: Response): string | undefined {
  const { [name]: notice } = cookiesOf(req.headers.cookie);
  if (notice === undefined) return undefined;
  res.clearCookie(name, httpOnlyAttributes(req));
  return notice;
}
