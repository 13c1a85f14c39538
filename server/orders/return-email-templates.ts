import { emailTemplate, type Placeholder } from "../jobs/rules/email-template.ts";
import { button, inLog, order, request } from "./email-placeholders.ts";

const returned = { about: "What is to be returned", sample: "1 × Oak bowl", isRequired: true } satisfies Placeholder;
const answer = {
  about: "What the shop wrote, as paragraphs",
  sample: ["Please send it to 1 Main Street, Portland, OR 97201."],
  isRequired: true,
} satisfies Placeholder;

/** The emails about a return, to the shopper. */
export const returnEmails = {
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
      order,
      products: returned,
      answer: { ...answer, sample: ["Linen that was washed can’t be returned."] },
    },
  }),
} as const;

/** The email to the owner about a requested return. */
export const returnNotice = emailTemplate({
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
    order,
    request,
    products: returned,
    reason: { about: "Why, as paragraphs", sample: ["It is too small."], isRequired: true },
  },
});
