import { type EmailTemplate, emailTemplate, type Placeholder } from "../jobs/rules/email-template.ts";
import { changeEmails } from "./change-email-templates.ts";
import { button, order } from "./email-placeholders.ts";
import { ownerEmails } from "./owner-email-templates.ts";
import { returnEmails } from "./return-email-templates.ts";

const recipient = { about: "Whom it goes to", sample: "Alex Fern" } satisfies Placeholder;
const city = { about: "The city it goes to", sample: "Portland" } satisfies Placeholder;
const carrier = { about: "Who carries it", sample: "UPS", isOptional: true } satisfies Placeholder;
const tracking = { about: "Its tracking number", sample: "1Z999AA10123456784", isOptional: true, isRequired: true } as const;
const trackingLink = {
  about: "Where it is followed",
  sample: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  isOptional: true,
  isRequired: true,
} as const;
const notCanceled = {
  about: "A sentence, where the shopper had asked to cancel",
  sample: "We couldn’t cancel it as you asked because it was already on its way.",
  isOptional: true,
  isRequired: true,
} as const;
/** Said where a phone order to another address replaces a canceled order. */
export const placedAnew =
  "We canceled it to place it again with the other address. We’ll email you a link to check and pay for the new order.";
const trackingLines = ["Carrier: {carrier}. Tracking number: {tracking}.", "Track your package: {tracking link}"];

