import { fieldErrors } from "../../web/call.ts";
import { staffOrderAddressPath, staffOrderContactPath, staffOrderDiscountPath, staffOrderReplacementPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { contactForm } from "./contact-page.ts";
import { orderDiscountForm } from "./order-discount-page.ts";
import { replacementForm, shipToForm } from "./ship-to-page.ts";

const orderChange = { method: "POST", guard: "csrf", answer: nothing, needs: "orders:edit", fieldErrors, money: true } as const;

/** Calls that change an order's contact and addresses. */
export const orderChangeCalls = {
  changeOrderContact: {
    ...orderChange,
    path: staffOrderContactPath(":number"),
    screen: staffOrderContactPath(":number"),
    summary: "Changes the email, phone and billing address of an order that has not shipped in full",
    body: contactForm,
    codes: ["signed_out", "reauthenticate", "changed", "order_closed"],
  },
  changeOrderAddress: {
    ...orderChange,
    path: staffOrderAddressPath(":number"),
    screen: staffOrderAddressPath(":number"),
    summary: "Changes the shipping address of an unshipped order within its state, and emails the shopper both addresses",
    body: shipToForm,
    codes: ["signed_out", "reauthenticate", "changed", "order_closed"],
  },
  discountOrder: {
    ...orderChange,
    needs: { all: ["orders:edit", "orders:refund"] },
    path: staffOrderDiscountPath(":number"),
    screen: staffOrderDiscountPath(":number"),
    summary: "Gives a discount on an order that has not shipped in full; shows the sums first",
    body: orderDiscountForm,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order"],
  },
  // Replacing an order takes orders:edit too, which its route checks.
  replaceOrder: {
    ...orderChange,
    needs: "orders:refund",
    path: staffOrderReplacementPath(":number"),
    screen: staffOrderAddressPath(":number"),
    summary: "Cancels an unshipped order, and begins a phone order with its products and another address; takes orders:edit too",
    body: replacementForm,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed"],
  },
} as const satisfies Record<string, StaffCall>;
