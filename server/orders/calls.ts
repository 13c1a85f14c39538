import { z } from "zod";
import { type Call, data, fieldErrors, json, text } from "../web/call.ts";
import { againPath, cancelationPath, cancelationRequestPath, lookupPath, statusPath } from "./paths.ts";
import { againBody, cancelRequest, lookupBody, orderTokenBody } from "./schema.ts";

/** `lacking`: why fewer units than wanted were added. */
const againLine = z.strictObject({
  variantId: z.string(),
  name: z.string(),
  wanted: z.int(),
  added: z.int(),
  lacking: z.enum(["gone", "out_of_stock", "short", "restricted"]).optional(),
});

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
  buyAgain: {
    method: "POST",
    path: againPath,
    does: "puts what of an order can be bought now into the cart",
    guard: "token",
    body: againBody,
    answer: data(z.strictObject({ checkoutId: z.string(), lines: z.array(againLine) })),
    codes: ["signed_out", "not_found", "out_of_stock", "paying", "too_many_tries"],
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