/** The emails about an order, sent to the order's email address. */
export const orderEmails = {
  confirmation: emailTemplate({
    kind: "confirmation",
    name: "Your order is placed",
    to: "shopper",
    when: "An order was placed.",
    wording: {
      subject: "Your order {order} at {shop}: confirmation",
      heading: "Thank you. Your order is placed.",
      text: [],
      button,
      small: "Use this link any time to check on your order. Please keep it to yourself.",
    },
    placeholders: { order },
    hints: {
      text: "Stands above the lines of the order, its sums, and its addresses, which are always there. May be empty.",
      small: "Only for who has no account.",
    },
  }),
  lookup: emailTemplate({
    kind: "order-link",
    name: "A link to an order",
    to: "shopper",
    when: "Somebody asked for a link to an order by its number and address.",
    wording: {
      subject: "Your order {order} at {shop}: your link",
      heading: "Your order {order}",
      text: ["Someone asked for a link to order {order}."],
      button: "View order",
      small:
        "The link works once, within 24 hours, and keeps the order open for an hour. If this wasn’t you, you can ignore this email.",
    },
    placeholders: { order },
  }),
  cancelationRequested: emailTemplate({
    kind: "cancelation-requested",
    name: "We received your request",
    to: "shopper",
    when: "A shopper asked to cancel an order.",
    wording: {
      subject: "Your order {order} at {shop}: cancellation requested",
      heading: "We received your request",
      text: [
        "You asked us to cancel your order {order}.",
        "We’ll review your request before the order ships and email you our decision. Nothing changes until then.",
      ],
      button,
      small: "If this wasn’t you, please reply to this email.",
    },
    placeholders: { order },
  }),
  cancelationDeclined: emailTemplate({
    kind: "cancelation-declined",
    name: "We couldn’t cancel your order",
    to: "shopper",
    when: "A shopper asked to cancel an order, and the shop keeps it.",
    wording: {
      subject: "Your order {order} at {shop}: not canceled",
      heading: "We couldn’t cancel your order",
      text: [
        "You asked us to cancel your order {order}. We can’t cancel it any more, so it will ship as planned.",
        "If you have questions, please reply to this email.",
      ],
      button,
    },
    placeholders: { order },
  }),
  canceled: emailTemplate({
    kind: "canceled",
    name: "Your order was canceled",
    to: "shopper",
    when: "An order was canceled.",
    wording: {
      subject: "Your order {order} at {shop}: canceled",
      heading: "Your order was canceled",
      text: ["Your order {order} was canceled and won’t be shipped.", "{new order}", "{money}"],
      button,
    },
    placeholders: {
      order,
      "new order": {
        about: "That a new order follows; nothing unless the order goes to another address",
        sample: placedAnew,
        isOptional: true,
      },
      money: {
        about: "What becomes of the money, as sentences; nothing where the order was free",
        sample:
          "If your card was only authorized, the hold will be released. If it was charged, we’ll refund it and email you when the refund is on its way.",
        isOptional: true,
        isRequired: true,
      },
    },
  }),
  paymentReminder: emailTemplate({
    kind: "payment-reminder",
    name: "Your payment is still to come",
    to: "shopper",
    when: "Half the time to pay has passed, and the order is not paid in full.",
    wording: {
      subject: "Your order {order} at {shop}: how to pay",
      heading: "Your payment is still to come",
      text: [
        "We haven’t received all of the payment for your order {order} yet. Please pay {amount} by {day} ({means}).",
        "{instructions}",
        "If you have paid in the last days, you can ignore this email.",
      ],
      button,
    },
    placeholders: {
      order,
      amount: { about: "What is still to be paid", sample: "$60.00", isRequired: true },
      day: { about: "The last day to pay", sample: "December 14, 2026", isRequired: true },
      means: { about: "The payment method that was chosen", sample: "Bank transfer" },
      instructions: { about: "What to do, as you wrote it for this payment method", sample: "Account 123456 at First Bank" },
    },
  }),
  shipped: emailTemplate({
    kind: "shipped",
    name: "Your order is on its way",
    to: "shopper",
    when: "An order was marked as shipped.",
    wording: {
      subject: "Your order {order} at {shop}: shipped",
      heading: "Your order is on its way",
      text: [
        "Your order {order} has shipped to {recipient} in {city}.",
        "In this package: {products}.",
        ...trackingLines,
        "Estimated delivery: {delivery}.",
        "{not canceled}",
      ],
      button,
    },
    placeholders: {
      order,
      recipient,
      city,
      carrier,
      tracking,
      "tracking link": trackingLink,
      products: { about: "What is in the package, where it is the last of several", sample: "1 × Linen towel", isOptional: true },
      delivery: { about: "When it is expected", sample: "November 27 to 30", isOptional: true },
      "not canceled": notCanceled,
    },
  }),
  partShipped: emailTemplate({
    kind: "part-shipped",
    name: "Part of your order is on its way",
    to: "shopper",
    when: "A part of an order was marked as shipped.",
    wording: {
      subject: "Your order {order} at {shop}: shipped in part",
      heading: "Part of your order is on its way",
      text: [
        "Part of your order {order} has shipped to {recipient} in {city}. The rest follows.",
        "In this package: {products}.",
        ...trackingLines,
        "{not canceled}",
      ],
      button,
    },
    placeholders: {
      order,
      recipient,
      city,
      carrier,
      tracking,
      "tracking link": trackingLink,
      products: { about: "What is in the package", sample: "2 × Oak bowl; 1 × Linen towel", isRequired: true },
      "not canceled": notCanceled,
    },
  }),
  ...returnEmails,
  ...changeEmails,
  refunded: emailTemplate({
    kind: "refunded",
    name: "Your refund is on its way",
    to: "shopper",
    when: "Money was refunded.",
    wording: {
      subject: "Your order {order} at {shop}: {amount} refunded",
      heading: "Your refund is on its way",
      text: [
        "We refunded {amount} for your order {order} to the card you paid with.",
        "Your bank may take a few days to show it.",
      ],
      button,
    },
    placeholders: { order, amount: { about: "How much was refunded", sample: "$24.00", isRequired: true } },
  }),
  settled: emailTemplate({
    kind: "refunded-by-other-means",
    name: "Your refund by other means",
    to: "shopper",
    when: "A refund that the bank refused was paid in another way than to the card.",
    wording: {
      subject: "Your order {order} at {shop}: {amount} refunded by other means",
      heading: "Your refund",
      text: [
        "We couldn’t refund {amount} for your order {order} to the card you paid with, so we paid it in another way.",
        "How: {means}",
      ],
      button,
    },
    placeholders: {
      order,
      amount: { about: "How much was refunded", sample: "$24.00", isRequired: true },
      means: { about: "How it was paid, in the words of the staff", sample: "check 1042", isOptional: true, isRequired: true },
    },
  }),
  edited: emailTemplate({
    kind: "edited",
    name: "We changed your order",
    to: "shopper",
    when: "Something was taken out of an order.",
    wording: {
      subject: "Your order {order} at {shop}: changed",
      heading: "We changed your order",
      text: [
        "We took {products} out of your order {order}. The rest will ship as planned.",
        "Your new total is {total}. You won’t pay for what we took out; if your card was charged, we’ll refund it.",
      ],
      button,
    },
    placeholders: {
      order,
      products: { about: "What was taken out", sample: "1 × Oak bowl", isRequired: true },
      total: { about: "The order’s total now; nothing where it was free", sample: "$24.00", isOptional: true, isRequired: true },
    },
  }),
  message: emailTemplate({
    kind: "message",
    name: "A message about your order",
    to: "shopper",
    when: "Somebody of the staff wrote to a shopper from an order’s page.",
    wording: {
      subject: "Your order {order} at {shop}: a message for you",
      heading: "A message about your order",
      text: ["About your order {order}:", "{message}"],
      button,
      small: "You can reply to this email.",
    },
    placeholders: {
      order,
      message: {
        about: "What was written, as paragraphs",
        sample: ["Your bowl is being turned.", "It ships on Friday."],
        isRequired: true,
      },
    },
  }),
  reviewInvitation: emailTemplate({
    kind: "review-invitation",
    name: "How do you like what you bought?",
    to: "shopper",
    when: "An order shipped two weeks ago, and something of it has no review of its buyer’s.",
    wording: {
      subject: "How do you like what you bought? at {shop}",
      heading: "How do you like what you bought?",
      text: [
        "Your order {order} shipped two weeks ago. A few words from you help other shoppers decide.",
        "You bought: {products}.",
      ],
      button: "Write a review",
      small: "This is the only email we send about reviews of this order.",
    },
    placeholders: { order, products: { about: "What can be reviewed", sample: "Oak bowl, Linen towel" } },
  }),
} as const;

export const orderTemplates: readonly EmailTemplate[] = [...Object.values(orderEmails), ...Object.values(ownerEmails)];
