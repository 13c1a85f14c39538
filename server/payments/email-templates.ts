import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";

/** The emails about payments, to a shopper and to the owner. */
export const paymentEmails = {
  link: emailTemplate({
    kind: "payment-link",
    name: "Continue to payment",
    to: "shopper",
    when: "Somebody asked for a link to pay, after many declined cards.",
    wording: {
      subject: "Continue to payment at {shop}",
      heading: "Continue to payment",
      text: [
        "Someone asked for a link to pay for an order with this email address.",
        "Open it in the browser in which you began to pay: it leads back to the payment step. Enter the card there.",
      ],
      button: "Continue to payment",
      small: "The link works once, within an hour. If this wasn’t you, you can ignore this email.",
    },
  }),
  held: emailTemplate({
    kind: "payment-held",
    name: "We’re checking your payment",
    to: "shopper",
    when: "The card gateway reviews a payment before it approves or declines it.",
    wording: {
      subject: "Your payment at {shop} is being checked",
      heading: "We’re checking your payment",
      text: [
        "Your payment of {total} is being checked. We keep what you ordered for you meanwhile.",
        "You don’t need to do anything. You get an email as soon as we know: either your order’s confirmation, or that the payment was not accepted.",
      ],
    },
    placeholders: { total: { about: "The order’s total", sample: "$60.00", isRequired: true } },
  }),
  cameLate: emailTemplate({
    kind: "payment-came-late",
    name: "Your payment came too late",
    to: "shopper",
    when: "A shopper paid on the card gateway’s page after leaving it, or after its time was over.",
    wording: {
      subject: "Your payment at {shop} goes back to you",
      heading: "Your payment came too late",
      text: [
        "Your payment of {total} came after you had left the payment page or its time was over. Nothing was ordered. The money goes back to your card. Your bank may show the payment for some days.",
        "If you still want what was in your cart, please order again.",
      ],
    },
    placeholders: { total: { about: "The order’s total", sample: "$60.00", isRequired: true } },
  }),
  reviewRefused: emailTemplate({
    kind: "payment-not-accepted",
    name: "Your payment was not accepted",
    to: "shopper",
    when: "A payment that the card gateway reviewed was not approved.",
    wording: {
      subject: "Your payment at {shop} was not accepted",
      heading: "Your payment was not accepted",
      text: [
        "Your payment of {total} was not accepted, so we did not place your order. You were not charged.",
        "You’re welcome to order again with another card.",
      ],
    },
    placeholders: { total: { about: "The order’s total", sample: "$60.00", isRequired: true } },
  }),
  overdue: emailTemplate({
    kind: "overdue-payments",
    name: "Payments need your attention",
    to: "owner",
    when: "A charge, a release, or a refund was refused, or was not done within an hour; or a refund was withdrawn.",
    wording: {
      subject: "{summary} at {shop}",
      heading: "{summary}",
      text: ["{payments}", "{advice}"],
    },
    placeholders: {
      summary: { about: "How many there are", sample: "A payment needs your attention" },
      payments: { about: "Each of them, as paragraphs", sample: ["Order 1001: the refund is overdue."], isRequired: true },
      advice: {
        about: "What there is to do, as paragraphs; nothing where a refund was withdrawn",
        sample: ["The shop keeps trying, except where it says otherwise. To see all of them: npm run store -- jobs --failed"],
        isOptional: true,
      },
    },
  }),
  orphans: emailTemplate({
    kind: "payments-without-order",
    name: "Payments without an order",
    to: "owner",
    when: "The card gateway has money that paid for no order.",
    wording: {
      subject: "Payments without an order at {shop}",
      heading: "Payments without an order",
      text: [
        "The card gateway has money that paid for no order of this shop:",
        "{payments}",
        "{advice}",
        "To list them all: npm run store -- sweep",
      ],
    },
    placeholders: {
      payments: {
        about: "Each of them, as paragraphs",
        sample: ["$24.00, key 0123456789abcdef: its payment ended here without an order; voided."],
        isRequired: true,
      },
      advice: {
        about: "What there is to do, as paragraphs",
        sample: ["The shop leaves payments alone that it does not know. To return one: npm run store -- sweep --refund KEY"],
        isRequired: true,
      },
    },
  }),
} as const;

export const paymentTemplates: readonly EmailTemplate[] = Object.values(paymentEmails);
