import { emailTemplate } from "../jobs/rules/email-template.ts";
import { addressNotice } from "./address-request-emails.ts";
import { inLog, order, request } from "./email-placeholders.ts";
import { returnNotice } from "./return-email-templates.ts";

/** The emails to the owner about an order. */
export const ownerEmails = {
  newOrder: emailTemplate({
    kind: "new-order",
    name: "New order",
    to: "owner",
    when: "An order was placed.",
    wording: {
      subject: "New order {order}: {total} at {shop}",
      heading: "New order {order}: {total}",
      text: [
        "{shopper} placed order {order} on {time}.",
        "{products}",
        "Ship to: {address}",
        "Shipping method: {method}",
        "The shopper’s note: {note}",
        "{sums}",
        "To see the whole order: npm run store -- orders show {order}",
        "When it has shipped: npm run store -- fulfil {order} --carrier UPS --tracking NUMBER",
      ],
      small: inLog,
    },
    placeholders: {
      order,
      request,
      total: { about: "The order’s total", sample: "$60.00" },
      shopper: { about: "The shopper’s address", sample: "alex@example.com" },
      time: { about: "When it was placed", sample: "November 25, 2026, 3:04 PM" },
      products: { about: "The lines of the order, as paragraphs", sample: ["2 × Oak bowl: $48.00"], isRequired: true },
      address: { about: "Where it ships to", sample: "Alex Fern, 1 Main Street, Portland, OR 97201, US", isRequired: true },
      method: { about: "The shipping method, and when it is expected", sample: "Standard, estimated delivery November 27 to 30" },
      note: { about: "What the shopper wrote with the order", sample: "Please leave it at the side door.", isOptional: true },
      sums: { about: "What was paid for, part by part", sample: "Total $60.00: products $48.00, shipping $6.00, tax $6.00." },
    },
  }),
  cancelationRequested: emailTemplate({
    kind: "cancelation-notice",
    name: "Cancellation requested",
    to: "owner",
    when: "A shopper asked to cancel an order.",
    wording: {
      subject: "Order {order}: cancellation requested at {shop}",
      heading: "Order {order}: cancellation requested",
      text: [
        "The shopper asked to cancel order {order} ({total}). Reason: {reason}.",
        "To cancel it: npm run store -- cancel {order}",
        "To ship it anyway: npm run store -- fulfil {order}",
      ],
      small: inLog,
    },
    placeholders: {
      order,
      request,
      total: { about: "The order’s total", sample: "$60.00" },
      reason: { about: "Why", sample: "ordered by mistake", isRequired: true },
    },
  }),
  addressRequested: addressNotice,
  returnRequested: returnNotice,
  unconfirmed: emailTemplate({
    kind: "unconfirmed",
    name: "An order was not confirmed",
    to: "owner",
    when: "The mail server did not take an order’s confirmation.",
    wording: {
      subject: "Order {order} was not confirmed at {shop}",
      heading: "Order {order} was not confirmed",
      text: [
        "The mail server did not take the confirmation of order {order} for {shopper}. The order is paid and stands.",
        "If the address has a mistake in it, the telephone number of the shipping address may help.",
        "To see the order: npm run store -- orders show {order}",
        "To send the confirmation again: npm run store -- jobs --failed, then jobs retry with its ID.",
      ],
      small: inLog,
    },
    placeholders: { order, request, shopper: { about: "The shopper’s address", sample: "alex@example.com", isRequired: true } },
  }),
} as const;
