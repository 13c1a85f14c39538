import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import { numbersOfOrders } from "../../orders/list.ts";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { askAboutPayment, openPayments } from "../../payments/open-payments.ts";
import { refusedMoney } from "../../payments/refused.ts";
import { decidedOrphans, handledOrphans, openOrphans } from "../../payments/sweep/decide.ts";
import { refusedReturns } from "../../payments/sweep/leave-refused.ts";
import { sweepNow } from "../../payments/sweep/sweep.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffPaymentsPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import type { AuditSource } from "../records/audit.ts";
import { staffIn } from "../records/history-page.ts";
import { nearLimits } from "../reports/shop-limits.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import {
  acceptForStaff,
  decisionsOf,
  leaveAgreed,
  type OrphanOutcome,
  type OrphanPreview,
  returnAgreed,
} from "./payment-actions.ts";
import { paymentsPage, paymentsView } from "./payments-page.ts";

/** The most payments that are listed. */
const most = 200;
/** The most decided payments that are listed. */
const mostDecided = 20;

const notices: Readonly<Record<string, string>> = {
  ordered: "The card was charged, and the order is placed.",
  ended: "No money was taken. The shopper can pay again.",
  swept: "Compared with the card gateway. What has no order here is listed below.",
  agrees: "Compared with the card gateway: every payment there has its order here.",
  undecided:
    "Some payments are in progress or ended less than a minute ago: compare again in a minute. All others have their order.",
  returning: "The money is on its way back to the card.",
  accepted: "They stay as they are.",
  left: "It stays as it is.",
  returned: "The card gateway has returned this payment after all: that is booked, and nothing else was recorded.",
  partly: "The card gateway has returned a part of it after all: that is booked. The rest stays as it is.",
};

const silent = refuse("unavailable", "The card gateway couldn’t be asked. Try again in a few minutes.");
const busy = refuse("unavailable", "The payments are being compared already. Try again in a few minutes.");

type PageState = { refusal?: Refusal; preview?: OrphanPreview | undefined };

/** Routes of undecided payments, and of money that the gateway holds for no order here. */
export function paymentRoutes(shop: Shop, parts: StaffParts): Routes {
  const { config, render, db, now, dates, notifyWorker } = shop;

  const renderPage = async (req: Request, res: Response, { refusal, preview }: PageState = {}) => {
    const attempts = await openPayments(db, most);
    const refused = await refusedMoney(db, now(), most);
    const numbers = await numbersOfOrders(db, [
      ...attempts.map(({ order_id }) => order_id),
      ...refused.charges.map(({ subject }) => subject),
    ]);
    const open = Map.groupBy(await openOrphans(db), ({ state }) => state === "returning");
    // Payments on their way back are always listed, since their return may have been refused.
    const orphans = [...(open.get(true) ?? []), ...(open.get(false) ?? [])].slice(0, most);
    const refusals = await refusedReturns(db, orphans);
    const decided = await decidedOrphans(db, mostDecided);
    const handled = await handledOrphans(db, decided);
    const decisions = await decisionsOf(db, decided);
    const names = await findStaffNames(db, staffIn([...decisions.values()].map(({ actor }) => actor)));
    const limits = (await nearLimits(db, config, now())).filter(({ kind }) => kind === "declined cards");
    const input = {
      refusedMoney: refused,
      limits,
      attempts,
      numbers,
      orphans,
      refusals,
      decided,
      handled,
      decisions,
      names,
    };
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    const pageState = { notice, refusal, preview, typed: req.typed };
    return render(paymentsView, paymentsPage(staffContext(req, res), dates, input, pageState));
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));

  /** `outcome` names the notice. */
  const answer = async (req: Request, res: Response, outcome: Outcome<string>, preview?: OrphanPreview) => {
    if (outcome.ok) notifyWorker();
    // For a person, a decision that still needs agreement is no error: the page asks for it.
    else if (outcome.code === "unconfirmed" && isNative(req)) return sendPage(res, await renderPage(req, res, { preview }));
    await respond(req, res, outcome, {
      next: (notice) => `${staffPaymentsPath}?notice=${notice}`,
      rerender: (refusal) => renderPage(req, res, { refusal, preview }),
      data: () => ({}),
    });
  };

  const lookUp: RequestHandler<{ id: string }> = async (req, res) => {
    const payment = await askAboutPayment(shop, req.params.id);
    await answer(req, res, payment.ok ? ok(payment.value.refusal_code === null ? "ordered" : "ended") : payment);
  };
  const sweep = async (): Promise<Outcome<string>> => {
    const outcome = await sweepNow(shop);
    if (outcome.status === "unasked") return silent;
    if (outcome.status !== "swept") return busy;
    if ((await openOrphans(db)).length > 0) return ok("swept");
    return ok(outcome.undecided > 0 ? "undecided" : "agrees");
  };
  const sweeping: RequestHandler = async (req, res) => await answer(req, res, await sweep());
  const returning: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.returnOrphan, req);
    const returned: OrphanOutcome<unknown> = body.ok ? await returnAgreed(db, body.value, auditSourceOf(req), now()) : body;
    await answer(req, res, returned.ok ? ok("returning") : returned, returned.preview);
  };
  /** Accepts payments; the outcome names the notice. */
  const accept = async (
    { key, note, ...agreed }: z.output<typeof staffCalls.acceptOrphans.body>,
    source: AuditSource,
  ): Promise<OrphanOutcome<string>> => {
    if (key !== undefined && note !== undefined) {
      const outcome = await leaveAgreed({ db, gateway: shop.gateway, now }, { key, note, ...agreed }, source);
      if (!outcome.ok) return outcome;
      if (outcome.value.returned.length === 0) return ok("left");
      return ok(outcome.value.left.length > 0 ? "partly" : "returned");
    }
    // A note or an amount needs a key.
    if (key === undefined && (note ?? agreed.seen ?? agreed.shownAmount) !== undefined)
      return refuse("invalid", "Say which payment you mean, by its key.");
    const accepted = await acceptForStaff(db, source, now(), key);
    return accepted.ok ? ok(key === undefined ? "accepted" : "left") : accepted;
  };
  const accepting: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.acceptOrphans, req);
    const accepted: OrphanOutcome<string> = body.ok ? await accept(body.value, auditSourceOf(req)) : body;
    await answer(req, res, accepted, accepted.preview);
  };

  const needs = "payments:write";
  const guard = staffCall(parts, { needs });
  const moneyGuard = staffCall(parts, { needs, recent: true });
  return routes(
    screenRoute(staffPaymentsPath, staffScreen(parts, "payments:read"), screen),
    callRoute(staffCalls.sweepPayments, guard, sweeping),
    callRoute(staffCalls.returnOrphan, moneyGuard, returning),
    callRoute(staffCalls.acceptOrphans, moneyGuard, accepting),
    callRoute(staffCalls.lookUpPayment, guard, lookUp),
  );
}
