import { z } from "zod";
import type { Dates } from "../dates.ts";
import { composeEmail, composeOwnerEmail, type EmailContent } from "../jobs/compose-email.ts";
import type { Email } from "../jobs/mail.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import { dollars } from "../money.ts";
import type { Shop } from "../shop.ts";
import { afterSaleOf } from "./after-sale.ts";
import { findOrder, type Order } from "./find.ts";
import { createOrderLink, type OrderLink } from "./order-link.ts";
import { findEventNote, findOrderRow } from "./queries.ts";
import { trackingUrl } from "./rules/carriers.ts";
import { totalAfter } from "./rules/line-shares.ts";
import { shipmentsOf } from "./shipments.ts";

/** `id` names the email: sent again after a crash it has the same Message-ID. */
type OrderEmail = Omit<EmailContent, "action"> & { id: string; about: string };

/** A short email to the payer. */
function orderEmail(shop: Shop, order: Order, { id, about, ...content }: OrderEmail, action: OrderLink): Email {
  const email = composeEmail(shop, order.email, id, { ...content, action });
  return { ...email, subject: `Your order ${order.number} at ${shop.settings.current().storeName}: ${about}` };
}

const requested = ({ id, number }: Order): OrderEmail => ({
  id: `cancelation-requested-${id}`,
  about: "cancellation requested",
  title: "We received your request",
  paragraphs: [
    `You asked us to cancel your order ${number}.`,
    "We’ll review your request before the order ships and email you our decision. Nothing changes until then.",
  ],
  small: "If this wasn’t you, please reply to this email.",
});

const moneyBack =
  "If your card was only authorized, the hold will be released. If it was charged, we’ll refund it and email you when the refund is on its way.";

const canceled = ({ id, number, total }: Order): OrderEmail => ({
  id: `canceled-${id}`,
  about: "canceled",
  title: "Your order was canceled",
  paragraphs: [`Your order ${number} was canceled and won’t be shipped.`, ...(total > 0 ? [moneyBack] : [])],
});

function fulfilled(order: Order, dates: Dates): OrderEmail {
  const { id, number, delivery, cancelationRequested } = order;
  const { firstName, lastName, city } = order.shippingAddress;
  return {
    id: `fulfilled-${id}`,
    about: "shipped",
    title: "Your order is on its way",
    paragraphs: [
      `Your order ${number} has shipped to ${firstName} ${lastName} in ${city}.`,
      ...(order.shipment ? trackingLines(order.shipment) : []),
      ...(delivery ? [`Estimated delivery: ${dates.range(delivery.from, delivery.to)}.`] : []),
      ...(cancelationRequested ? ["We couldn’t cancel it as you asked because it was already on its way."] : []),
    ],
  };
}

/** Who carries it, under which number, and where that is followed; empty where the staff did not say. */
function trackingLines({ carrier, tracking }: { carrier: string | null; tracking: string | null }): string[] {
  if (!carrier || !tracking) return [];
  const href = trackingUrl({ carrier, tracking });
  return [`Carrier: ${carrier}. Tracking number: ${tracking}.`, ...(href === undefined ? [] : [`Track your package: ${href}`])];
}

const ofShipment = z.object({ orderId: z.string(), n: z.int().min(1) });

/** What is in a part of an order that was sent, and that the rest follows. */
async function partShipped(shop: Shop, { id, number, shippingAddress }: Order, n: number): Promise<OrderEmail> {
  const shipment = (await shipmentsOf(shop.db, id)).find((each) => each.n === n);
  if (!shipment) throw new Error("there is no shipment to write about");
  const { firstName, lastName, city } = shippingAddress;
  return {
    id: `part-shipped-${id}-${n}`,
    about: "shipped in part",
    title: "Part of your order is on its way",
    paragraphs: [
      `Part of your order ${number} has shipped to ${firstName} ${lastName} in ${city}. The rest follows.`,
      `In this package: ${shipment.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ")}.`,
      ...trackingLines(shipment),
    ],
  };
}

const ofRefund = z.object({ orderId: z.string(), amount: z.int().min(1) });

const refunded = ({ id, number }: Order, refund: string, amount: number): OrderEmail => ({
  id: `refunded-${id}-${refund.replace(/\W+/g, "-")}`,
  about: `${dollars(amount)} refunded`,
  title: "Your refund is on its way",
  paragraphs: [
    `We refunded ${dollars(amount)} for your order ${number} to the card you paid with.`,
    "Your bank may take a few days to show it.",
  ],
});

const ofEdit = z.object({ orderId: z.string(), n: z.int().min(1) });

