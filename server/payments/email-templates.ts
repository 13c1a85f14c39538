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
