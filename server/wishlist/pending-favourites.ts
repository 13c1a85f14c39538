import type { Request, Response } from "express";
import { httpOnlyAttributes } from "../web/cookie-attributes.ts";
import { cookiesOf } from "../web/visitor.ts";

const name = "hearts";
const hour = 3_600_000;
/** The latest; a guest who presses more hearts has scripts, or an account. */
const most = 20;

/** Products whose hearts this guest pressed without scripts, until the sign-in takes them over. */
export const pendingFavourites = (req: Request): string[] =>
  (cookiesOf(req.headers.cookie)[name] ?? "").split(".").filter((id) => /^[\w-]{1,64}$/.test(id));

/** Keeps one more for an hour. */
export function keepPendingFavourite(req: Request, res: Response, productId: string): void {
  const ids = [productId, ...pendingFavourites(req).filter((id) => id !== productId)].slice(0, most);
  res.cookie(name, ids.join("."), { ...httpOnlyAttributes(req), maxAge: hour });
}

export const clearPendingFavourites = (req: Request, res: Response): void => void res.clearCookie(name, httpOnlyAttributes(req));
