import { z } from "zod";
import type { Dates } from "../dates.ts";
import { dollars } from "../money.ts";
import { composeEmail, type EmailContent } from "../outbox/compose-email.ts";
import type { Email } from "../outbox/mail.ts";
import type { JobWorker } from "../outbox/worker.ts";
import type { Shop } from "../shop.ts";
import { findOrder, type Order } from "./find.ts";
import { createOrderLink, type OrderLink } from "./order-link.ts";
import { findOrderRow } from "./queries.ts";
import { trackingUrl } from "./rules/carriers.ts";

/** `id` names the email: sent again after a crash it has the same Message-ID. */
type OrderEmail = Omit<EmailContent, "action"> & { id: string; about: string };

/** A short email to the payer. */
function orderEmail(shop: Shop, order: Order, { id, about, ...content }: OrderEmail, action: OrderLink): Email {
  const email = composeEmail(shop, order.email, id, { ...content, action });
  return { ...email, subject: `Your order ${order.number} at ${shop.config.storeName}: ${about}` };
}

const requested = ({ id, number }: Order): OrderEmail => ({
  id: `cancelation-requested-${id}`,
  about: "cancelation requested",
  title: "We have your request",
  paragraphs: [
    `You asked us to cancel your order ${number}.`,
    "We look at it before the goods are sent, and write again once it is decided. Nothing has changed until then.",
  ],
  small: "If it was not you, please answer this letter.",
});

const moneyBack =
  "Money that was only reserved on your card is released. Money that was taken goes back to it, and we write again once it is on its way.";

const canceled = ({ id, number, total }: Order): OrderEmail => ({
  id: `canceled-${id}`,
  about: "canceled",
  title: "Your order was canceled",
  paragraphs: [`Your order ${number} was canceled, and nothing of it will be sent.`, ...(total > 0 ? [moneyBack] : [])],
});

function fulfilled(order: Order, dates: Dates): OrderEmail {
  const { id, number, delivery, cancelationRequested } = order;
  const { firstName, lastName, city } = order.shippingAddress;
  return {
    id: `fulfilled-${id}`,
    about: "on its way",
    title: "Your order is on its way",
    paragraphs: [
      `We have sent your order ${number} to ${firstName} ${lastName}, ${city}.`,
      ...sentBy(order),
      ...(delivery ? [`When you ordered, we expected it to arrive ${dates.range(delivery.from, delivery.to)}.`] : []),
      ...(cancelationRequested ? ["It could not be canceled any more, as you had asked us to."] : []),
    ],
  };
}

/** Who carries it, under which number, and where that is followed. */
function sentBy({ shipment }: Order): string[] {
  if (!shipment) return [];
  const { carrier, tracking } = shipment;
  const href = trackingUrl(shipment);
  return [`${carrier} carries it under the number ${tracking}.`, ...(href === undefined ? [] : [`Follow it: ${href}`])];
}

const ofRefund = z.object({ orderId: z.string(), amount: z.int().min(1) });

const refunded = ({ id, number }: Order, refund: string, amount: number): OrderEmail => ({
  id: `refunded-${id}-${refund.replace(/\W+/g, "-")}`,
  about: `${dollars(amount)} refunded`,
  title: "Your money is on its way back",
  paragraphs: [
    `We have given ${dollars(amount)} for your order ${number} back to the card that paid it.`,
    "Banks take a few days to show it.",
  ],
});

/**
 * An email to the owner, who has to decide; without an address none is sent, and `orders --state
 * requested` lists the order.
 */
async function sendNotice(shop: Shop, orderId: string): Promise<void> {
  const { ownerMail } = shop.config;
  const row = await findOrderRow(shop.db, orderId);
  if (ownerMail === undefined || row?.state !== "placed") return;
  await shop.mail.send(
    composeEmail(shop, ownerMail, `cancelation-notice-${orderId}`, {
      title: `Order ${row.number}: cancelation requested`,
      paragraphs: [
        `The shopper wants order ${row.number} over ${dollars(row.total)} canceled: ${row.cancel_reason ?? "no reason given"}.`,
        `To cancel it: npm run store -- cancel ${row.number}`,
        `To send it all the same: npm run store -- fulfil ${row.number}`,
      ],
    }),
  );
}

/**
 * Emails about an order's changes. `subject` of a job is the order's id, of a refund's email the
 * refund.
 */
export const statusMailJobs = (shop: Shop): Record<string, JobWorker> => {
  const send = async (orderId: string, contentOf: (order: Order) => OrderEmail) => {
    const order = await findOrder(shop.db, orderId);
    if (!order) throw new Error("there is no order to write about");
    await shop.mail.send(orderEmail(shop, order, contentOf(order), await createOrderLink(shop, order)));
  };
  return {
    "cancelation-requested-mail": (_payload, { subject }) => send(subject, requested),
    "cancelation-notice": (_payload, { subject }) => sendNotice(shop, subject),
    "canceled-mail": (_payload, { subject }) => send(subject, canceled),
    "fulfilled-mail": (_payload, { subject }) => send(subject, (order) => fulfilled(order, shop.dates)),
    "refunded-mail": (payload, { subject }) => {
      const { orderId, amount } = ofRefund.parse(payload);
      return send(orderId, (order) => refunded(order, subject, amount));
    },
  };
};
