import { z } from "zod";
import { countMailRequest, type MailRequest, recordOpenedLink } from "../customers/mail-requests.ts";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from "../customers/one-time-tokens.ts";
import { mailLimit, mostWorkedMails } from "../customers/rate-limits.ts";
import { emailErrors, normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { retention } from "../retention.ts";
import type { Shop } from "../shop.ts";
import { withChallenge } from "../web/proof-of-work/limits.ts";
import { orderEmails } from "./email-templates.ts";
import { confirmEmail } from "./queries/contact.ts";
import { insertGrant } from "./queries/grants.ts";
import { findOrderByNumber } from "./queries.ts";
import { orderNumber } from "./rules/number.ts";

const day = 24 * 3_600_000;

const linkExpired = refuse("link_expired", "This link was already used or is more than a day old. Please request a new one.");

type OrderLookup = { number: string; email: string };

/** The requester of a link, with the proof of work. */
type Requester = Pick<MailRequest, "address" | "deviceSecrets" | "work" | "canWork">;

/**
 * Mails a link if the order exists. A job looks the order up, and the answer is always the same, so
 * that neither its words nor its time reveal whether the order exists.
 */
export async function requestLookup(
  shop: Shop,
  lookup: OrderLookup,
  requester: Requester,
): Promise<Outcome<Record<string, never>>> {
  const number = orderNumber(lookup.number);
  const noNumber = number === undefined ? [{ field: "number", message: "Enter the order number, such as 1001." }] : [];
  const errors = [...noNumber, ...emailErrors(tidyEmail(lookup.email))];
  if (errors.length > 0 || number === undefined) return invalidFields(errors);
  const email = normaliseEmail(lookup.email);
  return await mailWithinLimit(shop, { number, email }, requester);
}

/** Requests a link for an order whose status page was opened from a mail. */
export const requestOrderLink = (shop: Shop, { number, email }: OrderOf, requester: Requester) =>
  mailWithinLimit(shop, { number, email: normaliseEmail(email) }, requester);

type OrderOf = { number: number; email: string };

async function mailWithinLimit(
  { db, config, now, notifyWorker }: Shop,
  orderKey: OrderOf,
  requester: Requester,
): Promise<Outcome<Record<string, never>>> {
  // Requests are counted per number and email, so wrong numbers do not block the right one.
  const request = {
    ...requester,
    kind: "lookup" as const,
    subject: `${orderKey.number} ${orderKey.email}`,
    email: orderKey.email,
  };
  const limits = { db, now, secret: config.sessionSecret, maxMailsPerHour: config.maxRequestedEmailsPerHour };
  const tries = await countMailRequest(limits, request);
  if (!tries.ok) return await withChallenge(limits, tries);
  const payload = { ...orderKey, worked: tries.value.worked };
  await transact(db, (tx) => enqueue(tx, { kind: "lookup-mail", subject: newId(), payload }, now()));
  notifyWorker();
  return ok({});
}

const lookupPayload = z.object({ number: z.int(), email: z.string(), worked: z.boolean().default(false) });

/** Finds the order and mails its link. A second run after a crash mails another link. */
export async function mailLookup(shop: Shop, payload: unknown, jobId: string): Promise<void> {
  const { number, email, worked } = lookupPayload.parse(payload);
  const order = await findOrderByNumber(shop.db, number, email);
  // Without proof of work, a mailbox gets at most three links an hour for all its orders together.
  const most = worked ? mostWorkedMails : undefined;
  if (!order || (await mailLimit(shop.db, "lookup-sent", email, shop.now(), most))) return;
  const token = await createOneTimeToken(shop.db, { kind: "lookup", subject: order.id, lifetime: day }, shop.now());
  await shop.mail.send(
    await composeEmail(shop, orderEmails.lookup, {
      to: order.email,
      messageId: `lookup-${jobId}`,
      facts: { order: `${order.number}` },
      link: { href: `${shop.config.publicUrl}/storefront/orders/lookup/?token=${token}` },
    }),
  );
}

/**
 * Whether a link is still valid. This check does not use the link up, since mail scanners open
 * pages too.
 */
export const isLookupLink = async ({ db, now }: Shop, token: string): Promise<boolean> =>
  (await findOneTimeToken(db, "lookup", token, now())) !== undefined;

/** Uses up a mailed link: this browser may see the order for an hour. */
export const openLookup = ({ db, now }: Shop, visitor: string, token: string): Promise<Outcome<{ orderId: string }>> =>
  transactOutcome(db, async (tx) => {
    const once = await consumeOneTimeToken(tx, "lookup", token, now());
    if (!once) return linkExpired;
    await recordOpenedLink(tx, now());
    await confirmEmail(tx, { orderId: once.subject }, now());
    await insertGrant(tx, visitor, once.subject, now() + retention.orderGrant);
    return ok({ orderId: once.subject });
  });
