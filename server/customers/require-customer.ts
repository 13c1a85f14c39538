import type { Request, RequestHandler } from "express";
import { refuse } from "../outcome.ts";
import { isNative, respond } from "../web/respond.ts";
import { dashboardPath, signInPath } from "./paths.ts";

const signedOut = refuse("signed_out", "Please sign in first.");

const signIn = (req: Request): string =>
  `${signInPath}?next=${encodeURIComponent(req.method === "GET" ? req.originalUrl : dashboardPath)}`;

/**
 * Lets a customer's calls pass; all others get 401, and a native form goes to the sign-in
 * (acceptance 245).
 */
export const customerCall: RequestHandler = async (req, res, next) => {
  if (req.visitor.customerId !== undefined) return next();
  if (isNative(req)) return void res.set("Cache-Control", "no-store").redirect(303, signIn(req));
  await respond(req, res, signedOut);
};

/** Lets a customer see a screen; anybody else is redirected to the sign-in, and back from there. */
export const customerScreen: RequestHandler = (req, res, next) => {
  if (req.visitor.customerId !== undefined) return next();
  res.set("Cache-Control", "no-store").redirect(303, signIn(req));
};

/** The customer of a request that passed one of the two. */
export function customerOf(req: Request): string {
  if (req.visitor.customerId === undefined) throw new Error("this route has to stand behind customerCall or customerScreen");
  return req.visitor.customerId;
}
