import { z } from "zod";
import { reviewStates } from "../catalog/rules/review-text.ts";
import { dashboardPath } from "../customers/paths.ts";
import { type Call, data, fieldErrors, json, text } from "../web/call.ts";
import { neededWork } from "../web/proof-of-work/schema.ts";
import {
  addressRequestPath,
  againPath,
  cancelationPath,
  cancelationRequestPath,
  lookupPath,
  orderPath,
  returnRequestPath,
  reviewPath,
  statusPath,
} from "./paths.ts";
import {
  addressRequestBody,
  addressWithdrawalBody,
  againBody,
  cancelRequest,
  lookupBody,
  orderLinkBody,
  returnRequestBody,
  reviewBody,
  reviewRemovalBody,
} from "./schema.ts";

/** `lacking`: why fewer units were added than wanted. */
const againLine = z.strictObject({
  variantId: z.string(),
  name: z.string(),
  wanted: z.int(),
  added: z.int(),
  lacking: z.enum(["gone", "out_of_stock", "short", "restricted"]).optional(),
});

const openedOrder = z.strictObject({ orderId: z.string() });
/** The answer does not tell whether the order exists. */
const nothing = z.strictObject({});

export const orderCalls = {
  lookUpOrder: {
    method: "POST",
    path: lookupPath,
    summary: "Requests a link to an order, or opens the order of an emailed link",
    guard: "csrf",
    crossOrigin: "guest",
    body: lookupBody,
    answer: data(z.union([nothing, openedOrder])),
    fieldErrors,
    refusalData: neededWork,
    codes: ["too_many_tries", "work_required", "link_expired"],
  },
  mailOrderLink: {
    method: "POST",
    path: statusPath,
    summary: "Emails a link to the full order to the address on it",
    guard: "csrf",
    body: orderLinkBody,
    answer: data(nothing),
    refusalData: neededWork,
    codes: ["too_many_tries", "work_required", "not_found"],
  },
  buyAgain: {
    method: "POST",
    path: againPath,
    screen: dashboardPath,
    summary: "Adds what can be bought again of an order to the cart",
    guard: "csrf",
    body: againBody,
    answer: data(z.strictObject({ checkoutId: z.string(), lines: z.array(againLine) })),
    codes: ["signed_out", "not_found", "out_of_stock", "paying", "too_many_tries"],
  },
  writeReview: {
    method: "POST",
    path: reviewPath,
    summary: "Writes or changes the review of a product that a shipped order brought",
    guard: "csrf",
    body: reviewBody,
    answer: data(z.strictObject({ state: z.enum(reviewStates) })),
    fieldErrors,
    codes: ["signed_out", "not_found", "order_closed"],
  },
  removeReview: {
    method: "DELETE",
    path: reviewPath,
    summary: "Removes the buyer's review of a product",
    guard: "csrf",
    body: reviewRemovalBody,
    answer: data(nothing),
    codes: ["signed_out", "not_found"],
  },
  requestCancelation: {
    method: "POST",
    path: cancelationRequestPath,
    screen: dashboardPath,
    summary: "Requests an order's cancellation",
    guard: "csrf",
    body: cancelRequest,
    answer: json(z.strictObject({ status: z.literal("ok") })),
    codes: ["signed_out", "not_found", "order_closed"],
  },
  requestReturn: {
    method: "POST",
    path: returnRequestPath,
    screen: dashboardPath,
    summary: "Requests a return of what an order brought",
    guard: "csrf",
    body: returnRequestBody,
    answer: data(nothing),
    fieldErrors,
    codes: ["signed_out", "not_found", "order_closed", "changed"],
  },
  requestAddress: {
    method: "POST",
    path: addressRequestPath,
    screen: dashboardPath,
    summary: "Asks for another shipping address of an unshipped order",
    guard: "csrf",
    body: addressRequestBody,
    answer: data(nothing),
    fieldErrors,
    codes: ["signed_out", "not_found", "order_closed", "too_many_tries"],
  },
  withdrawAddressRequest: {
    method: "DELETE",
    path: addressRequestPath,
    screen: dashboardPath,
    summary: "Withdraws the request for another shipping address",
    guard: "csrf",
    body: addressWithdrawalBody,
    answer: data(nothing),
    codes: ["signed_out", "not_found"],
  },
  cancelOrder: {
    method: "DELETE",
    path: cancelationPath(":orderId"),
    screen: orderPath(":orderId"),
    summary: "Cancels an order",
    guard: "csrf",
    answer: text("Order canceled successfully!"),
    codes: ["signed_out", "order_closed"],
  },
} as const satisfies Record<string, Call>;
