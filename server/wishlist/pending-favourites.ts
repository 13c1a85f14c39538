import type { Request, Response } from "express";
import { clearCookie, readCookie, setCookie } from "../web/cookies.ts";

const hour = 3_600_000;
/**
 * The most pending favourites; the latest are kept. A guest who presses more hearts has scripts or
 * an account.
 */
const most = 20;

/**
 * The products whose hearts this guest pressed without scripts; the sign-in will add them to the
 * account.
 */
export const pendingFavourites = (req: Request): string[] =>
  (readCookie(req, "hearts") ?? "").split(".").filter((id) => /^[\w-]{1,64}$/.test(id));

/** Adds a pending favourite and keeps all of them for an hour. */
export function keepPendingFavourite(req: Request, res: Response, productId: string): void {
  const ids = [productId, ...pendingFavourites(req).filter((id) => id !== productId)].slice(0, most);
  setCookie(req, res, "hearts", ids.join("."), { maxAge: hour });
}

export const clearPendingFavourites = (req: Request, res: Response): void => clearCookie(req, res, "hearts");
