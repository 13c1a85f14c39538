import type { Request, RequestHandler, Response } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { settingsPath } from "../../customers/paths.ts";
import { customerCall, customerOf, customerScreen, recentProof } from "../../customers/require-customer.ts";
import { isRecentProof } from "../../customers/sessions.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import { homePath } from "../../paths.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { identityCalls } from "../calls.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  findEnrolment,
  removeAuthenticator,
  renewRecoveryCodes,
} from "../factors/authenticator.ts";
import {
  authenticatorPage,
  authenticatorView,
  codesPage,
  codesView,
  keepPage,
  keepView,
  secondStepPage,
  secondStepView,
} from "../factors/pages.ts";
import { findRemovalOffer, isKeepLink, keepApp, requestRemoval } from "../factors/removal.ts";
import { finishSecondStep, isPending } from "../factors/second-step.ts";
import type { Identity } from "../parts.ts";
import { authenticatorPath, keepAuthenticatorPath, secondStepPath } from "../paths.ts";
import { identityPageInput, linkOf } from "./page-input.ts";
import { exchangeToken, nextAfter, requesterOf, secondStepFor, signInAgain } from "./request-context.ts";

/**
 * Routes to set up an authenticator app and its recovery codes, and for the second step of a
 * sign-in.
 */
export function authenticatorRoutes(shop: Shop, identity: Identity): Routes {
  const { render, settings, dates } = shop;
  const proofGuards = [customerCall, recentProof(shop)];
  const holderOf = (req: Request) => ({ customerId: customerOf(req), source: eventSourceOf(req) });

  const renderEnrolment = async (req: Request, res: Response, refusal?: Refusal): Promise<string | undefined> => {
    const enrolment = await findEnrolment(identity, customerOf(req), settings.current().storeName);
    return enrolment && render(authenticatorView, authenticatorPage(csrfToken(req, res), enrolment, refusal));
  };
  const screen: RequestHandler = async (req, res) => {
    const isProven = isRecentProof(req.visitor.authenticatedAt, identity.now());
    const page = isProven ? await renderEnrolment(req, res) : undefined;
    if (page === undefined) return res.redirect(303, settingsPath);
    sendPage(res, page);
  };
  const beginning: RequestHandler = async (req, res) => {
    const outcome = req.staleToken ?? (await beginAuthenticator(identity, customerOf(req)));
    await respond(req, res, outcome, { next: authenticatorPath });
  };
  /** Shows the codes in the answer itself, since they are shown only once. */
  const showCodes = async (
    req: Request,
    res: Response,
    outcome: Outcome<{ codes: string[] }>,
    rerender?: (refusal: Refusal) => Promise<string>,
  ) => {
    if (outcome.ok && isNative(req)) return sendPage(res, render(codesView, codesPage(outcome.value.codes)));
    await respond(req, res, outcome, rerender && { rerender });
  };
  const confirming: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.confirmAuthenticator, req);
    const outcome = body.ok ? await confirmAuthenticator(identity, holderOf(req), body.value.code) : body;
    const isShown = (await renderEnrolment(req, res)) !== undefined;
    // No secret waits for confirmation any more.
    if (!outcome.ok && isNative(req) && !isShown && !req.staleToken) return res.redirect(303, settingsPath);
    const rerender = async (refusal: Refusal) => (await renderEnrolment(req, res, refusal)) ?? "";
    await showCodes(req, res, outcome, isShown ? rerender : undefined);
  };
  const removing: RequestHandler = async (req, res) => {
    const outcome = req.staleToken ?? (await removeAuthenticator(identity, holderOf(req)));
    await respond(req, res, outcome, { next: `${settingsPath}?notice=totp-off` });
  };
  const renewing: RequestHandler = async (req, res) =>
    await showCodes(req, res, req.staleToken ?? (await renewRecoveryCodes(identity, holderOf(req))));

  const renderSecondStep = async (req: Request, res: Response, refusal?: Refusal) => {
    const offer = await findRemovalOffer(identity, req.visitor.id);
    const due = offer?.due === undefined ? undefined : dates.moment(offer.due).text;
    return render(secondStepView, secondStepPage(identityPageInput(req, res, refusal), offer && { due }));
  };
  const stepScreen: RequestHandler = async (req, res) => {
    const next = nextPath(req.query.next);
    if (!(await isPending(identity.db, req.visitor.id, identity.now()))) return res.redirect(303, signInAgain(next));
    sendPage(res, await renderSecondStep(req, res));
  };
  const stepping: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.finishSecondStep, req);
    const finished = body.ok ? await finishSecondStep(identity, requesterOf(req, res), body.value.code) : body;
    const { token, favourites } = finished.ok ? finished.value : { token: "", favourites: [] };
    const entered = finished.ok ? await exchangeToken(identity, req, res, token, favourites) : finished;
    const rerender = (refusal: Refusal) => renderSecondStep(req, res, refusal);
    const next = nextAfter(nextPath(req.typed.next) ?? homePath);
    await respond(req, res, entered, { next, rerender, data: () => ({}) });
  };
  const removalAsked: RequestHandler = async (req, res) => {
    const outcome = req.staleToken ?? (await requestRemoval(identity, requesterOf(req, res)));
    const rerender = (refusal: Refusal) => renderSecondStep(req, res, refusal);
    await respond(req, res, outcome, { next: secondStepFor(req), rerender });
  };

  const keepScreen: RequestHandler = async (req, res) => {
    const link = linkOf(req.query.token) ?? "";
    res.setHeader("Referrer-Policy", "same-origin");
    const state = (await isKeepLink(identity, link)) ? "waits" : "over";
    sendPage(res, render(keepView, keepPage(csrfToken(req, res), link, state)));
  };
  const keeping: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.keepAuthenticator, req);
    const outcome = body.ok ? await keepApp(identity, body.value.token, eventSourceOf(req)) : body;
    const renderKeepPage = (state: "waits" | "kept" | "over") =>
      render(keepView, keepPage(csrfToken(req, res), linkOf(req.typed.token) ?? "", state));
    if (outcome.ok && isNative(req)) return sendPage(res, renderKeepPage("kept"));
    await respond(req, res, outcome, { rerender: () => renderKeepPage(req.staleToken ? "waits" : "over") });
  };
  return routes(
    screenRoute(authenticatorPath, customerScreen, screen),
    callRoute(identityCalls.beginAuthenticator, ...proofGuards, beginning),
    callRoute(identityCalls.confirmAuthenticator, ...proofGuards, confirming),
    callRoute(identityCalls.removeAuthenticator, ...proofGuards, removing),
    callRoute(identityCalls.renewRecoveryCodes, ...proofGuards, renewing),
    screenRoute(secondStepPath, stepScreen),
    callRoute(identityCalls.finishSecondStep, stepping),
    callRoute(identityCalls.requestTotpRemoval, removalAsked),
    screenRoute(keepAuthenticatorPath, keepScreen),
    callRoute(identityCalls.keepAuthenticator, keeping),
  );
}
