import { emailTemplate } from "../jobs/rules/email-template.ts";
import { addressDeclined } from "./address-request-emails.ts";
import { button, order } from "./email-placeholders.ts";

/** The emails about changes of an order's contact, to the shopper. */
export const changeEmails = {
  emailChanged: emailTemplate({
    kind: "order-email-changed",
    name: "Emails about your order come here now",
    to: "shopper",
    when: "The staff changed the email address of an order. It goes to the new address.",
    wording: {
      subject: "Your order {order} at {shop}: your new email address",
      heading: "Emails about your order come here now",
      text: ["We changed the email address of your order {order} to this one, as you asked."],
      button,
      small: "If this isn’t your order, please reply to this email.",
    },
    placeholders: { order },
  }),
  addressChanged: emailTemplate({
    kind: "order-address-changed",
    name: "Your order goes to another address",
    to: "shopper",
    when: "The staff changed the shipping address of an order.",
    wording: {
      subject: "Your order {order} at {shop}: shipping address changed",
      heading: "Your order goes to another address",
      text: ["We changed the shipping address of your order {order}.", "{addresses}"],
      button,
      small: "If you didn’t ask for this, please reply to this email at once.",
    },
    placeholders: {
      order,
      addresses: {
        about: "The former and the new address, as paragraphs",
        sample: ["From: Alex Fern, 1 Main Street, Portland, OR 97201", "To: Alex Fern, 2 Oak Avenue, Portland, OR 97202"],
        isRequired: true,
      },
    },
  }),
  addressDeclined,
  discounted: emailTemplate({
    kind: "discounted",
    name: "A discount on your order",
    to: "shopper",
    when: "The staff gave a discount on an order that was already placed.",
    wording: {
      subject: "Your order {order} at {shop}: a discount",
      heading: "A discount on your order",
      text: [
        "We took {amount} off your order {order}. Your new total is {total}.",
        "The reason: {reason}",
        "You won’t pay what we took off; if your card was charged, we’ll refund it.",
      ],
      button,
    },
    placeholders: {
      order,
      amount: { about: "The discount with its tax", sample: "$5.40", isRequired: true },
      reason: { about: "The reason that the staff entered", sample: "late delivery", isOptional: true, isRequired: true },
      total: { about: "The order’s total now", sample: "$24.00", isRequired: true },
    },
  }),
  // This email names no other address and has no link, since its reader may be a stranger.
  emailMoved: emailTemplate({
    kind: "order-email-moved",
    name: "Emails about your order go elsewhere now",
    to: "shopper",
    when: "The staff changed the email address of an order. It goes to the former address.",
    wording: {
      subject: "Your order {order} at {shop}: email address changed",
      heading: "Emails about your order go elsewhere now",
      text: [
        "The email address of order {order} was changed. Emails about it no longer come here, and earlier links to it no longer work.",
        "If you didn’t ask for this, please reply to this email.",
      ],
    },
    placeholders: { order },
  }),
};
