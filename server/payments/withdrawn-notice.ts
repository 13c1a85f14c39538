import { z } from "zod";
import type { Row } from "../db/tables.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import { type Cents, dollars } from "../money.ts";
import { numbersOfOrders } from "../orders/list.ts";
import { refundOfKey } from "../orders/request-refund.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";

/**
 * Keys of the withdrawn refund and of the request that replaces it; `due` is the cents that have
 * not gone back.
 */
export const ofWithdrawn = z.object({ withdrawn: z.string(), anew: z.string().optional(), due: z.int().default(0) });

/** Tells the owner of a withdrawn refund, whose money went back in another way. */
export async function sendWithdrawnNotice(
  shop: Shop,
  { withdrawn, anew, due }: z.output<typeof ofWithdrawn>,
  jobId: string,
): Promise<void> {
  const { db } = shop;
  const refund = await refundOfKey(db, withdrawn);
  if (!refund) return;
  const number = (await numbersOfOrders(db, [refund.order_id])).get(refund.order_id);
  const next = anew === undefined ? undefined : await refundOfKey(db, anew);
  await mailOwner(shop, paymentEmails.overdue, {
    messageId: `overdue-${jobId}`,
    facts: {
      summary: "A refund was withdrawn",
      payments: [
        `Order ${number}: the refund of ${dollars(refund.amount)} was withdrawn, since ${due > 0 ? "some of that money" : "that money"} has gone back in another way, such as by the card gateway’s dashboard. ${restWords(next, due)}`,
      ],
      advice: [],
    },
  });
}

/** Tells the owner about the cents still due; `next` is the refund requested for these cents. */
function restWords(next: Row<"order_refund"> | undefined, due: Cents): string {
  if (next?.state === "requested" && next.refused_by === null)
    return `${dollars(next.amount)} is still due, and is being refunded.`;
  if (next) return `What was still due, ${dollars(next.amount)}, is a refund of its own: the order’s page says how it stands.`;
  if (due === 0) return "There is nothing to do.";
  return `${dollars(due)} of it has not gone back, and the shop doesn’t try any more: if the shopper is still to get it, refund it on the order’s page. Its units count as not refunded until then.`;
}
