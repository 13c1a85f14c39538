import type { Request, RequestHandler, Response } from "express";
import { beginExchange, findExchange } from "../../checkout/exchanges.ts";
import { findOpenSupplements, startPhoneOrder } from "../../checkout/phone-orders.ts";
import { isDisputed } from "../../orders/disputes.ts";
import { planExchange } from "../../orders/exchange.ts";
import type { LineUnits } from "../../orders/line-progress.ts";
import { refuseOutdated } from "../../orders/seen.ts";
import { supplementRefusal } from "../../orders/supplements.ts";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { refuseUncompared } from "../../payments/restored.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffExchangePath, staffPhoneOrderPath } from "../paths.ts";
import { recordChange } from "../records/audit.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { exchangePage, exchangeView } from "./exchange-page.ts";
import { unitsIn } from "./order-actions.ts";
import { orderOfPath } from "./order-of-path.ts";
import { supplementCalls } from "./supplement-calls.ts";

type OrderRequest = Request<{ number: string }>;

const disputed = refuse(
  "order_closed",
  "This payment is disputed at the bank, which may take the money back: its products can’t be exchanged. Refund or cancel on the order’s page.",
);
const oneAtATime = refuse(
  "order_closed",
  "An exchange of this order is not paid yet. Discard that phone order first, or wait for its payment.",
);

/** Routes of the page that begins an exchange of an order's products. */
export function exchangeRoutes({ db, now, render }: Shop, parts: StaffParts): Routes {
  const renderPage = async (req: OrderRequest, res: Response, refusal?: Refusal): Promise<string> =>
    render(exchangeView, exchangePage(staffContext(req, res), { record: await orderOfPath(db, req), refusal, typed: req.typed }));
  const screen: RequestHandler<{ number: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  /** Whether an exchange gives back exactly these units. */
  const givesBack = async (checkoutId: string, wanted: readonly LineUnits[]): Promise<boolean> => {
    const lines = (await findExchange(db, checkoutId))?.lines ?? [];
    const keysOf = (units: readonly LineUnits[]) => units.map(({ lineId, quantity }) => `${lineId} ${quantity}`).sort();
    return keysOf(lines).join() === keysOf(wanted).join();
  };

  /** Begins a phone order with the order's email and addresses, and leaves the order as it is. */
  const begin = async (req: OrderRequest): Promise<Outcome<{ id: string }>> => {
    const body = readBody(supplementCalls.beginExchange, req as Request);
    if (!body.ok) return body;
    const { order } = await orderOfPath(db, req);
    const refusal = supplementRefusal(order);
    if (!refusal.ok) return refusal;
    const outdated = await refuseOutdated(db, order.id, body.value.seen);
    if (outdated) return outdated;
    if (await isDisputed(db, order.id)) return disputed;
    const uncompared = await refuseUncompared(db);
    if (uncompared) return uncompared;
    const lines = unitsIn(body.value);
    if (!lines.ok) return lines;
    // A second press leads to the exchange that the first press began.
    const [open] = (await findOpenSupplements(db, order.id)).filter(({ isExchange }) => isExchange);
    if (open) return (await givesBack(open.id, lines.value)) ? ok(open) : oneAtATime;
    const plan = await planExchange(db, order.id, lines.value);
    if (!plan.ok) return plan;
    const { units, amount } = plan.value;
    const { id: orderId, number: orderNumber } = order;
    const words = units.map(({ progress, share }) => `${share.units} × ${progress.name}`).join("; ");
    const given = units.map(({ progress, share }) => ({ lineId: progress.line.id, quantity: share.units }));
    const at = now();
    const id = await startPhoneOrder(db, {
      takenBy: actorOf(req as Request),
      supplement: order,
      now: at,
      record: async (tx, checkoutId) => {
        await beginExchange(tx, checkoutId, { orderId, orderNumber, units: words, amount, lines: given }, at);
        const after = { "Exchange for order": orderNumber, "Given back": words };
        const source = { ...auditSourceOf(req as Request), actor: actorOf(req as Request) };
        await recordChange(tx, source, { kind: "phone-order", id: checkoutId, action: "begun", after }, at);
      },
    });
    return ok({ id });
  };
  const beginning: RequestHandler<{ number: string }> = async (req, res) => {
    await respond(req as Request, res, await begin(req), {
      next: ({ id }) => staffPhoneOrderPath(id),
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  };
  const { needs } = supplementCalls.beginExchange;
  return routes(
    screenRoute(staffExchangePath(":number"), staffScreen(parts, needs), screen),
    callRoute(supplementCalls.beginExchange, staffCall(parts, { needs, recent: true }), beginning),
  );
}
