import type { Request, RequestHandler } from "express";
import { declineAddressRequest } from "../../orders/address-request.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import type { FormBody } from "../forms/body.ts";
import { staffOrderPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { actorOf, type StaffParts, staffCall, staffOf } from "../sign-in/require-staff.ts";
import { atPlace } from "./address-view.ts";
import { type AddressOutcome, changeAddress } from "./change-address.ts";
import { orderChangeCalls } from "./order-change-calls.ts";
import { orderOfPath } from "./order-of-path.ts";
import { cancelationPreview, type OrderPreview } from "./order-previews.ts";
import { type OrderRequest, shipToScreen } from "./ship-to-screen.ts";

const nobodyAsks = refuse("order_closed", "This request for another address is no longer open.");

/** The requested address as the body of the address form; undefined without an open request. */
function wishedForm({ addressRequest }: OrderRecord): FormBody | undefined {
  if (!addressRequest) return undefined;
  const { country, countryArea, ...lines } = addressRequest.address;
  return { ...lines, place: `${country}-${countryArea}`, acceptPostalCode: "1" };
}

/** The route that decides about a shopper's request for another address. */
export function addressRequestRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, notifyWorker } = shop;
  const renderPage = shipToScreen(shop);

  const decide = async (req: OrderRequest, record: OrderRecord): Promise<AddressOutcome> => {
    const body = readBody(orderChangeCalls.decideAddressRequest, req as Request);
    if (!body.ok) return body;
    const { how, answer, seen } = body.value;
    const actor = actorOf(req as Request);
    if (how === "decline") return await declineAddressRequest(db, { orderId: record.order.id, answer, seen, actor }, now());
    if (!record.addressRequest) return nobodyAsks;
    // The shopper has already confirmed a postal code that is not of the state.
    const change = { address: record.addressRequest.address, acceptPostalCode: true, seen, shown: undefined };
    return await changeAddress(shop, record, { ...change, staff: staffOf(req as Request), actor });
  };

  /** Previews canceling the order, where a phone order to the refused address can replace it. */
  const cancelationFor = async (req: OrderRequest, { order }: OrderRecord, seen: unknown): Promise<OrderPreview | undefined> => {
    if (!may(staffOf(req as Request), "orders:refund")) return undefined;
    const preview = await cancelationPreview(db, { orderId: order.id, seen: Number(seen) });
    return preview.ok ? preview.value : undefined;
  };

  const deciding: RequestHandler<{ number: string }> = async (req, res) => {
    const record = await orderOfPath(db, req);
    const isAccepting = req.typed?.how === "accept";
    const outcome = await decide(req, record);
    const { readdress } = outcome;
    if (outcome.ok) notifyWorker();
    const typed = isAccepting ? wishedForm(record) : req.typed;
    if (!outcome.ok && outcome.code === "unconfirmed" && isNative(req as Request))
      return sendPage(res, await renderPage(req, res, { readdress, typed }));
    const isRefusedThere = isAccepting && !outcome.ok && outcome.errors !== undefined;
    const preview = isRefusedThere ? await cancelationFor(req, record, req.typed?.seen) : undefined;
    await respond(req as Request, res, outcome.ok ? outcome : atPlace(outcome), {
      next: `${staffOrderPath(req.params.number)}?notice=${isAccepting ? "address-changed" : "address-declined"}`,
      rerender: (refusal) => renderPage(req, res, { refusal, readdress, preview, typed }),
      data: () => ({}),
    });
  };
  const guard = staffCall(parts, { needs: "orders:edit", recent: true });
  return routes(callRoute(orderChangeCalls.decideAddressRequest, guard, deciding));
}
