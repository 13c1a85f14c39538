import { z } from "zod";
import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { Email } from "../jobs/mail.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { EmailFacts, EmailTemplate } from "../jobs/rules/email-template.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import { dollars } from "../money.ts";
import type { Shop } from "../shop.ts";
import { addressDeclined, sendAddressNotice } from "./address-request-emails.ts";
import { afterSaleOf, discountsOf } from "./after-sale.ts";
import { changeEmails } from "./change-email-templates.ts";
import { sendMovedEmail } from "./change-mails.ts";
import { orderEmails, placedAnew } from "./email-templates.ts";
import { findOrder, type Order } from "./find.ts";
import { createOrderLink, type OrderLink } from "./order-link.ts";
import { ownerEmails } from "./owner-email-templates.ts";
import { payDetails } from "./pages/order-details.ts";
import { findRefund, findRefunds } from "./queries/after-sale.ts";
import { findEventNote, findEventsOfKinds } from "./queries/events.ts";
import { findReaddresses } from "./queries/readdress.ts";
import { findLedger, findOrderRow } from "./queries.ts";
import { returnEmails } from "./return-email-templates.ts";
import { paragraphsOf, returnEmail, sendOwnerReturnEmail } from "./return-mails.ts";
import { trackingUrl } from "./rules/carriers.ts";
import { capturedAmount } from "./rules/ledger.ts";
import { reductionsOf, totalAfter } from "./rules/line-shares.ts";
import { settledMeans } from "./rules/refused-money.ts";
import { replacedNote, unpaidNote } from "./rules/words.ts";
import { contentsText } from "./shipment-details.ts";
import { shipmentsOf } from "./shipments.ts";

/**
 * The contents of an email about an order. `id` names it, so that an email sent again after a crash
 * has the same Message-ID.
 */
type OrderEmail = { id: string; template: EmailTemplate; facts: EmailFacts };

const emailAbout = <Name extends string>(
  template: EmailTemplate<Name>,
  id: string,
  facts: EmailFacts<NoInfer<Name>>,
): OrderEmail => ({
  id,
  template,
  facts,
});

/** A short email to the payer. */
const orderEmail = (shop: Shop, order: Order, { id, template, facts }: OrderEmail, link: OrderLink): Promise<Email> =>
  composeEmail(shop, template, { to: order.email, messageId: id, facts, link });

const requestedEmail = ({ id, number }: Order): OrderEmail =>
  emailAbout(orderEmails.cancelationRequested, `cancelation-requested-${id}`, { order: `${number}` });

const declined = ({ id, number }: Order): OrderEmail =>
  emailAbout(orderEmails.cancelationDeclined, `cancelation-declined-${id}`, { order: `${number}` });

const cardBack =
  "If your card was only authorized, the hold will be released. If it was charged, we’ll refund it and email you when the refund is on its way.";

/**
 * The email about a canceled order. Its words are true whenever it is sent. It does not say how
 * much went back earlier, since each earlier refund has had its own email.
 */
async function canceled({ db }: Shop, order: Order): Promise<OrderEmail> {
  const { id, number, total } = order;
  const [event] = await findEventsOfKinds(db, id, ["canceled"]);
  const note = event?.note;
  return emailAbout(orderEmails.canceled, `canceled-${id}`, {
    order: `${number}`,
    "new order": note === replacedNote ? placedAnew : "",
    money: total > 0 ? await moneyBack(db, order, note) : "",
  });
}

/** Tells the shopper of a canceled order what happens to the money. */
async function moneyBack(db: Db, { id, means }: Order, note: string | undefined): Promise<string> {
  const captured = capturedAmount(await findLedger(db, id));
  const earlier = await earlierRefunds(db, id);
  if (captured > 0 && earlier.refunded >= captured) return "Your payment had been refunded before.";
  if (means) return meansBack(captured, note);
  if (captured <= earlier.requested) return cardBack;
  return `We’ll refund ${dollars(captured - earlier.requested)} to the card you paid with, and email you when the refund is on its way.`;
}

