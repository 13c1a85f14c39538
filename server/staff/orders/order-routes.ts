import type { Request, RequestHandler, Response } from "express";
import { findOpenSupplements, isOpenPhoneOrder } from "../../checkout/phone-orders.ts";
import type { ReleasePromoUse } from "../../orders/cancel.ts";
import { orderOfNumber } from "../../orders/list.ts";
import { findOrderRecord } from "../../orders/record.ts";
import { orderEmailsOf } from "../../orders/sent-emails.ts";
import { tagsOfOrder } from "../../orders/tags.ts";
import { notFound, type Refusal } from "../../outcome.ts";
import { gatewayCallsOf } from "../../payments/gateway-calls.ts";
import type { SettledRefund } from "../../payments/settle-refund.ts";
import type { Shop } from "../../shop.ts";
import { isNative, RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { type OrderAction, staffOrderPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { staffIn } from "../records/history-page.ts";
import { actorOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { actOnOrder, type OrderOutcome } from "./order-actions.ts";
import { type NoticeName, shownNotice } from "./order-notices.ts";
import { staffOrderPage, staffOrderView } from "./order-page.ts";
import { orderPapers } from "./order-papers.ts";
import type { OrderPreview } from "./order-previews.ts";
import { orderSkus } from "./order-skus.ts";

const returnNotices: Readonly<Record<string, NoticeName>> = {
  ask: "announced",
  receive: "received",
  accept: "accepted",
  decline: "declined",
};

/** Whether a received return pays nothing back, since its units were refunded before. */
const isUnpaid = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "refund" in value && value.refund === undefined;

/**
 * The notice that the page shows next. An announced return pays nothing back; a canceled order that
 * was refunded before pays nothing back either.
 */
function noticeOf(action: OrderAction, typed: OrderRequest["typed"], outcome: OrderOutcome): NoticeName {
  if (action === "fulfilment" && typed?.how === "tracking") return typed.tells === "1" ? "tracking-told" : "tracking";
  if (action === "hold" && !typed?.reason) return "hold-ended";
  if (action === "cancelation" && String(typed?.shownRefund) === "0") return "canceled-unpaid";
  const settled = action === "settlement" && outcome.ok ? (outcome.value as SettledRefund) : undefined;
  if (settled?.by === "gateway") return "refunded";
  if (action === "return" && outcome.ok && isUnpaid(outcome.value)) return "return-unpaid";
  return action === "return" ? (returnNotices[String(typed?.how)] ?? action) : action;
}

type OrderRequest = Request<{ number: string }>;

/** Routes of an order's page with all its actions. */
export function staffOrderRoutes(
  { render, db, gateway, now, dates, notifyWorker }: Shop,
  parts: StaffParts,
  releasePromoUse: ReleasePromoUse,
): Routes {
  const reading = staffScreen(parts, "orders:read");

  const renderPage = async (
    req: OrderRequest,
    res: Response,
    { refusal, action, preview }: { refusal?: Refusal; action?: OrderAction; preview?: OrderPreview | undefined } = {},
  ): Promise<string> => {
    const id = await idOf(req);
    const record = await findOrderRecord(db, id);
    if (!record) throw new RefusedPage(notFound);
    const names = await findStaffNames(db, staffIn(record.events.map(({ actor }) => actor)));
    const emails = await orderEmailsOf(db, id, now());
    const skus = await orderSkus(db, record);
    const calls = await gatewayCallsOf(db, record.order.checkoutId, record.afterSale.refunds);
    const unpaid = await findOpenSupplements(db, id);
    const { replacedBy } = record.replacement;
    const isReplacementOpen = replacedBy !== undefined && (await isOpenPhoneOrder(db, replacedBy.checkoutId));
    const tags = await tagsOfOrder(db, id);
    const papers = await orderPapers(db, record);
    const notice = shownNotice(req.query.notice, record);
    return render(
      staffOrderView,
      staffOrderPage(
        staffContext(req, res),
        dates,
        { ...record, emails, names, skus, calls, unpaid, isReplacementOpen, tags, papers },
        { notice, refusal, typed: req.typed, preview, action, now: now() },
      ),
    );
  };
  const idOf = async ({ params }: OrderRequest): Promise<string> => {
    const id = /^\d{1,9}$/.test(params.number) ? await orderOfNumber(db, Number(params.number)) : undefined;
    if (id === undefined) throw new RefusedPage(notFound);
    return id;
  };
  const order: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const actionHandler =
    (action: OrderAction): RequestHandler<{ number: string }> =>
    async (req, res) => {
      const acted = {
        db,
        gateway,
        clock: now,
        orderId: await idOf(req),
        actor: actorOf(req),
        staff: staffOf(req),
        now: now(),
        dates,
        releasePromoUse,
      };
      const outcome: OrderOutcome = await actOnOrder(action, acted, req.typed);
      const { preview } = outcome;
      if (outcome.ok) notifyWorker();
      // For a person, an action that still needs agreement is no error: the page asks for it.
      else if (outcome.code === "unconfirmed" && isNative(req))
        return sendPage(res, await renderPage(req, res, { action, preview }));
      await respond(req, res, outcome, {
        next: `${staffOrderPath(req.params.number)}?notice=${noticeOf(action, req.typed, outcome)}`,
        rerender: (refusal) => renderPage(req, res, { refusal, action, preview }),
        data: () => ({}),
      });
    };
  const route = (call: (typeof orderCalls)[OrderAction], action: OrderAction) =>
    callRoute(call, staffCall(parts, { needs: call.needs, recent: "money" in call }), actionHandler(action));
  const orderCalls = {
    fulfilment: staffCalls.fulfilOrder,
    cancelation: staffCalls.cancelStaffOrder,
    keeping: staffCalls.keepOrder,
    hold: staffCalls.holdOrder,
    tags: staffCalls.tagOrder,
    refund: staffCalls.refundOrder,
    settlement: staffCalls.settleRefund,
    payment: staffCalls.recordPayment,
    edit: staffCalls.editOrder,
    return: staffCalls.returnOrder,
    note: staffCalls.noteOrder,
    email: staffCalls.resendOrderEmail,
  };
  return routes(
    screenRoute(staffOrderPath(":number"), reading, order),
    route(orderCalls.fulfilment, "fulfilment"),
    route(orderCalls.cancelation, "cancelation"),
    route(orderCalls.keeping, "keeping"),
    route(orderCalls.hold, "hold"),
    route(orderCalls.tags, "tags"),
    route(orderCalls.refund, "refund"),
    route(orderCalls.settlement, "settlement"),
    route(orderCalls.payment, "payment"),
    route(orderCalls.edit, "edit"),
    route(orderCalls.return, "return"),
    route(orderCalls.note, "note"),
    route(orderCalls.email, "email"),
  );
}
