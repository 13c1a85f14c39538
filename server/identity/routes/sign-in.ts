import type { Request, RequestHandler } from "express";
import { clearCheckoutCookie } from "../../checkout/cookie.ts";
import { signOut } from "../../customers/devices.ts";
import { eventSourceOf } from "../../customers/event-source.ts";
import { dashboardPath, signInFor, signInPath } from "../../customers/paths.ts";
import { newId } from "../../ids.ts";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { homePath } from "../../paths.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { withChallenge } from "../../web/proof-of-work/limits.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendJson, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { clearSessionCookie } from "../../web/session-cookie.ts";
import { takeSignInReason } from "../../web/sign-in-reason.ts";
import { identityCalls, type VerifyAnswer } from "../calls.ts";
import { signInPage, signInView, welcomePage, welcomeView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { welcomePath } from "../paths.ts";
import { findAccount } from "../queries.ts";
import { signIn } from "../sign-in.ts";
import { requestSignInLink } from "../sign-in-link.ts";
import type { SignInLinkState } from "../sign-in-link-page.ts";
import { mayBeUsed } from "../sign-in-work.ts";
import { failureWords } from "../social/failures.ts";
import { identityPageInput } from "./page-input.ts";
import { exchangeToken, nextAfter, requesterOf } from "./request-context.ts";

/** The refusal of a failed social sign-in that led back here. */
function socialRefusal(req: Request): Refusal | undefined {
  const words = failureWords(req.query.social);
  return words === undefined ? undefined : refuse("failed", words);
}

const isCustomToken = (token: unknown): token is string => typeof token === "string" && /^[\w-]{43}$/.test(token);

const incomplete = refuse("invalid", "This sign-in link is incomplete. Copy all of it, or sign in with your password.");

/** The refusal of a malformed custom token, such as one that was cut off. */
const malformedToken = ({ query: { token } }: Request): Refusal | undefined =>
  token === undefined || isCustomToken(token) ? undefined : incomplete;

/**
 * The custom token in the address, which becomes a hidden field; `other` is the email of a visitor
 * who is signed in already.
 */
async function customOf({ db }: Identity, req: Request) {
  const { token: custom } = req.query;
  if (!isCustomToken(custom)) return undefined;
  const { customerId } = req.visitor;
  const other = customerId === undefined ? undefined : (await findAccount(db, customerId))?.email;
  return { token: custom, other };
}

/**
 * The state of a mailed link that replaces the work of a sign-in. The sign-in form sends the link's
 * token as `work`.
 */
async function linkShown(identity: Identity, { query: { work, link } }: Request): Promise<SignInLinkState | undefined> {
  if (link === "sent") return { link };
  if (typeof work !== "string") return undefined;
  return (await mayBeUsed(identity, work)) ? { work } : { link: "lapsed" };
}

/** Routes to sign in and out and to check a token, and the page that greets a new customer. */
export function signInRoutes({ render }: Shop, identity: Identity): Routes {
  const screen: RequestHandler = async (req, res) => {
    const custom = await customOf(identity, req);
    // A token in an address must not leak to other sites by the referrer.
    if (custom) res.setHeader("Referrer-Policy", "same-origin");
    const refusal = socialRefusal(req) ?? malformedToken(req);
    const isSignedIn = req.visitor.customerId !== undefined;
    if (isSignedIn && !custom && !refusal) return void res.redirect(303, nextPath(req.query.next) ?? dashboardPath);
    const input = { ...identityPageInput(req, res), refusal };
    const link = await linkShown(identity, req);
    // A link's token must not leak to other sites either.
    if (link) res.setHeader("Referrer-Policy", "same-origin");
    sendPage(res, render(signInView, signInPage(input, { custom, reason: takeSignInReason(req, res), link })));
  };
  const signingIn: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.signIn, req);
    const signedIn = body.ok ? await signIn(identity, requesterOf(req, res), body.value) : body;
    const rerender = (refusal: Refusal) => render(signInView, signInPage(identityPageInput(req, res, refusal)));
    if (!isNative(req)) return await respond(req, res, signedIn.ok ? signedIn : await withChallenge(identity, signedIn));
    const exchanged = signedIn.ok ? await exchangeToken(identity, req, res, signedIn.value.token) : signedIn;
    await respond(req, res, exchanged, { next: nextAfter(nextPath(req.typed.next) ?? homePath), rerender });
  };
  /** Mails the link with which a browser without scripts signs in instead of doing work. */
  const mailing: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.mailSignInLink, req);
    const next = nextPath(req.typed?.next);
    const outcome = body.ok ? await requestSignInLink(identity, requesterOf(req, res), { ...body.value, next }) : body;
    const rerender = (refusal: Refusal) => {
      const input = identityPageInput(req, res, refusal);
      // The form itself shows errors of a field.
      const link = refusal.errors ? undefined : { refusal };
      return render(signInView, signInPage(input, { link }));
    };
    await respond(req, res, outcome, {
      next: `${next === undefined ? `${signInPath}?` : `${signInFor(next)}&`}link=sent`,
      rerender,
    });
  };
  const verifying: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.verifyToken, req);
    const entered = body.ok ? await exchangeToken(identity, req, res, body.value.token, body.value.favorites) : body;
    if (isNative(req) || !entered.ok) {
      const rerender = (refusal: Refusal) => render(signInView, signInPage(identityPageInput(req, res, refusal)));
      return await respond(req, res, entered, { next: nextAfter(nextPath(req.typed.next) ?? welcomePath), rerender });
    }
    sendJson(res, 200, { status: "success", message: "You’re signed in." } satisfies VerifyAnswer);
  };
  const signingOut: RequestHandler = async (req, res) => {
    const outcome: Outcome<object> = req.staleToken ?? ok({});
    if (outcome.ok) {
      const { id } = req.visitor;
      await signOut(identity.db, req.visitor, eventSourceOf(req), identity.now());
      if (id !== undefined) await identity.visitorGrants.end(identity.db, id);
      req.renewVisitor(res, newId());
      clearSessionCookie(req, res);
      clearCheckoutCookie(req, res);
    }
    await respond(req, res, outcome, { next: homePath });
  };
  const welcoming: RequestHandler = async (req, res) => {
    const { customerId } = req.visitor;
    const account = customerId === undefined ? undefined : await findAccount(identity.db, customerId);
    if (!account) return void res.redirect(303, signInPath);
    sendPage(res, render(welcomeView, welcomePage(account.first_name, nextPath(req.query.next) ?? homePath)));
  };
  return routes(
    screenRoute(signInPath, screen),
    callRoute(identityCalls.signIn, signingIn),
    callRoute(identityCalls.mailSignInLink, mailing),
    callRoute(identityCalls.verifyToken, verifying),
    callRoute(identityCalls.signOut, signingOut),
    screenRoute(welcomePath, welcoming),
  );
}
