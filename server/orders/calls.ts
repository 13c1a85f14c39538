import { z } from "zod";
import { type Call, data, fieldErrors, json, text } from "../web/call.ts";
import { cancelationPath, cancelationRequestPath, lookupPath, statusPath } from "./paths.ts";
import { cancelRequest, lookupBody, orderTokenBody } from "./schema.ts";

const openedOrder = z.strictObject({ orderId: z.string() });
/** The same whether there is such an order or not. */
const nothing = z.strictObject({});

export const orderCalls = {
  lookUpOrder: {
    method: "POST",
    path: lookupPath,
    does: "asks for a link to an order, or opens the order of a mailed link",
    guard: "token",
    body: lookupBody,
    answer: data(z.union([nothing, openedOrder])),
    fieldErrors,
    codes: ["too_many_tries", "link_expired"],
  },
  mailOrderLink: {
    method: "POST",
    path: statusPath,
    does: "mails a link to the whole of an order to the address that it was placed with",
    guard: "token",
    body: orderTokenBody,
    answer: data(nothing),
    codes: ["too_many_tries", "not_found"],
  },
  requestCancelation: {
    method: "POST",
    path: cancelationRequestPath,
    does: "asks for an order's cancelation",
    guard: "token",
    body: cancelRequest,
    answer: json(z.strictObject({ status: z.literal("ok") })),
    codes: ["signed_out", "not_found", "order_closed"],
  },
  cancelOrder: {
    method: "DELETE",
    path: cancelationPath(":orderId"),
    does: "cancels an order",
    guard: "token",
    answer: text("Order canceled successfully!"),
    codes: ["signed_out", "order_closed"],
  },
} as const satisfies Record<string, Call>;
