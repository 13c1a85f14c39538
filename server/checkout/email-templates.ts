import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";

/** The emails about a checkout. */
export const checkoutEmails = {
  phoneOrder: emailTemplate({
    kind: "phone-order",
    name: "Your order is ready to pay",
    to: "shopper",
    when: "Somebody of the staff took an order on the phone, and sent its link.",
    wording: {
      subject: "Your order is ready to pay at {shop}",
      heading: "Your order is ready to pay",
      text: [
        "We filled in this order for you:",
        "{products}",
        "{addsTo}",
        "{exchange}",
        "The total is {total} now. The link shows the current total before you pay. Enter your card only there: we never ask you for it.",
      ],
      button: "Review and pay",
      small: "The link works for 72 hours, for this order only. If you didn’t order from us, you can ignore this email.",
    },
    placeholders: {
      products: { about: "What was ordered", sample: "2 × Oak bowl, Large", isRequired: true },
      addsTo: {
        about: "The order that it adds products to, if there is one",
        sample: "It adds these products to your order 1001.",
        isOptional: true,
      },
      exchange: {
        about: "What is given back for it, if it is an exchange",
        sample: "This is an exchange for your order 1001.",
        isOptional: true,
      },
      total: { about: "What it costs now", sample: "$60.00", isRequired: true },
    },
  }),
} as const;

export const checkoutTemplates: readonly EmailTemplate[] = Object.values(checkoutEmails);
