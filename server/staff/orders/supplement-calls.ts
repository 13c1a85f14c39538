import { staffOrderPath, staffSupplementPath } from "../paths.ts";
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
} as const satisfies Record<string, StaffCall>;
