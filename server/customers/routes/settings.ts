import type { Request, RequestHandler, Response } from "express";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSignInReason } from "../../web/sign-in-reason.ts";
import { customerCalls } from "../calls.ts";
import { dashboardFrame } from "../dashboard.ts";
import { signOutDevice, signOutEverywhere } from "../devices.ts";
import { disableCustomer } from "../disable.ts";
import { eventSourceOf } from "../event-source.ts";
import { type SettingsState, type SignInFactors, settingsPage, settingsScreen } from "../pages/settings.ts";
import { addressPath, settingsPath, signInPath } from "../paths.ts";
import { customerCall, customerOf, customerScreen, recentProof } from "../require-customer.ts";
import type { Leave } from "./leave.ts";

/** Renders the settings page, also as the answer to other features' forms on this page. */
export type SettingsView = (req: Request, res: Response, state: SettingsState) => Promise<string>;

/**
 * Finds the customer's ways to sign in besides the password. The caller passes this function in,
 * since these ways belong to another feature.
 */
type FindFactors = (customerId: string) => Promise<SignInFactors>;

/** Renders the settings page of a signed-in customer. */
export const settingsView =
  ({ db, now, dates, render }: Shop, findFactors: FindFactors): SettingsView =>
  async (req, res, state) => {
    const frame = dashboardFrame(req, res, "Settings", settingsPath);
    const input = {
      customerId: customerOf(req),
      session: req.visitor.session,
      agent: req.get("user-agent") ?? "",
      token: frame.account.token,
      now: now(),
      dates,
    };
    return render(settingsScreen, {
      ...frame,
      ...(await settingsPage(db, { ...input, factors: await findFactors(input.customerId) }, state)),
    });
  };

const queryText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
/** The page's number, from 1; any other value is the first page. */
const pageOf = (value: unknown): number => (/^[1-9]\d{0,6}$/.test(queryText(value) ?? "") ? Number(value) : 1);
const unticked = refuse("unconfirmed", "Tick the box to disable your account.");

type Parts = { view: SettingsView; leave: Leave };

/**
 * The routes of the settings screen, of its devices, and of the closing of an account (requirements
 * 206, 215–218).
 */
export function settingsRoutes(shop: Shop, { view, leave }: Parts): Routes {
  const { db, now, notifyWorker } = shop;
  const proofGuards = [customerCall, recentProof(shop)];
  const screen: RequestHandler = async (req, res) => {
    const draft = await req.findDraft(settingsPath);
    // A draft may come from a button beside an address. Such a draft has only the address's id and
    // no typed values, and is not shown.
    const values = draft?.form === addressPath && draft.typed.street !== undefined ? draft.typed : undefined;
    const open = values ? (values.id ?? "new") : queryText(req.query.edit);
    sendPage(
      res,
      await view(req, res, {
        open,
        notice: queryText(req.query.notice),
        activity: pageOf(req.query.activity),
        ...(values && { typed: values }),
      }),
    );
    if (draft) await req.deleteDraft(settingsPath);
  };
  const ending: RequestHandler = async (req, res) => {
    const body = readBody(customerCalls.endSession, req);
    const outcome = body.ok
      ? await signOutDevice(db, { customerId: customerOf(req), id: body.value.id, source: eventSourceOf(req), now: now() })
      : body;
    const rerender = (refusal: Refusal) => view(req, res, { refusal });
    await respond(req, res, outcome, { next: `${settingsPath}?notice=session`, rerender });
  };
  const endingAll: RequestHandler = async (req, res) => {
    const outcome: Outcome<object> = req.staleToken ?? ok({});
    if (outcome.ok) {
      await signOutEverywhere(db, customerOf(req), eventSourceOf(req), now());
      leave(req, res);
      setSignInReason(req, res, "sessions");
    }
    await respond(req, res, outcome, { next: signInPath, rerender: (refusal) => view(req, res, { refusal }) });
  };
  const closing: RequestHandler = async (req, res) => {
    const body = readBody(customerCalls.disableAccount, req);
    const confirmed = body.ok && isNative(req) && body.value.confirmed === undefined ? unticked : body;
    const outcome = confirmed.ok
      ? await disableCustomer(db, {
          customerId: customerOf(req),
          source: eventSourceOf(req),
          now: now(),
        })
      : confirmed;
    if (outcome.ok) {
      leave(req, res);
      setSignInReason(req, res, "disabled");
      notifyWorker();
    }
    const rerender = (refusal: Refusal) => view(req, res, { open: "disable", refusal });
    await respond(req, res, outcome, { next: signInPath, rerender });
  };
  return routes(
    screenRoute(settingsPath, customerScreen, screen),
    callRoute(customerCalls.endSession, ...proofGuards, ending),
    callRoute(customerCalls.endAllSessions, ...proofGuards, endingAll),
    callRoute(customerCalls.disableAccount, ...proofGuards, closing),
  );
}
