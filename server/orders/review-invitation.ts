import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Shop } from "../shop.ts";
import { orderEmails } from "./email-templates.ts";
import { findOrder } from "./find.ts";
import { createOrderToken } from "./order-token.ts";
import { orderPath, reviewPath } from "./paths.ts";
import { findUninvited, markInvited } from "./queries/buyers.ts";
import { reviewableProducts } from "./reviews.ts";

const day = 24 * 3_600_000;
/**
 * ms after an order's shipping: when its only review invitation is due, and when it is too late.
 */
export const invitationDelay = 14 * day;
const latestInvitation = 21 * day;

/**
 * Enqueues invitations for orders that shipped two weeks ago; returns the number of invitations.
 * The upkeep timer calls this once an hour.
 */
export const inviteReviewers = (db: Db, now: number): Promise<number> =>
  inBatches((most) =>
    transact(db, async (tx) => {
      const span = { after: now - latestInvitation, until: now - invitationDelay };
      const orderIds = await findUninvited(tx, span, most);
      for (const orderId of await markInvited(tx, orderIds, now))
        await enqueue(tx, { kind: "review-invitation-mail", subject: orderId }, now);
      return orderIds.length;
    }),
  );

/**
 * Asks a buyer, once per order, to review its products. Skips erased orders, and orders of which
 * everything is reviewed or no longer sold.
 */
export async function sendReviewInvitation(shop: Shop, orderId: string): Promise<void> {
  const { db, config, mail, now } = shop;
  const order = await findOrder(db, orderId);
  if (!order || order.email === "") return;
  const open = (await reviewableProducts(db, orderId)).filter(({ review }) => review === undefined);
  if (open.length === 0) return;
  const path =
    order.customerId === null
      ? `${reviewPath}?token=${await createOrderToken(db, orderId, now())}`
      : `${orderPath(orderId)}#reviews`;
  await mail.send(
    await composeEmail(shop, orderEmails.reviewInvitation, {
      to: order.email,
      messageId: `review-invitation-${orderId}`,
      facts: { order: `${order.number}`, products: open.map(({ name }) => name).join(", ") },
      link: { href: config.publicUrl + path },
    }),
  );
}
