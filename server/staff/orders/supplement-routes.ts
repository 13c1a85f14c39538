import type { RequestHandler } from "express";
import { startPhoneOrder } from "../../checkout/phone-orders.ts";
import { findOrder } from "../../orders/find.ts";
import { orderOfNumber } from "../../orders/list.ts";
import { supplementRefusal } from "../../orders/supplements.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { staffPhoneOrderPath } from "../paths.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall } from "../sign-in/require-staff.ts";
import { supplementCalls } from "./supplement-calls.ts";

type Begin = { number: string; actor: `staff:${string}`; source: AuditSource };

/** Begins a phone order that adds products to an order, with its email and addresses. */
async function beginSupplement({ db, now }: Shop, { number, actor, source }: Begin): Promise<Outcome<{ id: string }>> {
  const orderId = /^\d{1,9}$/.test(number) ? await orderOfNumber(db, Number(number)) : undefined;
  const order = orderId === undefined ? undefined : await findOrder(db, orderId);
  if (!order) return notFound;
  const refusal = supplementRefusal(order);
  if (!refusal.ok) return refusal;
  const id = await startPhoneOrder(db, {
    takenBy: actor,
    supplement: order,
    now: now(),
    record: (tx, checkoutId) => {
      const after = { "Adds to order": order.number };
      return recordChange(tx, source, { kind: "phone-order", id: checkoutId, action: "begun", after }, now());
    },
  });
  return ok({ id });
}

/** The route that begins a supplement from an order's page. */
export function supplementRoutes(shop: Shop, parts: StaffParts): Routes {
  const begin: RequestHandler<{ number: string }> = async (req, res) => {
    const person = { actor: actorOf(req), source: auditSourceOf(req) };
    const outcome = await beginSupplement(shop, { number: req.params.number, ...person });
    await respond(req, res, outcome, { next: ({ id }) => staffPhoneOrderPath(id), data: () => ({}) });
  };
  return routes(callRoute(supplementCalls.beginSupplement, staffCall(parts, { needs: "orders:edit" }), begin));
}
