import type { Request, RequestHandler, Response } from "express";
import { ok, type Refusal } from "../../outcome.ts";
import { endReview, heldPayments } from "../../payments/end-review.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffHeldPaymentsPath } from "../paths.ts";
import { recordChange } from "../records/audit.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { heldPaymentsPage, heldPaymentsView } from "./held-payments-page.ts";

/** The most payments that are listed. */
const most = 200;

const notices: Readonly<Record<string, string>> = {
  ordered: "The payment is approved, and the order is placed.",
  ended: "The payment ended without an order. The shopper gets an email.",
};

/** Routes of the payments that the card gateway holds for review. */
export function heldPaymentRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render } = shop;
  const needs = "orders:refund";

  const renderPage = async (req: Request, res: Response, refusal?: Refusal) => {
    const input = { attempts: await heldPayments(db, most), canDecide: shop.gateway.endReview !== undefined };
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    return render(heldPaymentsView, heldPaymentsPage(staffContext(req, res), dates, input, { notice, refusal }));
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));

  const decide: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.endReview, req);
    const source = auditSourceOf(req as Request);
    const decided = body.ok
      ? await endReview(shop, {
          id: req.params.id,
          approve: body.value.decision === "approve",
          record: (tx, { key, amount }) =>
            recordChange(
              tx,
              source,
              { kind: "payment under review", id: key, action: words[body.value.decision], after: { amount } },
              now(),
            ),
        })
      : body;
    shop.notifyWorker();
    await respond(req as Request, res, decided.ok ? ok(decided.value.refusal_code === null ? "ordered" : "ended") : decided, {
      next: (notice) => `${staffHeldPaymentsPath}?notice=${notice}`,
      rerender: (refusal) => renderPage(req as Request, res, refusal),
      data: () => ({}),
    });
  };

  return routes(
    screenRoute(staffHeldPaymentsPath, staffScreen(parts, needs), screen),
    callRoute(staffCalls.endReview, staffCall(parts, { needs, recent: true }), decide),
  );
}

const words = { approve: "approved", refuse: "refused" } as const;
