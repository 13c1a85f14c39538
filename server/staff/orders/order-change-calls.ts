import { z } from "zod";
import { textLines } from "../../text-schemas.ts";
import { fieldErrors } from "../../web/call.ts";
import {
  staffAddressRequestPath,
  staffOrderAddressPath,
  staffOrderContactPath,
  staffOrderDiscountPath,
  staffOrderReplacementPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { contactForm } from "./contact-page.ts";
import { orderDiscountForm } from "./order-discount-page.ts";
import { addressChangeForm, replacementForm } from "./ship-to-page.ts";

const orderChange = { method: "POST", guard: "csrf", answer: nothing, needs: "orders:edit", fieldErrors, money: true } as const;

/** `answer` is the reason that the shopper reads if the shop declines. */
const decisionForm = z.object({
  seen: z.coerce.number().int().min(0).max(100_000),
  how: z.enum(["accept", "decline"]),
  answer: textLines(10_000).default(""),
});

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
    summary:
      "Changes the shipping address of an unshipped order, where no part costs more, and emails the shopper both addresses; another state takes orders:refund too",
    body: addressChangeForm,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
  },
  decideAddressRequest: {
    ...orderChange,
    path: staffAddressRequestPath(":number"),
    screen: staffOrderAddressPath(":number"),
    summary: "Accepts or declines a shopper’s request for another shipping address",
    body: decisionForm,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
  },
  discountOrder: {
    ...orderChange,
    needs: { all: ["orders:edit", "orders:refund"] },
    path: staffOrderDiscountPath(":number"),
    screen: staffOrderDiscountPath(":number"),
    summary: "Gives a discount on an order that has not shipped in full; shows the sums first",
    body: orderDiscountForm,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
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
