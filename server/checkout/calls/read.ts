import { type Call, data } from "../../web/call.ts";
import { findPath } from "../cart-paths.ts";
import { giftsPath, totalsPath } from "../paths.ts";
import { checkoutQuery, totalsQuery } from "../schema.ts";
import { checkout, gifts, totals } from "./answers.ts";

/** Calls that read a checkout and change nothing. */
export const readCalls = {
  findCheckout: {
    method: "GET",
    path: findPath,
    summary: "Returns the checkout",
    crossOrigin: "guest",
    query: checkoutQuery,
    answer: data(checkout),
    codes: ["invalid", "not_found", "signed_out"],
  },
  findTotals: {
    method: "GET",
    path: totalsPath,
    summary: "Returns the totals",
    crossOrigin: "guest",
    query: totalsQuery,
    answer: data(totals),
    codes: ["invalid", "not_found", "signed_out", "completed"],
  },
  findGifts: {
    method: "GET",
    path: giftsPath,
    summary: "Lists the gifts to choose from",
    crossOrigin: "guest",
    query: checkoutQuery,
    answer: data(gifts),
    codes: ["invalid", "not_found", "signed_out", "completed"],
  },
} as const satisfies Record<string, Call>;
