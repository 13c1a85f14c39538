import type { Request, Response } from "express";
import { successorIn } from "../../checkout/claim.ts";
import { checkoutOfCookie, clearCheckoutCookie, setCheckoutCookie } from "../../checkout/cookie.ts";
import { eventSourceOf } from "../../customers/event-source.ts";
import { signInPath } from "../../customers/paths.ts";
import { newId } from "../../ids.ts";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { deviceSecrets, keepDeviceSecret } from "../../web/device-cookie.ts";
import { clientAddress } from "../../web/network.ts";
import { nextPath } from "../../web/next-path.ts";
import { setSessionCookie } from "../../web/session-cookie.ts";
import { setShipToCookie } from "../../web/ship-to-cookie.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { clearPendingFavourites, pendingFavourites } from "../../wishlist/pending-favourites.ts";
import { remoteBotCheck } from "../bot-check/remote.ts";
import { workBotCheck } from "../bot-check/work.ts";
import { builtInProvider } from "../built-in.ts";
import type { Identity, Requester, VisitorGrants } from "../parts.ts";
import { secondStepPath } from "../paths.ts";
import { setSignedInNotice } from "../signed-in-notice.ts";
import { flowsIn } from "../social/flow-cookie.ts";
import { type SignedIn, verify } from "../verify.ts";

/** Puts together what the functions of signing in need, with the built-in provider of passwords. */
export function openIdentity({ db, now, notifyWorker, config, log }: Shop, visitorGrants: VisitorGrants): Identity {
  const demo = config.demoAccounts;
  const secret = config.sessionSecret;
  const bots = config.botCheck ? remoteBotCheck(config.botCheck, log) : workBotCheck({ db, now, secret });
  const maxFailuresPerHour = config.maxFailedSignInsPerHour;
  const maxMailsPerHour = config.maxRequestedEmailsPerHour;
  return {
    db,
    now,
    notifyWorker,
    secret,
    maxFailuresPerHour,
    maxMailsPerHour,
    bots,
    demo,
    visitorGrants,
    provider: builtInProvider({ db, now, demo }),
  };
}

/** The requester; sets the visitor's cookie if the browser has none. */
export const requesterOf = (req: Request, res: Response): Requester => ({
  visitor: { ...req.visitor, id: ensureVisitorCookie(req, res) },
  address: clientAddress(req),
  source: eventSourceOf(req),
  deviceSecrets: deviceSecrets(req),
  flows: flowsIn(req),
});

const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;

/** The next page of a native form whose account has a second step. */
export const secondStepFor = (req: Request): string => withNext(secondStepPath, nextPath(req.typed.next));

/** The path of the sign-in, which keeps `next`. */
export const signInAgain = (next: string | undefined): string => withNext(signInPath, next);

/**
 * Exchanges a token for a session, and sets the cookies of the session and of the customer's data.
 */
export async function exchangeToken(
  identity: Identity,
  req: Request,
  res: Response,
  token: string,
  favourites: readonly string[] = [],
): Promise<Outcome<SignedIn>> {
  const asker = requesterOf(req, res);
  const renewed = newId();
  const signedIn = await verify(identity, token, {
    asker,
    renewed,
    agent: req.get("user-agent") ?? "",
    checkoutId: checkoutOfCookie(req),
    oldSession: req.visitor.session,
    favourites: [...pendingFavourites(req), ...favourites],
  });
  if (!signedIn.ok) return signedIn.code === "second_factor" ? { ...signedIn, leadsTo: secondStepFor(req) } : signedIn;
  clearPendingFavourites(req, res);
  const { session, checkoutId, keepsVisitor, area, device } = signedIn.value;
  // The visitor's cookie has to last as long as the session that is issued to it.
  req.renewVisitor(res, keepsVisitor ? asker.visitor.id : renewed);
  setSessionCookie(req, res, session);
  setSignedInNotice(req, res, "signed-in");
  if (device) keepDeviceSecret(req, res, device.secret);
  if (checkoutId === null) clearCheckoutCookie(req, res);
  else if (checkoutId !== undefined) setCheckoutCookie(req, res, checkoutId);
  if (area !== undefined) setShipToCookie(req, res, area);
  return signedIn;
}

/**
 * Returns the path that a native form leads to after signing in. If the sign-in replaced a
 * checkout, that checkout's id in `next` is replaced by the id of its successor.
 */
export const nextAfter =
  (next: string) =>
  (entered: SignedIn): string =>
    successorIn(entered)(next);
