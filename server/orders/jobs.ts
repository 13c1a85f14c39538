import { z } from "zod";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { GiveUp } from "../jobs/run-job.ts";
import type { Shop } from "../shop.ts";
import { attachOrders } from "./attach.ts";
import { findOrder } from "./find.ts";
import { mailLookup } from "./lookup.ts";
import { confirmationEmail } from "./mails.ts";
import { sendNewOrderEmail, sendUnconfirmedEmail } from "./owner-email.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { sendAgain } from "./resend.ts";
import { sendReviewInvitation } from "./review-invitation.ts";
import { statusMailJobs } from "./status-mails.ts";

/** `subject` of each job is the order's id. */
export const orderJobs = (shop: Shop): Record<string, JobWorker> => ({
  ...statusMailJobs(shop),
  "attach-orders": (payload) => attachOrders(shop.db, z.object({ customerId: z.string() }).parse(payload).customerId),
  "lookup-mail": (payload, { id }) => mailLookup(shop, payload, id),
  "confirmation-mail": (_payload, { subject }) => sendConfirmation(shop, subject),
  "review-invitation-mail": (_payload, { subject }) => sendReviewInvitation(shop, subject),
  "resent-mail": (payload, { subject }) => sendAgain(shop, payload, subject),
  "order-notice": (_payload, job) => sendNewOrderEmail(shop, job),
  "unconfirmed-notice": (_payload, job) => sendUnconfirmedEmail(shop, job),
});

/** When a confirmation is given up, notes it in the order's history and tells the owner. */
export const orderGiveUps: Record<string, GiveUp> = {
  "confirmation-mail": async (tx, { subject }, now) => {
    await insertOrderEvent(tx, subject, { kind: "confirmation not mailed", actor: "shop" }, now);
    await enqueue(tx, { kind: "unconfirmed-notice", subject }, now);
  },
};

/**
 * Sends the confirmation at least once. After a crash between sending and recording it, the email
 * is sent again with the same Message-ID (K10).
 */
async function sendConfirmation(shop: Shop, orderId: string): Promise<void> {
  const { db, mail, now, failpoint } = shop;
  const order = await findOrder(db, orderId);
  if (!order) throw new Error("there is no order to confirm");
  const email = await confirmationEmail(shop, order);
  await mail.send(email);
  await failpoint("mail.after");
  await insertOrderEvent(db, orderId, { kind: "confirmation mailed", note: email.messageId, actor: "shop" }, now());
}
