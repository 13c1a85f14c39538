import type { Request, RequestHandler } from "express";
import { refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { relyingPartyOf } from "../web/relying-party.ts";
import { isNative, respond } from "../web/respond.ts";
import {
  addressPath,
  dashboardPath,
  disablePath,
  exportPath,
  profilePath,
  reauthenticatePath,
  sessionPath,
  settingsPath,
  signInFor,
} from "./paths.ts";
import { findAccount, hasAuthenticator, hasPasskey } from "./queries.ts";
import { isRecentProof } from "./sessions.ts";

const signedOut = refuse("signed_out", "Please sign in to continue.");

/** The page of each call's form, by the beginning of the call's path. */
const pages: readonly [call: string, page: string][] = [
  [addressPath, settingsPath],
  [sessionPath, settingsPath],
  [disablePath, settingsPath],
  [exportPath, settingsPath],
  ["/identity/password/", settingsPath],
  ["/storefront/api/orders/", `${dashboardPath}orders/`],
  ["/storefront/api/customers/", profilePath],
];

/**
 * The page of a native form. A call of an order ends with the order's id, as the order's page does.
 */
function pageOfForm({ path }: Request): string {
  const [call = "", page = dashboardPath] = pages.find(([start]) => path.startsWith(start)) ?? [];
  return page.endsWith("/orders/") ? `${page}${path.slice(call.length).replace(/\/$/, "")}/` : page;
}

/**
 * Lets a customer's calls pass. Others get 401, and a native form leads to the sign-in and then
 * back to its page, which shows the typed values again (requirement 245).
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

const unproven = refuse("reauthenticate", "Please confirm it’s you to continue.");

/**
 * Lets a call pass if its customer proved their identity within the last ten minutes. Otherwise
 * answers 403 with the ways to prove it: a passkey or a password, with a code if the customer uses
 * an authenticator app. A native form leads to a page that asks for a proof and then sends the form
 * again. A form with a stale token passes, since another site may have sent the form; the call
 * itself then refuses it. Runs after customerCall.
 */
export const recentProof =
  ({ db, now, config }: Pick<Shop, "db" | "now" | "config">): RequestHandler =>
  async (req, res, next) => {
    if (req.staleToken || isRecentProof(req.visitor.authenticatedAt, now())) return next();
    if (isNative(req)) {
      // A form that has only buttons has no typed values, and a draft without values is not stored.
      // So one value is added.
      await req.saveDraft(reauthenticatePath, { form: req.path, typed: { ...req.typed, form: "1" } });
      return void res.set("Cache-Control", "no-store").redirect(303, reauthenticatePath);
    }
    const customerId = customerOf(req);
    const data = {
      hasPassword: (await findAccount(db, customerId))?.hasPassword === true,
      hasPasskey: await hasPasskey(db, customerId, relyingPartyOf(config.publicUrl).id),
      hasAuthenticator: await hasAuthenticator(db, customerId),
    };
    await respond(req, res, { ...unproven, data });
  };

/**
 * Lets a customer see a screen; redirects others to the sign-in, which leads back to the screen.
 */
export const customerScreen: RequestHandler = (req, res, next) => {
  if (req.visitor.customerId !== undefined) return next();
  res.set("Cache-Control", "no-store").redirect(303, signInFor(req.originalUrl));
};

/** The customer of a request that passed customerCall or customerScreen. */
export function customerOf(req: Request): string {
  if (req.visitor.customerId === undefined) throw new Error("this route has to stand behind customerCall or customerScreen");
  return req.visitor.customerId;
}
