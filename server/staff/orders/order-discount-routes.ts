import type { Request, RequestHandler, Response } from "express";
import { checkedDiscount } from "../../checkout/rules/price-adjustment.ts";
import { discountOrder, previewDiscount } from "../../orders/discount.ts";
import { isDisputed } from "../../orders/disputes.ts";
import { sumChanged } from "../../orders/seen.ts";
import { type Refusal, refuse } from "../../outcome.ts";
import { refuseUncompared } from "../../payments/restored.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderDiscountPath, staffOrderPath } from "../paths.ts";
import { actorOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import type { OrderOutcome } from "./order-actions.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderDiscountPage, orderDiscountView } from "./order-discount-page.ts";
import { orderOfPath } from "./order-of-path.ts";
import type { OrderPreview } from "./order-previews.ts";
import { typedDiscount } from "./phone-order-prices.ts";

type OrderRequest = Request<{ number: string }>;

const unconfirmed = refuse("unconfirmed", "Send the sums that you agree to: data holds them.");

/** Routes of the page that gives a discount on a placed order. */
export function orderDiscountRoutes({ db, now, render, notifyWorker }: Shop, parts: StaffParts): Routes {
  const renderPage = async (req: OrderRequest, res: Response, refusal?: Refusal, preview?: OrderPreview): Promise<string> => {
    const record = await orderOfPath(db, req);
    return render(orderDiscountView, orderDiscountPage(staffContext(req, res), { record, refusal, typed: req.typed, preview }));
  };
  const screen: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  /** Gives the discount. First asks to agree to the sums, and again if the payment is disputed. */
  const give = async (req: OrderRequest): Promise<OrderOutcome> => {
    const body = readBody(orderChangeCalls.discountOrder, req as Request);
    if (!body.ok) return body;
    const { seen, shownAmount: amount, shownRefund: refund, disputed } = body.value;
    const discount = checkedDiscount(typedDiscount(body.value));
    if (!discount.ok) return discount;
    const { id: orderId } = (await orderOfPath(db, req)).order;
    const wish = { orderId, discount: discount.value, seen };
    const asksOnce = disputed === "1" || !(await isDisputed(db, orderId));
    const isAgreed = asksOnce && amount !== undefined && refund !== undefined;
    const input = { ...wish, actor: actorOf(req as Request), shown: { amount: amount ?? 0, refund: refund ?? 0 } };
    const done = isAgreed ? ((await refuseUncompared(db)) ?? (await discountOrder(db, input, now()))) : unconfirmed;
    if (done !== unconfirmed && done !== sumChanged) return done;
    const preview = await previewDiscount(db, wish);
    if (!preview.ok) return preview;
    return { ...done, data: preview.value, preview: { action: "discount", ...preview.value } };
  };
  const giving: RequestHandler<{ number: string }> = async (req, res) => {
    const outcome = await give(req);
    const { preview } = outcome;
    if (outcome.ok) notifyWorker();
    // A browser gets a page that asks for agreement, and no error.
    else if (outcome.code === "unconfirmed" && isNative(req as Request))
      return sendPage(res, await renderPage(req, res, undefined, preview));
    await respond(req as Request, res, outcome, {
      next: `${staffOrderPath(req.params.number)}?notice=edit`,
      rerender: (refusal) => renderPage(req, res, refusal, preview),
      data: () => ({}),
    });
  };
  const { needs } = orderChangeCalls.discountOrder;
  return routes(
    screenRoute(staffOrderDiscountPath(":number"), staffScreen(parts, needs), screen),
    callRoute(orderChangeCalls.discountOrder, staffCall(parts, { needs, recent: true }), giving),
  );
}
