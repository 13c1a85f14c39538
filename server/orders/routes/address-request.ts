import type { Request } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { requestAddress, withdrawAddressRequest } from "../address-request.ts";
import { orderCalls } from "../calls.ts";
import type { FindForbidden } from "../find-forbidden.ts";
import { answerOnOrder, readOrderForm } from "./order-forms.ts";

/** Asks for another shipping address, or withdraws the request. */
export function addressRequestRoutes(shop: Shop, findForbidden: FindForbidden): Routes {
  const { db, now } = shop;
  const request = async (req: Request): Promise<Outcome<object>> => {
    const read = await readOrderForm(shop, orderCalls.requestAddress, req);
    if (!read.ok) return read;
    const { orderId, addressNote: note, acceptPostalCode, ...address } = read.value.form;
    return await requestAddress(db, read.value.requester, { orderId, address, note, acceptPostalCode, findForbidden }, now());
  };
  const withdraw = async (req: Request): Promise<Outcome<object>> => {
    const read = await readOrderForm(shop, orderCalls.withdrawAddressRequest, req);
    return read.ok ? await withdrawAddressRequest(db, read.value.requester, read.value.form.orderId, now()) : read;
  };
  const answering = (notice: string, act: typeof request) =>
    answerOnOrder(shop, { notice, fragment: "another-address", shownAs: "addressRefusal" }, act);
  return routes(
    callRoute(orderCalls.requestAddress, answering("address-requested", request)),
    callRoute(orderCalls.withdrawAddressRequest, answering("address-withdrawn", withdraw)),
  );
}
