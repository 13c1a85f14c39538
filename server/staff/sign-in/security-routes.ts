import type { Request, RequestHandler, Response } from "express";
import { listSecurityEvents } from "../../customers/security-events.ts";
import { recoveryCodesLeft } from "../../identity/factors/remove.ts";
import { listPasskeys } from "../../identity/passkeys/list.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { requestSource } from "../../web/request-source.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffAuthenticatorPath, staffSecurityPath } from "../paths.ts";
import { staffSubject } from "../people/people.ts";
import { beginStaffApp, confirmStaffApp, findStaffEnrolment, renewStaffCodes, type StaffHolder } from "./authenticator.ts";
import { staffFactors } from "./factors.ts";
import { type StaffParts, staffCall, staffOf, staffScreen } from "./require-staff.ts";
import {
  securityPage,
  securityView,
  staffAuthenticatorPage,
  staffAuthenticatorView,
  staffCodesPage,
  staffCodesView,
} from "./security-page.ts";

const holderOf = (req: Request): StaffHolder => ({
  staffId: staffOf(req).staffId,
  email: staffOf(req).email,
  source: requestSource(req),
});

const notices: Readonly<Record<string, string>> = {
  "passkey-added": "The passkey was added.",
  "passkey-removed": "The passkey was removed.",
};

const noticeOf = ({ query }: Request): string | undefined =>
  typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;

/** Renders the page where a person manages their own ways to sign in. */
export const securityRenderer =
  ({ render, db, dates }: Shop, parts: StaffParts) =>
  async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const { staffId } = staffOf(req);
    const subject = staffSubject(staffId);
    const { hasApp } = await staffFactors(db, staffId, parts.party);
    const passkeys = await listPasskeys(db, subject, parts.party);
    return render(
      securityView,
      securityPage(staffContext(req, res), dates, {
        hasApp,
        passkeys,
        notice: noticeOf(req),
        codesLeft: await recoveryCodesLeft(db, subject),
        required: parts.secondStepRequired && !hasApp && passkeys.length === 0,
        events: await listSecurityEvents(db, subject, { offset: 0, limit: 20 }),
        refusal,
      }),
    );
  };

/** Routes of a person's own ways to sign in: the app, its codes, and the latest events. */
export function staffSecurityRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, settings } = shop;
  const proofGuard = staffCall(parts, { recent: true });
  const renderPage = securityRenderer(shop, parts);
  const screen: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));
  const renderEnrolment = async (req: Request, res: Response, refusal?: Refusal) => {
    const enrolment = await findStaffEnrolment(parts, holderOf(req), `${settings.current().storeName} staff`);
    return enrolment && render(staffAuthenticatorView, staffAuthenticatorPage(staffContext(req, res), enrolment, refusal));
  };
  const enrolmentScreen: RequestHandler = async (req, res) => {
    const page = await renderEnrolment(req, res);
    if (page === undefined) return res.redirect(303, staffSecurityPath);
    sendPage(res, page);
  };
  const beginning: RequestHandler = async (req, res) => {
    const outcome = await beginStaffApp(parts, holderOf(req));
    await respond(req, res, outcome, { next: staffAuthenticatorPath, rerender: (refusal) => renderPage(req, res, refusal) });
  };
  /** Shows the codes in the answer itself, since they are shown only once. */
  const showCodes = async (
    req: Request,
    res: Response,
    outcome: Outcome<{ codes: string[] }>,
    rerender: (refusal: Refusal) => Promise<string>,
  ) => {
    if (outcome.ok && isNative(req))
      return sendPage(res, render(staffCodesView, staffCodesPage(staffContext(req, res), outcome.value.codes)));
    await respond(req, res, outcome, { rerender });
  };
  const confirming: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.confirmStaffAuthenticator, req);
    const outcome = body.ok ? await confirmStaffApp(parts, holderOf(req), body.value.code) : body;
    const rerender = async (refusal: Refusal) =>
      (await renderEnrolment(req, res, refusal)) ?? (await renderPage(req, res, refusal));
    await showCodes(req, res, outcome, rerender);
  };
  const renewing: RequestHandler = async (req, res) => {
    const outcome = await renewStaffCodes(parts, holderOf(req));
    await showCodes(req, res, outcome, (refusal) => renderPage(req, res, refusal));
  };
  return routes(
    screenRoute(staffSecurityPath, staffScreen(parts), screen),
    screenRoute(staffAuthenticatorPath, staffScreen(parts), enrolmentScreen),
    callRoute(staffCalls.beginStaffAuthenticator, proofGuard, beginning),
    callRoute(staffCalls.confirmStaffAuthenticator, proofGuard, confirming),
    callRoute(staffCalls.renewStaffCodes, proofGuard, renewing),
  );
}
