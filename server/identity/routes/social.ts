import type { Request, RequestHandler, Response } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { dashboardPath, reauthenticatePath, signInPath } from "../../customers/paths.ts";
import { customerSubject } from "../../customers/security-events.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { withChallenge } from "../../web/proof-of-work/limits.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendJson, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSessionCookie } from "../../web/session-cookie.ts";
import { csrfToken } from "../../web/token.ts";
import { identityCalls } from "../calls.ts";
import { beginSecondStep } from "../factors/second-step.ts";
import { hasTotp } from "../factors/totp.ts";
import { newUser } from "../new-user.ts";
import type { Identity } from "../parts.ts";
import { secondStepPath, signUpPath, socialReturnPath } from "../paths.ts";
import { renewProof } from "../reauthenticate.ts";
import { beginSocial } from "../social/begin.ts";
import { failureWords, type SocialFailure } from "../social/failures.ts";
import { finishSocial } from "../social/finish.ts";
import { flowId, flowsIn, flowsOf, setFlowCookie } from "../social/flow-cookie.ts";
import { socialFailedPage, socialReturnPage, socialReturnView } from "../social/pages.ts";
import { findLink, type SocialReturnRow } from "../social/queries.ts";
import { findReturn, returnStatus, returnToken } from "../social/returned.ts";
import { linkOf } from "./page-input.ts";
import { exchangeToken, nextAfter, requesterOf } from "./request-context.ts";

/**
 * A browser's return from a provider where the signed-in customer was to prove their identity
 * again.
 */
type Proof = { key: string; label: string; confirms: string; subject: string | undefined; failure: SocialFailure | undefined };

type Way = { next: string | null | undefined; popup: string | null | undefined };

/** A channel's name, as the page that opened the popup generated it. */
const popupOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4,40}$/.test(value) ? value : undefined;

const withQuery = (path: string, values: Record<string, string | null | undefined>): string => {
  const parameters = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path;
};

/**
 * Redirects to the sign-in page, which shows the failure. In a popup, redirects to the page that
 * first reports the failure to the window that opened the popup.
 */
function fail(res: Response, failure: SocialFailure, { next, popup }: Way): void {
  const path = popup ? socialReturnPath : signInPath;
  res.redirect(303, withQuery(path, { social: failure, next, popup }));
}

/**
 * Replaces the demand for a proof of work by a message, since a page without scripts cannot do
 * work. The message asks the shopper to sign in by email and password first; the account then knows
 * the browser.
 */
const withoutWork = <Value>(outcome: Outcome<Value>): Outcome<Value> =>
  outcome.ok || outcome.code !== "work_required"
    ? outcome
    : {
        ...outcome,
        error: "Many wrong passwords were entered lately. Please sign in with your email and password first, then try again.",
      };

