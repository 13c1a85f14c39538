import type { Request, RequestHandler, Response } from "express";
import { newId } from "../../ids.ts";
import { links } from "../../links.ts";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSignInReason } from "../../web/sign-in-reason.ts";
import { customerCalls } from "../calls.ts";
import { requestEmailChange } from "../change-email.ts";
import { dashboardFrame } from "../dashboard.ts";
import { eventSourceOf } from "../event-source.ts";
import { hasOneTimeToken } from "../one-time-tokens.ts";
import { profilePage, profileView, type RefusedField } from "../pages/profile.ts";
import { profileFieldPath, profilePath } from "../paths.ts";
import { profileOf, type SavedField, saveField } from "../profile.ts";
import { customerCall, customerOf, customerScreen, recentProof } from "../require-customer.ts";
import { isProfileField, type ProfileField, profileFields } from "../rules/profile.ts";
import type { Leave } from "./leave.ts";

/** Renders the profile's screen, also again after a refused native form. */
export async function renderProfile(
  { db, now, render }: Shop,
  req: Request,
  res: Response,
  refused?: RefusedField,
): Promise<string> {
  const customerId = customerOf(req);
  const frame = dashboardFrame(req, res, "Profile", profilePath);
  const input = {
    profile: await profileOf(db, customerId),
    waiting: await hasOneTimeToken(db, "change-email", customerId, now()),
    token: frame.account.token,
    saved: req.query.saved,
    refused,
  };
  return render(profileView, { ...frame, ...profilePage(input) });
}

/** Leaves an unknown field to the next route. */
const requireProfileField: RequestHandler = (req, _res, next) => next(isProfileField(req.params.field) ? undefined : "route");

/** The routes of the profile. A change of email ends the session: `leave` removes its cookies. */
export function profileRoutes(shop: Shop, leave: Leave): Routes {
  const { db, now, notifyWorker } = shop;
  const proof = recentProof(shop);
  const emailProof: RequestHandler = (req, res, next) => (req.params.field === "email" ? proof(req, res, next) : next());
  const save = async (req: Request, field: ProfileField, text: string, visitor: string): Promise<Outcome<SavedField>> =>
    field === "email"
      ? await requestEmailChange(db, { customerId: customerOf(req), visitor, source: eventSourceOf(req) }, text, now())
      : await saveField(db, customerOf(req), { field, typed: text }, now());
  const screen: RequestHandler = async (req, res) => {
    const draft = await req.findDraft(profilePath);
    const field = profileFields.find((each) => draft?.form.startsWith(profileFieldPath(each)));
    sendPage(res, await renderProfile(shop, req, res, field && { field, typed: draft?.typed.value }));
    if (draft) await req.deleteDraft(profilePath);
  };
  const saving: RequestHandler = async (req, res) => {
    const field = req.params.field as ProfileField;
    const body = readBody(customerCalls.saveField, req);
    // The change ends the session, and the browser then gets this id. The mailed link belongs to
    // this id.
    const renewed = newId();
    const outcome = body.ok ? await save(req, field, body.value.value, renewed) : body;
    if (outcome.ok && field === "email") {
      notifyWorker();
      leave(req, res, renewed);
      setSignInReason(req, res, "email");
    }
    await respond(req, res, outcome, {
      next: field === "email" ? `${links.confirm}?sent=email` : `${profilePath}?saved=${field}`,
      rerender: (refusal) => renderProfile(shop, req, res, { field, refusal, typed: req.typed.value }),
    });
  };
  return routes(
    screenRoute(profilePath, customerScreen, screen),
    behind([requireProfileField], callRoute(customerCalls.saveField, customerCall, emailProof, saving)),
  );
}
