import { z } from "zod";
import { fullName } from "../catalog/rules/product.ts";
import { createOneTimeToken, findOneTimeToken, hasOneTimeToken } from "../customers/one-time-tokens.ts";
import { mailLimit } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { dollars } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { sign, signaturesOf } from "../secrets.ts";
import type { Shop } from "../shop.ts";
import { type CheckoutContext, lockForChange } from "./change.ts";
import { checkoutEmails } from "./email-templates.ts";
import { exchangeText, findExchange } from "./exchanges.ts";
import { type CheckoutRow, lockCheckout } from "./find.ts";
import { phoneOrderPath } from "./paths.ts";
import { revokeIn } from "./phone-orders.ts";
import { priceCheckout } from "./price-checkout.ts";
import { findFirstOpening, insertOpening, setExpiry } from "./queries/phone-orders.ts";
import { readyToPay } from "./ready.ts";
import { phoneOrderLink, phoneOrderLinkLife } from "./rules/phone-order-link.ts";
import { isTaxOpen, settleTaxOf, taxAway } from "./settle-tax.ts";

const linkExpired = refuse("link_expired", "This link doesn’t work any more. Reply to our email, and we’ll send you a new one.");

/**
 * The text whose signature is the token, made from the job's subject. Neither the database nor the
 * job stores the token.
 */
const signedText = (nonce: string): string => `phone-order:${nonce}`;

/** `isRenewed`: this link replaced an earlier valid link. */
export type SentLink = { isRenewed: boolean };

/** Finds the numbers of orders by their ids. */
type NumbersOf = (db: Db, orderIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Mails the shopper a link that opens a phone order at its payment step. Earlier links, and
 * browsers that opened them, lose their access. Refuses what a payment would refuse now, and too
 * many emails to one address in an hour.
 */
export async function sendPhoneOrderLink(
  { db, config, notifyWorker }: Shop,
  context: CheckoutContext,
  numbersOf: NumbersOf,
): Promise<Outcome<SentLink>> {
  const { checkoutId, now, record, tax } = context;
  if (tax) await settleTaxOf(db, tax, context);
  // A refused order does not count towards the limit.
  const checkout = await transactOutcome(db, (tx) => lockReady(tx, context));
  if (!checkout.ok) return checkout;
  const limit = await mailLimit(db, phoneOrderLink, normaliseEmail(checkout.value.email), now);
  if (limit) return limit;
  const { supplementOf } = checkout.value;
  const addsTo = supplementOf === undefined ? undefined : (await numbersOf(db, [supplementOf])).get(supplementOf);
  const nonce = newId();
  const token = sign(config.sessionSecret, signedText(nonce));
  const outcome = await transactOutcome<Outcome<SentLink>>(db, async (tx) => {
    const ready = await lockReady(tx, context);
    if (!ready.ok) return ready;
    const isRenewed = await hasOneTimeToken(tx, phoneOrderLink, checkoutId, now);
    await revokeIn(tx, checkoutId, now);
    await createOneTimeToken(tx, { kind: phoneOrderLink, subject: checkoutId, lifetime: phoneOrderLinkLife, token }, now);
    await setExpiry(tx, checkoutId, { expiresAt: now + phoneOrderLinkLife, now });
    await enqueue(tx, { kind: "phone-order-mail", subject: nonce, payload: { checkoutId, addsTo } }, now);
    await record?.(tx);
    return ok({ isRenewed });
  });
  if (outcome.ok) notifyWorker();
  return outcome;
}

/** Locks an open checkout; refuses what a payment would refuse now. */
async function lockReady(tx: Tx, context: CheckoutContext): Promise<Outcome<CheckoutRow>> {
  const open = await lockForChange(tx, context);
  if (!open.ok) return open;
  const priced = await priceCheckout(tx, open.value, context.now);
  if (context.tax && isTaxOpen(priced)) return taxAway;
  const ready = await readyToPay(tx, open.value, priced);
  return ready.ok ? open : ready;
}

/** The job that mails the link. Mails nothing if the link was revoked or renewed meanwhile. */
export async function mailPhoneOrderLink(shop: Shop, payload: unknown, nonce: string): Promise<void> {
  const { db, config, now, mail } = shop;
  const { checkoutId, addsTo } = z.object({ checkoutId: z.string(), addsTo: z.number().optional() }).parse(payload);
  const checkout = await transact(db, (tx) => lockCheckout(tx, checkoutId));
  const token = await validToken(shop, nonce);
  if (checkout?.state !== "open" || token === undefined) return;
  const { lines, total } = await priceCheckout(db, checkout, now());
  const exchange = await findExchange(db, checkoutId);
  await mail.send(
    await composeEmail(shop, checkoutEmails.phoneOrder, {
      to: checkout.email,
      messageId: `phone-order-${nonce}`,
      facts: {
        products: lines
          .map(({ quantity, productName, variantName }) => `${quantity} × ${fullName(productName, variantName)}`)
          .join("; "),
        addsTo: addsTo === undefined || exchange ? "" : `It adds these products to your order ${addsTo}.`,
        exchange: exchange ? exchangeText(exchange) : "",
        total: dollars(total),
      },
      link: { href: `${config.publicUrl}${phoneOrderPath}?token=${token}` },
    }),
  );
}

/** Finds the valid token, which was signed with the current or an older secret. */
async function validToken({ db, config, now }: Shop, nonce: string): Promise<string | undefined> {
  for (const token of signaturesOf(config.sessionSecret, signedText(nonce)))
    if (await findOneTimeToken(db, phoneOrderLink, token, now())) return token;
  return undefined;
}

/** Opens a phone order in this browser, in addition to its own cart; returns the checkout's id. */
export const openPhoneOrder = (
  db: Db,
  { token, visitor, now }: { token: string; visitor: string; now: number },
): Promise<Outcome<{ checkoutId: string }>> =>
  transactOutcome<Outcome<{ checkoutId: string }>>(db, async (tx) => {
    const link = await findOneTimeToken(tx, phoneOrderLink, token, now);
    if (!link) return linkExpired;
    await insertOpening(tx, link.subject, visitor, now);
    return ok({ checkoutId: link.subject });
  });

/** Whether a valid link exists, and when a link was first opened (ms). */
export const phoneOrderLinkState = async (db: Db, checkoutId: string, now: number) => ({
  isSent: await hasOneTimeToken(db, phoneOrderLink, checkoutId, now),
  openedAt: await findFirstOpening(db, checkoutId),
});