/** Routes to sign in at another provider: redirect, return, and a new user's choices. */
export function socialRoutes({ social, log, render }: Shop, identity: Identity): Routes {
  const { db, now, secret, demo } = identity;
  const providerOf = (req: Request) => social.providers.find(({ place }) => String(place) === req.params.place);
  const logFailure = (error: unknown, place: number, failure: SocialFailure) => {
    const err = error instanceof Error ? error : undefined;
    log.warn({ place, failure, ...(err && { err }) }, "a social sign-in failed");
  };

  const beginning: RequestHandler = async (req, res, next) => {
    const provider = providerOf(req);
    if (!provider) return next();
    const way = { next: nextPath(req.query.next), popup: popupOf(req.query.popup) };
    const begin = (id: string) => setFlowCookie(req, res, id);
    const confirms = req.query.confirm === "1" ? req.visitor.customerId : undefined;
    const address = await beginSocial(identity, social, provider, { begin, confirms, ...way }).catch((error: unknown) =>
      logFailure(error, provider.place, "down"),
    );
    if (!address) return fail(res, "down", way);
    res.redirect(303, address);
  };

  const finishing: RequestHandler = async (req, res, next) => {
    const provider = providerOf(req);
    if (!provider) return next();
    const query = req.url.slice(req.url.indexOf("?"));
    const state = new URLSearchParams(query).get("state") ?? "";
    const id = flowId(state);
    const returnQuery = { flows: flowsOf(req, id), state, query };
    const { start, subject, failure, error } = await finishSocial(identity, social, provider, returnQuery);
    if (failure && failure !== "denied") logFailure(error, provider.place, failure);
    if (start?.confirms)
      return await prove(req, res, { key: provider.key, label: provider.label, confirms: start.confirms, subject, failure });
    if (failure) return fail(res, failure, start ?? { next: undefined, popup: undefined });
    res.redirect(303, withQuery(socialReturnPath, { flow: id }));
  };

  /**
   * Accepts the proof of identity only if the account at the provider is linked to the customer who
   * began the proof, and if this customer is still signed in here.
   */
  const prove = async (req: Request, res: Response, { key, label, confirms, subject, failure }: Proof) => {
    const { customerId, session = "" } = req.visitor;
    const link = subject === undefined ? undefined : await findLink(db, key, subject);
    const isOwn = customerId === confirms && link?.customer_id === confirms;
    if (isOwn && customerId !== undefined && (await hasTotp(db, customerSubject(customerId)))) {
      await beginSecondStep(identity, { customerId, visitor: requesterOf(req, res).visitor.id, way: label });
      return res.redirect(303, withQuery(secondStepPath, { next: reauthenticatePath }));
    }
    const proven = isOwn ? await renewProof(identity, { customerId, session, source: eventSourceOf(req) }) : undefined;
    if (proven?.ok) {
      setSessionCookie(req, res, proven.value.session);
      return res.redirect(303, reauthenticatePath);
    }
    res.redirect(303, withQuery(reauthenticatePath, { social: failure ?? "another" }));
  };

  const pageOf = (req: Request, res: Response, row: SocialReturnRow, asks: boolean, refusal?: Refusal) =>
    render(
      socialReturnView,
      socialReturnPage(row, { token: csrfToken(req, res), entry: returnToken(secret, row), asks, refusal }),
    );

  const returning: RequestHandler = async (req, res) => {
    const popup = popupOf(req.query.popup);
    const words = failureWords(req.query.social);
    if (popup && words) {
      const path = withQuery(signInPath, { social: String(req.query.social), next: nextPath(req.query.next) });
      return sendPage(res, render(socialReturnView, socialFailedPage(words, { popup, path })));
    }
    // If the address has no flow id, such as after the page was shown again, the latest flow
    // counts.
    const flows = typeof req.query.flow === "string" ? flowsOf(req, req.query.flow) : flowsIn(req);
    const row = await findReturn(db, secret, { flows, now: now() });
    if (!row || row.spent_at !== null) return res.redirect(303, req.visitor.customerId ? dashboardPath : signInPath);
    const { kind } = await returnStatus(db, row, demo);
    if (kind === "closed") return fail(res, "closed", row);
    sendPage(res, pageOf(req, res, row, kind === "asked"));
  };

  const findReturnOfForm = async (req: Request) => {
    const sought = { flows: flowsIn(req), now: now() };
    const { id, token } = req.typed;
    const own = await findReturn(db, secret, { ...sought, subject: linkOf(id), token: linkOf(token) });
    return own ?? (await findReturn(db, secret, sought));
  };

  /** Without scripts one post does both steps of the island. */
  const respondNatively = async (req: Request, res: Response, settled: Outcome<SocialReturnRow>) => {
    const row = settled.ok ? settled.value : await findReturnOfForm(req);
    if (!row || (row.spent_at !== null && row.customer_id === req.visitor.customerId))
      return res.redirect(303, row ? (row.next ?? dashboardPath) : withQuery(signInPath, { social: "lost" }));
    req.typed.next = row.next ?? dashboardPath;
    const entered = settled.ok ? await exchangeToken(identity, req, res, returnToken(secret, row)) : settled;
    const asks = row.customer_id === null && (await returnStatus(db, row, demo)).kind === "asked";
    await respond(req, res, entered, {
      next: nextAfter(row.next ?? dashboardPath),
      rerender: (refusal) => pageOf(req, res, row, asks, refusal),
    });
  };

  const settling: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.settleNewUser, req);
    const outcome = body.ok ? await newUser(identity, requesterOf(req, res), body.value) : body;
    if (isNative(req)) return await respondNatively(req, res, withoutWork(outcome));
    if (!outcome.ok) return await respond(req, res, await withChallenge(identity, outcome));
    sendJson(res, 200, { status: "ok", message: "Your account is ready." });
  };

  /** Visitors of these screens may need the providers soon. */
  const warmUp: RequestHandler = (_req, _res, next) => {
    social.warm();
    next();
  };

  return routes(
    screenRoute(signInPath, warmUp),
    screenRoute(signUpPath, warmUp),
    callRoute(identityCalls.finishSocialSignIn, finishing),
    screenRoute(socialReturnPath, returning),
    callRoute(identityCalls.beginSocialSignIn, beginning),
    callRoute(identityCalls.settleNewUser, settling),
  );
}
