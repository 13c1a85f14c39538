import { addressText } from "../customers/rules/address-lines.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import { emailTemplate } from "../jobs/rules/email-template.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import type { Shop } from "../shop.ts";
import { addressRequestOf } from "./address-request.ts";
import { button, inLog, order, request } from "./email-placeholders.ts";
import { findOrderRow } from "./queries.ts";
import { paragraphsOf } from "./return-mails.ts";

/** The email that tells a shopper that the request for another address was declined. */
export const addressDeclined = emailTemplate({
  kind: "address-request-declined",
  name: "We couldn’t change the address",
  to: "shopper",
  when: "A shopper asked for another shipping address, and the shop declines it.",
  wording: {
    subject: "Your order {order} at {shop}: shipping address not changed",
    heading: "We couldn’t change the address",
    text: ["You asked us to send your order {order} to another address. We couldn’t do that.", "{answer}"],
    button,
    small: "You can reply to this email.",
  },
  placeholders: {
    order,
    answer: {
      about: "What the shop wrote, as paragraphs",
      sample: ["The parcel is packed already."],
      isRequired: true,
    },
  },
});

/** The email to the owner about a request for another address. */
export const addressNotice = emailTemplate({
  kind: "address-request-notice",
  name: "Another address requested",
  to: "owner",
  when: "A shopper asked for another shipping address.",
  wording: {
    subject: "Order {order}: another address requested at {shop}",
    heading: "Order {order}: another address requested",
    text: [
      "The shopper asked to send order {order} to another address: {address}",
      "The shopper’s note: {note}",
      "To accept or decline it, open the order in the staff’s screens. Shipping or canceling the order ends the request.",
    ],
    small: inLog,
  },
  placeholders: {
    order,
    request,
    address: { about: "The new address", sample: "Alex Fern, 2 Oak Avenue, Portland, OR 97202, US", isRequired: true },
    note: { about: "What the shopper wrote with it", sample: "We moved last week.", isOptional: true },
  },
});

/** Emails the owner about a shopper's request, unless the request is no longer open. */
export async function sendAddressNotice(
  shop: Shop,
  orderId: string,
  { subject: event, request_id: requestId }: RunningJob,
): Promise<void> {
  const row = await findOrderRow(shop.db, orderId);
  const asked = await addressRequestOf(shop.db, orderId);
  if (!row || asked?.state !== "asked" || asked.event !== event) return;
  const facts = {
    order: `${row.number}`,
    address: addressText(asked.address),
    note: paragraphsOf(asked.note).join(" "),
    request: requestId ?? "",
  };
  const messageId = `address-request-notice-${event}`;
  await mailOwner(shop, addressNotice, { messageId, facts });
}
