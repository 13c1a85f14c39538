import { fieldErrors } from "../../web/call.ts";
import { type OrderAction, staffOrderActionPath, staffOrderPath } from "../paths.ts";
import { anyOrderChange } from "../people/rules/permissions.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { orderForms } from "./order-actions.ts";

const orderCall = <Action extends OrderAction>(action: Action, summary: string) =>
  ({
    method: "POST",
    path: staffOrderActionPath(":number", action),
    screen: staffOrderPath(":number"),
    summary,
    guard: "csrf",
    body: orderForms[action],
    answer: nothing,
  }) as const;

export const orderCalls = {
  fulfilOrder: {
    ...orderCall("fulfilment", "Marks an order as shipped, or changes the tracking number of what has shipped"),
    needs: "orders:ship",
    codes: ["signed_out", "changed", "order_closed", "held", "unpaid", "exceeds_order"],
  },
  cancelStaffOrder: {
    ...orderCall(
      "cancelation",
      "Cancels an order: all units go back into stock, and the hold on its card is released or its payment refunded",
    ),
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed"],
    money: true,
  },
  keepOrder: {
    ...orderCall("keeping", "Keeps an order whose shopper asks to cancel it, and tells them by email"),
    needs: ["orders:ship", "orders:refund"],
    codes: ["signed_out", "changed", "order_closed"],
  },
  holdOrder: {
    ...orderCall("hold", "Puts an order on hold, so that it is not packed, or ends the hold"),
    fieldErrors,
    needs: anyOrderChange,
    codes: ["signed_out", "changed", "order_closed"],
  },
  tagOrder: {
    ...orderCall("tags", "Replaces the tags of an order, which only the staff see"),
    fieldErrors,
    needs: anyOrderChange,
    codes: ["signed_out"],
  },
  refundOrder: {
    ...orderCall("refund", "Refunds an order in whole or in part"),
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "unpaid", "exceeds_order", "failed"],
    money: true,
  },
  settleRefund: {
    ...orderCall("settlement", "Records that a refund which the bank refused was paid by other means than the card"),
    fieldErrors,
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "outcome_unknown", "failed"],
    money: true,
  },
  recordPayment: {
    ...orderCall("payment", "Records money that came in for an order by a payment method without a card, in whole or in part"),
    fieldErrors,
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "changed", "order_closed"],
    money: true,
  },
  // An edit that refunds money also needs orders:refund.
  editOrder: {
    ...orderCall(
      "edit",
      "Takes units of a line out of an order that has not shipped; one that was charged takes orders:refund too",
    ),
    needs: "orders:edit",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
    money: true,
  },
  noteOrder: {
    ...orderCall("note", "Adds a note to an order, for the staff or to the shopper, who gets it by email"),
    fieldErrors,
    needs: anyOrderChange,
    codes: ["signed_out", "order_closed", "limit_reached"],
  },
  // A return that refunds money also needs orders:refund.
  returnOrder: {
    ...orderCall(
      "return",
      "Announces units that come back, takes them in, or answers a request for a return; what refunds them takes orders:refund too",
    ),
    needs: "orders:returns",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
    money: true,
  },
  resendOrderEmail: {
    ...orderCall("email", "Sends an email about an order again, to the order’s address of now"),
    needs: anyOrderChange,
    codes: ["signed_out", "changed", "order_closed", "too_many_tries"],
  },
} as const satisfies Record<string, StaffCall>;
