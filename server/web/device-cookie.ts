import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { retention } from "../retention.ts";
import { cookieValues, setCookie } from "./cookies.ts";

/** 400 days from the last sign-in, in ms. Browsers keep no cookie longer. */
export const deviceLife = retention.knownDevice;

/** A browser is known to at most this many accounts at a time, enough for a household. */
const mostAccounts = 4;

/** The hash that the database stores instead of a device's secret. */
export const deviceHash = (secret: string): string => createHash("sha256").update(`device:${secret}`).digest("hex");

/**
 * The secrets by which accounts know this browser, one for each account. Another host of the site
 * may have set cookies of this name; no account knows their values.
 */
export const deviceSecrets = (req: Request): string[] =>
  cookieValues(req, "device")
    .flatMap((value) => value.split("."))
    .filter((secret) => /^[\w-]{43}$/.test(secret))
    .slice(0, 2 * mostAccounts);

/** Keeps an account's secret beside those of other accounts, the latest first. */
export function keepDeviceSecret(req: Request, res: Response, secret: string): void {
  const others = deviceSecrets(req).filter((other) => other !== secret);
  setCookie(req, res, "device", [secret, ...others].slice(0, mostAccounts).join("."), { maxAge: deviceLife });
}
