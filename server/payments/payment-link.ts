import { z } from "zod";
import { completed, findVisitorCheckout, lockCheckout, paying } from "../checkout/find.ts";
import { paymentLinkLimit } from "../checkout/limits.ts";
import { stepPath } from "../checkout/paths.ts";
import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { isConsumed } from "../web/proof-of-work/queries.ts";
import type { Visitor } from "../web/visitor.ts";
import { paymentEmails } from "./email-templates.ts";
import { declineLimit, holdLimit, stricter } from "./rate-limits.ts";
import { readLink, signPaymentLink } from "./work.ts";

type LinkRequest = { visitor: Visitor; checkoutId: string; address: string };

/**
 * Mails a link that replaces the work to the checkout's email address, for browsers without
 * scripts. Mails nothing while the checkout may pay without work.
 */
export async function requestPaymentLink(
  { db, config, now, notifyWorker }: Shop,
  { visitor, checkoutId, address }: LinkRequest,
): Promise<Outcome<{ mailed: boolean }>> {
  const outcome = await findVisitorCheckout(db, visitor, checkoutId);
  if (!outcome.ok) return outcome;
  const { id, state, email, customerId } = outcome.value;
  if (state === "paying") return paying;
  if (state === "completed") return completed;
  if (email === "") return ok({ mailed: false });
  const payer = { checkoutId: id, address, customerId };
  const limit = stricter(await declineLimit(db, payer, config.maxDeclinesPerHour, now()), await holdLimit(db, payer, now()));
  if (limit?.code !== "work_required") return limit ?? ok({ mailed: false });
  const tooMany = await paymentLinkLimit(db, { email, address, now: now() });
  if (tooMany) return tooMany;
  const job = { kind: "payment-link-mail", subject: newId(), payload: { checkoutId: id } };
  await transact(db, (tx) => enqueue(tx, job, now()));
  notifyWorker();
  return ok({ mailed: true });
}

/** The job that mails the link. If it runs again after a crash, both links are used up together. */
export async function mailPaymentLink(shop: Shop, payload: unknown, jobId: string): Promise<void> {
  const { checkoutId } = z.object({ checkoutId: z.string() }).parse(payload);
  const checkout = await transact(shop.db, (tx) => lockCheckout(tx, checkoutId));
  if (checkout?.state !== "open") return;
  const token = signPaymentLink(shop, checkoutId, jobId);
  await shop.mail.send(
    await composeEmail(shop, paymentEmails.link, {
      to: checkout.email,
      messageId: `payment-link-${jobId}`,
      facts: {},
      link: { href: `${shop.config.publicUrl}${stepPath("payment", checkoutId)}?token=${token}` },
    }),
  );
}

/**
 * Whether a link may still be used. This check does not use it up, since mail scanners open pages
 * too.
 */
export async function isPaymentLink(shop: Shop, checkoutId: string, token: string): Promise<boolean> {
  const link = readLink(shop, checkoutId, token);
  return link !== undefined && !(await isConsumed(shop.db, link.nonce));
}