/** Tells the shopper of a canceled order without a card what happens to money already paid. */
function meansBack(captured: number, note: string | undefined): string {
  if (captured > 0) return "We’ll return what you paid, and email you when it is on its way.";
  const why = note === unpaidNote ? "Your payment did not arrive in time. " : "";
  return `${why}You owe nothing: please don’t pay any more.`;
}

/** Asks for the payment; undefined if nothing is awaited any more. */
function reminder(order: Order, dates: Dates): OrderEmail | undefined {
  const pay = payDetails(order, dates);
  return (
    pay &&
    emailAbout(orderEmails.paymentReminder, `payment-reminder-${order.id}`, {
      order: `${order.number}`,
      amount: pay.amount,
      day: pay.due.text,
      means: pay.name,
      instructions: paragraphsOf(pay.text),
    })
  );
}

/** The sums of the refunds that were requested before the order was canceled, in cents. */
async function earlierRefunds(db: Db, orderId: string): Promise<{ requested: number; refunded: number }> {
  const canceledAt = (await findOrderRow(db, orderId))?.canceled_at ?? 0;
  const earlier = (await findRefunds(db, orderId)).filter(
    ({ state, requested_at }) => state !== "withdrawn" && requested_at < canceledAt,
  );
  const sum = (refunds: typeof earlier) => refunds.reduce((total, { amount }) => total + amount, 0);
  return { requested: sum(earlier), refunded: sum(earlier.filter(({ state }) => state === "refunded")) };
}

const notCanceled = ({ cancelationRequested }: Order): string =>
  cancelationRequested ? "We couldn’t cancel it as you asked because it was already on its way." : "";

/** Lists the package's contents if it is not the whole order. */
async function fulfilled({ db, dates }: Shop, order: Order): Promise<OrderEmail> {
  const { id, delivery, shipment } = order;
  const last = (await shipmentsOf(db, id)).at(-1);
  return emailAbout(orderEmails.shipped, `fulfilled-${id}`, {
    ...recipientOf(order),
    ...trackingOf(shipment),
    products: last && !last.isWhole ? contentsText(last) : "",
    delivery: delivery ? dates.range(delivery.from, delivery.to) : "",
    // If the order shipped in parts, an earlier part's email has already said that the order could
    // not be canceled.
    "not canceled": last && !last.isWhole ? "" : notCanceled(order),
  });
}

const recipientOf = ({ number, shippingAddress: { firstName, lastName, city } }: Order) => ({
  order: `${number}`,
  recipient: `${firstName} ${lastName}`,
  city,
});

/** The carrier, tracking number and tracking link; empty if the staff named none. */
function trackingOf({ carrier, tracking }: { carrier?: string | null; tracking?: string | null } = {}) {
  if (!carrier || !tracking) return { carrier: "", tracking: "", "tracking link": "" };
  return { carrier, tracking, "tracking link": trackingUrl({ carrier, tracking }) ?? "" };
}

const ofShipment = z.object({ orderId: z.string(), n: z.int().min(1) });

/** Lists the contents of a sent part, and says that the rest follows. */
async function partShipped(shop: Shop, order: Order, n: number): Promise<OrderEmail> {
  const shipment = (await shipmentsOf(shop.db, order.id)).find((each) => each.n === n);
  if (!shipment) throw new Error("there is no shipment to write about");
  return emailAbout(orderEmails.partShipped, `part-shipped-${order.id}-${n}`, {
    ...recipientOf(order),
    ...trackingOf(shipment),
    products: contentsText(shipment),
    "not canceled": n === 1 ? notCanceled(order) : "",
  });
}

const ofRefund = z.object({ orderId: z.string(), amount: z.int().min(1) });

