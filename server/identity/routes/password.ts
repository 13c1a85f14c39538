import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import { eventSourceOf } from "../../customers/event-source.ts";
import { dashboardPath, signInFor, signInPath } from "../../customers/paths.ts";
import { customerCall, customerOf } from "../../customers/require-customer.ts";
import { customerSubject } from "../../customers/security-events.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { deviceSecrets, keepDeviceSecret } from "../../web/device-cookie.ts";
import { clientAddress } from "../../web/network.ts";
import { nextPath } from "../../web/next-path.ts";
import { withChallenge } from "../../web/proof-of-work/limits.ts";
import { readBody } from "../../web/read.ts";
import { relyingPartyOf } from "../../web/relying-party.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSignInReason } from "../../web/sign-in-reason.ts";
import { identityCalls } from "../calls.ts";
import { changePassword } from "../change-password.ts";
import { confirmEmail, findConfirmLink, requestConfirmation } from "../confirm.ts";
import { confirmPage, confirmView, passkeyBoxes, resetPage, resetSentFor, resetView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { listPasskeys } from "../passkeys/list.ts";
import { confirmPath, resetPath } from "../paths.ts";
import { findResetAccount, requestReset, reset } from "../reset.ts";
import type { resetBody } from "../schema.ts";
import { leave } from "./leave.ts";
import { identityPageInput, linkOf } from "./page-input.ts";
import { requesterOf } from "./request-context.ts";

/**
 * Both uses of one call: with an email it mails a link, with the mailed token it sets a password.
 */
const resetBy = async (identity: Identity, body: z.output<typeof resetBody>, req: Request) => {
  if ("token" in body) return await reset(identity, body, eventSourceOf(req));
  const requester = { address: clientAddress(req), deviceSecrets: deviceSecrets(req), canWork: !isNative(req) };
  const outcome = await requestReset(identity, { ...requester, email: body.email, work: body.work, next: nextPath(body.next) });
  return outcome.ok ? outcome : await withChallenge(identity, outcome);
};

/** Renders the page with the form for a new password again, with the refusal. */
export type Settings = (req: Request, res: Response, seen: { open: string; refusal: Refusal }) => Promise<string>;

/**
 * Routes to change a password, to set a new one by a mailed link, and to confirm an email address.
 */
export function passwordRoutes({ render, config, dates }: Shop, identity: Identity, settings: Settings): Routes {
  const party = relyingPartyOf(config.publicUrl);
  const changing: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.changePassword, req);
    const sessionHolder = { customerId: customerOf(req), session: req.visitor.session ?? "", source: eventSourceOf(req) };
    const outcome = body.ok ? await changePassword(identity, sessionHolder, body.value) : body;
    if (outcome.ok) {
      leave(req, res);
      setSignInReason(req, res, "password");
    }
    const rerender = (refusal: Refusal) => settings(req, res, { open: "password", refusal });
    await respond(req, res, outcome, { next: signInPath, rerender });
  };
  const renderReset = async (req: Request, res: Response, link: string | undefined, refusal?: Refusal) => {
    const input = identityPageInput(req, res, refusal);
    const isLinkSent = req.query.link === "sent";
    if (link === undefined) return render(resetView, resetPage(input, undefined, isLinkSent));
    const account = await findResetAccount(identity, link);
    const passkeys = account === undefined ? [] : await listPasskeys(identity.db, customerSubject(account), party);
    // A refused form is shown again with the reason, even if its link has expired.
    const good = refusal !== undefined || account !== undefined;
    return render(resetView, resetPage(input, { token: link, good, passkeys: passkeyBoxes(input, passkeys, dates) }, isLinkSent));
  };
  const resetScreen: RequestHandler = async (req, res) => {
    const link = linkOf(req.query.token);
    if (link !== undefined) res.setHeader("Referrer-Policy", "same-origin");
    sendPage(res, await renderReset(req, res, link));
  };
  const resetting: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.resetPassword, req);
    const ends = body.ok && "token" in body.value;
    const outcome = body.ok ? await resetBy(identity, body.value, req) : body;
    if (outcome.ok && ends) setSignInReason(req, res, "password");
    const rerender = (refusal: Refusal) => renderReset(req, res, linkOf(req.typed.token), refusal);
    const next = nextPath(req.typed.next);
    if (outcome.ok && !ends) return await respond(req, res, outcome, { next: resetSentFor(next) });
    await respond(req, res, outcome, { next: next === undefined ? signInPath : signInFor(next), rerender });
  };
  const confirmScreen: RequestHandler = async (req, res) => {
    const link = linkOf(req.query.token) ?? "";
    res.setHeader("Referrer-Policy", "same-origin");
    const confirmState = await findConfirmLink(identity, link, req.visitor);
    const confirmLink = { token: link, found: confirmState, sent: req.query.sent === "email" };
    sendPage(res, render(confirmView, confirmPage(identityPageInput(req, res), confirmLink, undefined)));
  };
  const confirming: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.confirmEmail, req);
    const outcome = body.ok ? await confirmEmail(identity, body.value.token, requesterOf(req, res)) : body;
    if (outcome.ok && outcome.value.device) keepDeviceSecret(req, res, outcome.value.device.secret);
    if (outcome.ok && outcome.value.ended !== undefined && outcome.value.ended === req.visitor.customerId) {
      leave(req, res);
    }
    const link = linkOf(req.typed.token) ?? "";
    const rerender = async (refusal: Refusal) => {
      const confirmState = await findConfirmLink(identity, link, req.visitor);
      return render(
        confirmView,
        confirmPage(identityPageInput(req, res, refusal), { token: link, found: confirmState }, undefined),
      );
    };
    const spent = { token: link, found: "lapsed" as const };
    if (isNative(req) && outcome.ok)
      return sendPage(res, render(confirmView, confirmPage(identityPageInput(req, res), spent, outcome.value.email)));
    await respond(req, res, outcome, { rerender, data: () => ({}) });
  };
  const asking: RequestHandler = async (req, res) => {
    const outcome = req.staleToken ?? (await requestConfirmation(identity, { ...req.visitor, customerId: customerOf(req) }));
    const rerender = (refusal: Refusal) =>
      render(confirmView, confirmPage(identityPageInput(req, res, refusal), { token: "", found: "lapsed" }, undefined));
    await respond(req, res, outcome, { next: `${dashboardPath}?notice=link-sent`, rerender });
  };
  return routes(
    callRoute(identityCalls.mailConfirmLink, customerCall, asking),
    callRoute(identityCalls.changePassword, customerCall, changing),
    screenRoute(resetPath, resetScreen),
    callRoute(identityCalls.resetPassword, resetting),
    screenRoute(confirmPath, confirmScreen),
    callRoute(identityCalls.confirmEmail, confirming),
  );
}
