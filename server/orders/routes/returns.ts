import type { Request } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { orderCalls } from "../calls.ts";
import { requestReturn } from "../request-return.ts";
import { returnDays } from "../return-days.ts";
import { answerOnOrder, readOrderForm } from "./order-forms.ts";

/** Requests a return, for the order's customer or a browser that followed its mailed link. */
export function returnRequestRoutes(shop: Shop): Routes {
  const request = async (req: Request): Promise<Outcome<object>> => {
    const read = await readOrderForm(shop, orderCalls.requestReturn, req);
    if (!read.ok) return read;
    const { orderId, seen, returnReason: reason, ...fields } = read.value.form;
    const wish = { orderId, seen, reason, fields };
    return await requestReturn(shop.db, read.value.requester, wish, { now: shop.now(), days: returnDays(shop) });
  };
  const answer = { notice: "return-requested", fragment: "returns", shownAs: "returnRefusal" } as const;
  return routes(callRoute(orderCalls.requestReturn, answerOnOrder(shop, answer, request)));
}