/** Says that money went back to the card, or in the way that the staff named. */
async function refunded({ db }: Shop, { id, number }: Order, key: string, amount: number): Promise<OrderEmail> {
  const messageId = `refunded-${id}-${key.replace(/\W+/g, "-")}`;
  const facts = { order: `${number}`, amount: dollars(amount) };
  const event = (await findRefund(db, key))?.settled_event ?? null;
  if (event === null) return emailAbout(orderEmails.refunded, messageId, facts);
  const means = settledMeans(amount, (await findEventNote(db, event)) ?? "");
  return emailAbout(orderEmails.settled, messageId, { ...facts, means });
}

/** The first and the last edit that the email covers. */
const ofEdit = z.object({ orderId: z.string(), n: z.int().min(1), from: z.int().min(1) });

/** Joins parts into a phrase; parts may contain commas of their own. */
function listText(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(" and ");
  return `${parts.slice(0, -1).join("; ")}; and ${parts.at(-1)}`;
}

/** The changes of state until `time` (ms), as reductions of the order's total. */
const cheaperBy = async (db: Db, orderId: string, time: number) =>
  reductionsOf((await findReaddresses(db, orderId)).filter(({ at }) => at <= time));

/**
 * The email about an edit: names the discount or the units taken out, and the remaining total. A
 * refund has an email of its own.
 */
async function edited(shop: Shop, { id, number, total }: Order, { n, from }: z.output<typeof ofEdit>): Promise<OrderEmail> {
  const { edits, lines } = await afterSaleOf(shop.db, id);
  const newEdits = edits.filter((each) => each.n >= from && each.n <= n);
  if (newEdits.length === 0) throw new Error("there is no edit to write about");
  const [discount] = await discountsOf(shop.db, newEdits);
  const nameOf = (lineId: string) => lines.find(({ line }) => line.id === lineId)?.name;
  const cheaper = await cheaperBy(shop.db, id, newEdits.at(-1)?.at ?? 0);
  const newTotal = totalAfter(total, [...edits.filter((each) => each.n <= n), ...cheaper]);
  if (discount)
    return emailAbout(changeEmails.discounted, `edited-${id}-${n}`, {
      order: `${number}`,
      amount: dollars(discount.amount),
      reason: discount.reason,
      total: dollars(newTotal),
    });
  return emailAbout(orderEmails.edited, `edited-${id}-${n}`, {
    order: `${number}`,
    products: listText(newEdits.map(({ quantity, line_id }) => `${quantity} × ${nameOf(line_id)}`)),
    total: total > 0 ? dollars(newTotal) : "",
  });
}

/** A message from the staff; `event` is its id in the order's history. */
const message = ({ number }: Order, event: string, note: string): OrderEmail =>
  emailAbout(orderEmails.message, `message-${event}`, {
    order: `${number}`,
    message: paragraphsOf(note),
  });

/**
 * Asks the owner by email to decide about a cancelation. The command `orders --state requested`
 * lists the order in any case.
 */
async function sendOwnerCancelationEmail(shop: Shop, { subject: orderId, request_id: requestId }: RunningJob): Promise<void> {
  const row = await findOrderRow(shop.db, orderId);
  if (row?.state !== "placed") return;
  await mailOwner(shop, ownerEmails.cancelationRequested, {
    messageId: `cancelation-notice-${orderId}`,
    facts: {
      order: `${row.number}`,
      total: dollars(row.total),
      reason: row.cancel_reason ?? "none given",
      request: requestId ?? "",
    },
  });
}

/** The subject and payload of an email's job. */
type EmailJob = { subject: string; payload: unknown };
/** Returns the email's contents; undefined if there is nothing left to write about. */
type ContentOf = (shop: Shop, order: Order, job: EmailJob) => Promise<OrderEmail | undefined>;

