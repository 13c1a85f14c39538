import { type EmailTemplate, emailTemplate, type Placeholder } from "../jobs/rules/email-template.ts";

const order = { about: "The order’s number", sample: "1001" } satisfies Placeholder;
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
const button = "See your order";
const returned = { about: "What is to be returned", sample: "1 × Oak bowl", isRequired: true } satisfies Placeholder;
const answer = {
  about: "What the shop wrote, as paragraphs",
  sample: ["Please send it to 1 Main Street, Portland, OR 97201."],
  isRequired: true,
} satisfies Placeholder;
const trackingLines = ["Carrier: {carrier}. Tracking number: {tracking}.", "Track your package: {tracking link}"];

/** The emails about an order, each to the address that it was placed with. */
export const orderEmails = {
  confirmation: emailTemplate({
    kind: "confirmation",
    name: "Your order is placed",
    to: "shopper",
    when: "An order was placed.",
    wording: {
      subject: "Your order {order} at {shop}",
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
      subject: "Your order {order} at {shop}",
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
      text: ["Your order {order} was canceled and won’t be shipped.", "{money}"],
      button,
    },
    placeholders: {
      order,
      money: {
        about: "What becomes of the money, as sentences; nothing where the order was free",
        sample:
          "If your card was only authorized, the hold will be released. If it was charged, we’ll refund it and email you when the refund is on its way.",
        isOptional: true,
        isRequired: true,
      },
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
      ...{ order, recipient, city, carrier, tracking, "tracking link": trackingLink },
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
      ...{ order, recipient, city, carrier, tracking, "tracking link": trackingLink },
      products: { about: "What is in the package", sample: "2 × Oak bowl; 1 × Linen towel", isRequired: true },
      "not canceled": notCanceled,
    },
  }),
  returnRequested: emailTemplate({
    kind: "return-requested",
    name: "We received your request for a return",
    to: "shopper",
    when: "A shopper asked for a return.",
    wording: {
      subject: "Your order {order} at {shop}: return requested",
      heading: "We received your request",
      text: [
        "You asked to return from your order {order}: {products}.",
        "We’ll review your request and email you our decision. Please don’t send anything back until then.",
      ],
      button,
      small: "If this wasn’t you, please reply to this email.",
    },
    placeholders: { order, products: returned },
  }),
  returnAccepted: emailTemplate({
    kind: "return-accepted",
    name: "We accepted your return",
    to: "shopper",
    when: "A shopper asked for a return, and the shop accepts it.",
    wording: {
      subject: "Your order {order} at {shop}: return accepted",
      heading: "We accepted your return",
      text: [
        "You can return from your order {order}: {products}.",
        "{answer}",
        "Once it has come back, we’ll refund what you paid for it.",
      ],
      button,
      small: "You can reply to this email.",
    },
    placeholders: { order, products: returned, answer },
  }),
  returnDeclined: emailTemplate({
    kind: "return-declined",
    name: "We couldn’t accept your return",
    to: "shopper",
    when: "A shopper asked for a return, and the shop declines it.",
    wording: {
      subject: "Your order {order} at {shop}: return declined",
      heading: "We couldn’t accept your return",
      text: ["You asked to return from your order {order}: {products}. We couldn’t accept this return.", "{answer}"],
      button,
      small: "You can reply to this email.",
    },
    placeholders: {
      ...{ order, products: returned },
      answer: { ...answer, sample: ["Linen that was washed can’t be returned."] },
    },
  }),
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

const request = { about: "The request’s ID, for the log", sample: "0123456789abcdef", isOptional: true } satisfies Placeholder;
const inLog = "Request {request} in the log";

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
        "{sums}",
        "To see the whole order: npm run store -- orders show {order}",
        "When it has shipped: npm run store -- fulfil {order} --carrier UPS --tracking NUMBER",
      ],
      small: inLog,
    },
    placeholders: {
      ...{ order, request },
      total: { about: "The order’s total", sample: "$60.00" },
      shopper: { about: "The shopper’s address", sample: "alex@example.com" },
      time: { about: "When it was placed", sample: "November 25, 2026, 3:04 PM" },
      products: { about: "The lines of the order, as paragraphs", sample: ["2 × Oak bowl: $48.00"], isRequired: true },
      address: { about: "Where it ships to", sample: "Alex Fern, 1 Main Street, Portland, OR 97201, US", isRequired: true },
      method: { about: "The shipping method, and when it is expected", sample: "Standard, estimated delivery November 27 to 30" },
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
      ...{ order, request },
      total: { about: "The order’s total", sample: "$60.00" },
      reason: { about: "Why", sample: "ordered by mistake", isRequired: true },
    },
  }),
  returnRequested: emailTemplate({
    kind: "return-notice",
    name: "Return requested",
    to: "owner",
    when: "A shopper asked for a return.",
    wording: {
      subject: "Order {order}: return requested at {shop}",
      heading: "Order {order}: return requested",
      text: [
        "The shopper asked to return from order {order}: {products}.",
        "Reason:",
        "{reason}",
        "To accept or decline it, open the order in the staff’s screens.",
      ],
      small: inLog,
    },
    placeholders: {
      ...{ order, request, products: returned },
      reason: { about: "Why, as paragraphs", sample: ["It is too small."], isRequired: true },
    },
  }),
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

export const orderTemplates: readonly EmailTemplate[] = [...Object.values(orderEmails), ...Object.values(ownerEmails)];
