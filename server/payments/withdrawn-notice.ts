import { z } from "zod";
import { composeEmail } from "../jobs/compose-email.ts";
import { dollars } from "../money.ts";
import { numbersOfOrders } from "../orders/list.ts";
import { refundOfKey } from "../orders/request-refund.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";

/** Keys of refunds: one that was withdrawn, and what was requested in its place. */
export const ofWithdrawn = z.object({ withdrawn: z.string(), anew: z.string().optional() });

/** Tells the owner of a refund that is not made any more, since its money has gone back otherwise. */
export async function sendWithdrawnNotice(
  shop: Shop,
  { withdrawn, anew }: z.output<typeof ofWithdrawn>,
  jobId: string,
): Promise<void> {
  const { db, config, mail } = shop;
  const refund = await refundOfKey(db, withdrawn);
  if (config.ownerMail === undefined || !refund) return;
  const number = (await numbersOfOrders(db, [refund.order_id])).get(refund.order_id);
  const next = anew === undefined ? undefined : await refundOfKey(db, anew);
  const rest = next ? `${dollars(next.amount)} is still due, and is being refunded.` : "There is nothing to do.";
  await mail.send(
    await composeEmail(shop, paymentEmails.overdue, {
      to: config.ownerMail,
      messageId: `overdue-${jobId}`,
      facts: {
        summary: "A refund was withdrawn",
        payments: [
          `Order ${number}: the refund of ${dollars(refund.amount)} was withdrawn, since that money has gone back in another way, such as by the card gateway’s dashboard. ${rest}`,
        ],
        advice: [],
      },
    }),
  );
}
