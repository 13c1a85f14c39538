import { z } from "zod";
import type { Tx } from "../db/tables.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { dollars } from "../money.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";
import { findAttempt } from "./queries/attempts.ts";

/**
 * `held`: the gateway has begun to review a payment. `refused`: the review ended against it.
 * `late`: a payment on the gateway's page came after the page was given up.
 */
const stages = { held: paymentEmails.held, refused: paymentEmails.reviewRefused, late: paymentEmails.cameLate } as const;
const payloadOf = z.object({ attemptId: z.string(), stage: z.enum(["held", "refused", "late"]) });

/** Enqueues the email to the shopper about a payment without an order yet, once for each stage. */
export const enqueueReviewMail = (tx: Tx, attemptId: string, stage: keyof typeof stages, now: number): Promise<void> =>
  enqueue(tx, { kind: "review-mail", subject: `${attemptId}-${stage}`, payload: { attemptId, stage } }, now);

/** Mails what the job says, unless the shopper's data were erased meanwhile. */
export async function mailReview(shop: Shop, payload: unknown): Promise<void> {
  const { attemptId, stage } = payloadOf.parse(payload);
  const attempt = await findAttempt(shop.db, attemptId);
  const { email } = JSON.parse(attempt?.snapshot ?? "{}") as Partial<OrderSnapshot>;
  if (!attempt || !email) return;
  await shop.mail.send(
    await composeEmail(shop, stages[stage], {
      to: email,
      messageId: `payment-review-${stage}-${attemptId}`,
      facts: { total: dollars(attempt.amount) },
    }),
  );
}
