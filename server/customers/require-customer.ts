import type { Request, RequestHandler } from "express";
import { refuse } from "../outcome.ts";
import { isNative, respond } from "../web/respond.ts";
import { addressPath, dashboardPath, disablePath, profilePath, sessionPath, settingsPath, signInFor } from "./paths.ts";

const signedOut = refuse("signed_out", "Please sign in to continue.");

/** Calls by the beginning of their paths, and the page that has their forms. */
const pages: readonly [call: string, page: string][] = [
  [addressPath, settingsPath],
  [sessionPath, settingsPath],
  [disablePath, settingsPath],
  ["/identity/password/", settingsPath],
  ["/storefront/api/orders/", `${dashboardPath}orders/`],
  ["/storefront/api/customers/", profilePath],
];

/** The page of a native form: an order's calls end with its id, as its page does. */
function pageOfForm({ path }: Request): string {
  const [call = "", page = dashboardPath] = pages.find(([start]) => path.startsWith(start)) ?? [];
  return page.endsWith("/orders/") ? `${page}${path.slice(call.length).replace(/\/$/, "")}/` : page;
}

/**
 * Lets a customer's calls pass; all others get 401, and a native form goes to the sign-in and back
 * to its page, which shows again what was typed (acceptance 245).
 */
export const customerCall: RequestHandler = async (req, res, next) => {
  if (req.visitor.customerId !== undefined) return next();
  if (isNative(req)) {
    const page = pageOfForm(req);
    await req.saveDraft(page);
    return void res.set("Cache-Control", "no-store").redirect(303, signInFor(page));
  }
  await respond(req, res, signedOut);
};

/** Lets a customer see a screen; anybody else is redirected to the sign-in, and back from there. */
export const customerScreen: RequestHandler = (req, res, next) => {
  if (req.visitor.customerId !== undefined) return next();
  res.set("Cache-Control", "no-store").redirect(303, signInFor(req.originalUrl));
};

/** The customer of a request that passed one of the two. */
export function customerOf(req: Request): string {
  if (req.visitor.customerId === undefined) throw new Error("this route has to stand behind customerCall or customerScreen");
  return req.visitor.customerId;
}
