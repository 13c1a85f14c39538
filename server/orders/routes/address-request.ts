import type { Request, RequestHandler } from "express";
import { signInFor } from "../../customers/paths.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { requestAddress, withdrawAddressRequest } from "../address-request.ts";
import { orderCalls } from "../calls.ts";
import { type CancelationRequester, findRequester } from "../cancelation.ts";
import type { FindForbidden } from "../find-forbidden.ts";
import { orderPath } from "../paths.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";

const stranger = refuse("signed_out", "Please sign in, or open the link in our email.");

/** The order id in a form that is not validated yet; empty if the id is invalid. */
const typedIdOf = (req: Request): string => idShape.safeParse(req.typed.orderId).data ?? "";

/** Asks for another shipping address, or withdraws the request. */
export function addressRequestRoutes(shop: Shop, findForbidden: FindForbidden): Routes {
  const { db, now, notifyWorker } = shop;
  const requesterOf = async (req: Request, orderId: string): Promise<Outcome<CancelationRequester>> => {
    const requester = await findRequester(db, req.visitor, orderId, now());
    return requester ? ok(requester) : stranger;
  };
  // A form's token is stale once its session has ended. A visitor who then has no right to speak
  // for the order is asked to sign in.
  const isStale = async (req: Request): Promise<boolean> =>
    req.staleToken !== undefined && isNative(req) && !(await requesterOf(req, typedIdOf(req))).ok;

  const request = async (req: Request): Promise<Outcome<object>> => {
    if (await isStale(req)) return stranger;
    const form = readBody(orderCalls.requestAddress, req);
    if (!form.ok) return form;
    const { orderId, addressNote: note, acceptPostalCode, ...address } = form.value;
    const requester = await requesterOf(req, orderId);
    if (!requester.ok) return requester;
    const wish = { orderId, address, note, acceptPostalCode, findForbidden };
    return await requestAddress(db, requester.value, wish, now());
  };
  const withdraw = async (req: Request): Promise<Outcome<object>> => {
    if (await isStale(req)) return stranger;
    const form = readBody(orderCalls.withdrawAddressRequest, req);
    if (!form.ok) return form;
    const requester = await requesterOf(req, form.value.orderId);
    return requester.ok ? await withdrawAddressRequest(db, requester.value, form.value.orderId, now()) : requester;
  };
  const answering =
    (act: (req: Request) => Promise<Outcome<object>>, notice: string): RequestHandler =>
    async (req, res) => {
      const outcome = await act(req);
      if (outcome.ok) notifyWorker();
      const orderId = typedIdOf(req);
      const page = orderPath(orderId);
      const signIn = async () => {
        if (orderId !== "") await req.saveDraft(page);
        return signInFor(page);
      };
      const hasPage = !outcome.ok && outcome.code !== "signed_out" && isNative(req) && orderId !== "";
      const html = hasPage ? await renderOrder(shop, req, res, { orderId, addressRefusal: outcome }) : undefined;
      await respond(req, res, outcome, {
        next: `${page}?notice=${notice}#another-address`,
        signIn,
        ...(html !== undefined && { rerender: () => html }),
        data: () => ({}),
      });
    };
  return routes(
    callRoute(orderCalls.requestAddress, answering(request, "address-requested")),
    callRoute(orderCalls.withdrawAddressRequest, answering(withdraw, "address-withdrawn")),
  );
}
