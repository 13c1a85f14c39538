import { z } from "zod";
import { staffExchangePath, staffOrderPath, staffSupplementPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

export const supplementCalls = {
  beginSupplement: {
    method: "POST",
    path: staffSupplementPath(":number"),
    screen: staffOrderPath(":number"),
    summary: "Begins a phone order that adds products to an order",
    guard: "csrf",
    answer: nothing,
    needs: "orders:edit",
    codes: ["signed_out", "order_closed"],
  },
  // The payment of an exchange gives money back, so beginning one takes the permission to refund.
  beginExchange: {
    method: "POST",
    path: staffExchangePath(":number"),
    screen: staffExchangePath(":number"),
    summary: "Begins a phone order that exchanges unshipped products of an order for others",
    guard: "csrf",
    answer: nothing,
    needs: { all: ["orders:edit", "orders:refund"] },
    money: true,
    body: z.looseObject({ seen: z.coerce.number().int().min(0).max(100_000) }),
    codes: ["signed_out", "reauthenticate", "changed", "order_closed", "exceeds_order", "failed"],
  },
} as const satisfies Record<string, StaffCall>;