/** What was taken out, and the total that is left; what was charged of it comes with its own email. */
async function edited(shop: Shop, { id, number, total }: Order, n: number): Promise<OrderEmail> {
  const { edits, lines } = await afterSaleOf(shop.db, id);
  const edit = edits.find((each) => each.n === n);
  const name = lines.find(({ line }) => line.id === edit?.line_id)?.name;
  if (!edit || name === undefined) throw new Error("there is no edit to write about");
  const newTotal = totalAfter(
    total,
    edits.filter((each) => each.n <= n),
  );
  return {
    id: `edited-${id}-${n}`,
    about: "changed",
    title: "We changed your order",
    paragraphs: [
      `We took ${edit.quantity} × ${name} out of your order ${number}. The rest will ship as planned.`,
      ...(total > 0
        ? [
            `Your new total is ${dollars(newTotal)}. You won’t pay for what we took out; if your card was charged, we’ll refund it.`,
          ]
        : []),
    ],
  };
}

/** What somebody of the staff wrote; `event` is the id of the message in the order's history. */
const message = ({ number }: Order, event: string, note: string): OrderEmail => ({
  id: `message-${event}`,
  about: "a message for you",
  title: "A message about your order",
  paragraphs: [`About your order ${number}:`, ...note.split("\n").filter((line) => line.trim() !== "")],
  small: "You can reply to this email.",
});

/**
 * An email to the owner, who has to decide; without an address none is sent, and `orders --state
 * requested` lists the order.
 */
async function sendOwnerCancelationEmail(shop: Shop, { subject: orderId, request_id: requestId }: RunningJob): Promise<void> {
  const { ownerMail } = shop.config;
  const row = await findOrderRow(shop.db, orderId);
  if (ownerMail === undefined || row?.state !== "placed") return;
  await shop.mail.send(
    composeOwnerEmail(shop, ownerMail, `cancelation-notice-${orderId}`, {
      title: `Order ${row.number}: cancellation requested`,
      paragraphs: [
        `The shopper asked to cancel order ${row.number} (${dollars(row.total)}). Reason: ${row.cancel_reason ?? "none given"}.`,
        `To cancel it: npm run store -- cancel ${row.number}`,
        `To ship it anyway: npm run store -- fulfil ${row.number}`,
      ],
      requestId,
    }),
  );
}

/** Which email about an order: the kind and subject of its job, and what the job has with it. */
type EmailJob = { subject: string; payload: unknown };
/** Undefined: there is nothing to write about any more. */
type ContentOf = (shop: Shop, order: Order, job: EmailJob) => Promise<OrderEmail | undefined>;

/** `subject` of a job is the order's id, of a refund's or an edit's email the key of that. */
const contents = {
  "cancelation-requested-mail": async (_shop, order) => requested(order),
  "canceled-mail": async (_shop, order) => canceled(order),
  "fulfilled-mail": async ({ dates }, order) => fulfilled(order, dates),
  "part-shipped-mail": async (shop, order, { payload }) => await partShipped(shop, order, ofShipment.parse(payload).n),
  "edited-mail": async (shop, order, { payload }) => await edited(shop, order, ofEdit.parse(payload).n),
  "message-mail": async ({ db }, order, { subject: event }) => {
    const note = await findEventNote(db, event);
    return note ? message(order, event, note) : undefined;
  },
  "refunded-mail": async (_shop, order, { subject, payload }) => refunded(order, subject, ofRefund.parse(payload).amount),
} as const satisfies Record<string, ContentOf>;

export type StatusEmailKind = keyof typeof contents;
export const statusEmailKinds = Object.keys(contents) as StatusEmailKind[];

/** The email about a change of an order, with a link of its own; undefined once there is nothing or nobody to write to. */
export async function statusEmail(
  shop: Shop,
  order: Order,
  { kind, ...job }: EmailJob & { kind: StatusEmailKind },
): Promise<Email | undefined> {
  // Its personal data was erased meanwhile.
  if (order.email === "") return undefined;
  const content = await contents[kind](shop, order, job);
  return content && orderEmail(shop, order, content, await createOrderLink(shop, order));
}

const ofOrder = z.object({ orderId: z.string() });

/** Emails about an order's changes. The payload names the order where the subject does not. */
export const statusMailJobs = (shop: Shop): Record<string, JobWorker> => {
  const send =
    (kind: StatusEmailKind): JobWorker =>
    async (payload, { subject }) => {
      const named = ofOrder.safeParse(payload);
      const order = await findOrder(shop.db, named.success ? named.data.orderId : subject);
      if (!order) throw new Error("there is no order to write about");
      const email = await statusEmail(shop, order, { kind, subject, payload });
      if (email) await shop.mail.send(email);
    };
  return {
    ...Object.fromEntries(statusEmailKinds.map((kind) => [kind, send(kind)])),
    "cancelation-notice": (_payload, job) => sendOwnerCancelationEmail(shop, job),
  };
};