/** A job's subject is the order's id, or the key of the refund or edit that its email is about. */
const contents = {
  "cancelation-requested-mail": async (_shop, order) => requestedEmail(order),
  "cancelation-declined-mail": async (_shop, order) => declined(order),
  "canceled-mail": async (shop, order) => await canceled(shop, order),
  "payment-reminder-mail": async ({ dates }, order) => reminder(order, dates),
  "fulfilled-mail": async (shop, order) => await fulfilled(shop, order),
  "part-shipped-mail": async (shop, order, { payload }) => await partShipped(shop, order, ofShipment.parse(payload).n),
  "edited-mail": async (shop, order, { payload }) => await edited(shop, order, ofEdit.parse(payload)),
  "order-email-changed-mail": async (_shop, { number }, { subject: event }) =>
    emailAbout(changeEmails.emailChanged, `email-changed-${event}`, { order: `${number}` }),
  "address-changed-mail": async ({ db }, { number }, { subject: event }) => {
    const note = await findEventNote(db, event);
    const facts = { order: `${number}`, addresses: paragraphsOf(note ?? "") };
    return note ? emailAbout(changeEmails.addressChanged, `address-changed-${event}`, facts) : undefined;
  },
  "address-request-declined-mail": async ({ db }, { number }, { subject: event }) => {
    const note = await findEventNote(db, event);
    const facts = { order: `${number}`, answer: paragraphsOf(note ?? "") };
    return note ? emailAbout(addressDeclined, `address-request-declined-${event}`, facts) : undefined;
  },
  "message-mail": async ({ db }, order, { subject: event }) => {
    const note = await findEventNote(db, event);
    return note ? message(order, event, note) : undefined;
  },
  "return-requested-mail": async ({ db }, order, { subject }) =>
    await returnEmail(db, order, subject, returnEmails.returnRequested),
  "return-accepted-mail": async ({ db }, order, { subject }) =>
    await returnEmail(db, order, subject, returnEmails.returnAccepted),
  "return-declined-mail": async ({ db }, order, { subject }) =>
    await returnEmail(db, order, subject, returnEmails.returnDeclined),
  "refunded-mail": async (shop, order, { subject, payload }) =>
    await refunded(shop, order, subject, ofRefund.parse(payload).amount),
} as const satisfies Record<string, ContentOf>;

export type StatusEmailKind = keyof typeof contents;
export const statusEmailKinds = Object.keys(contents) as StatusEmailKind[];

/**
 * The email about a change of an order, with its own link; undefined if there is nothing left to
 * say, or no address.
 */
export async function statusEmail(
  shop: Shop,
  order: Order,
  { kind, ...job }: EmailJob & { kind: StatusEmailKind },
): Promise<Email | undefined> {
  // The order's personal data was erased meanwhile.
  if (order.email === "") return undefined;
  const content = await contents[kind](shop, order, job);
  return content && orderEmail(shop, order, content, await createOrderLink(shop, order));
}

const ofOrder = z.object({ orderId: z.string() });

/** Emails about an order's changes. The payload names the order if the subject does not. */
export const statusMailJobs = (shop: Shop): Record<string, JobWorker> => {
  const send =
    (kind: StatusEmailKind): JobWorker =>
    async (payload, { subject }) => {
      const payloadResult = ofOrder.safeParse(payload);
      const order = await findOrder(shop.db, payloadResult.success ? payloadResult.data.orderId : subject);
      if (!order) throw new Error("there is no order to write about");
      const email = await statusEmail(shop, order, { kind, subject, payload });
      if (email) await shop.mail.send(email);
    };
  return {
    ...Object.fromEntries(statusEmailKinds.map((kind) => [kind, send(kind)])),
    "order-email-moved-mail": (payload, job) => sendMovedEmail(shop, payload, job),
    "cancelation-notice": (_payload, job) => sendOwnerCancelationEmail(shop, job),
    "address-request-notice": (payload, job) => sendAddressNotice(shop, ofOrder.parse(payload).orderId, job),
    "return-notice": (payload, job) => sendOwnerReturnEmail(shop, ofOrder.parse(payload).orderId, job),
  };
};
