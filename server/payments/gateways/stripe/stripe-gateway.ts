import { isClosedLine } from "../closed-line.ts";
import { type CheckResult, type Result, unanswered } from "../gateway.ts";
import type { KeylessGateway } from "../keyless.ts";
import { intent, pageOf, refund, session } from "./answers.ts";
import { giveBack } from "./give-back.ts";
import { type StripeLine, stripeLines } from "./line.ts";
import { list } from "./list.ts";
import { lookUp } from "./look-up.ts";
import { closePage, openPage } from "./page.ts";
import { resultOf } from "./results.ts";
import { stripeWebhook } from "./webhook.ts";

export const stripeUrl = "https://api.stripe.com";
const stripePages = "https://checkout.stripe.com";

export type StripeOptions = {
  url?: string;
  /** the secret key, or a restricted key */
  secret: string;
  /** the signing secret of the webhooks */
  webhookSecret?: string;
  deadlineMs?: number;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
};

/**
 * Stripe, by its official package. Shoppers pay on a page of Stripe's, so that no card comes here.
 * Stripe keeps idempotency keys for a day only, so the shop remembers its calls itself.
 */
export function openStripeGateway({
  url = stripeUrl,
  secret,
  webhookSecret,
  deadlineMs: usualMs = 20_000,
  fetch = globalThis.fetch,
  now = Date.now,
}: StripeOptions): KeylessGateway {
  if (!isClosedLine(url)) throw new Error("the payment gateway's address must be https, or on this machine");
  const lineUntil = stripeLines({ url, secret, fetch });
  const open = ({ deadlineMs }: { deadlineMs?: number }) => lineUntil(deadlineMs ?? usualMs);
  // Another service, such as an emulator, has its pages under its own address.
  const origin = new URL(url).origin === stripeUrl ? stripePages : new URL(url).origin;
  return {
    capabilities: { tokens: false, hosted: origin },
    authorize: (authorization) => openPage(open(authorization), authorization, { origin, now: now() }),
    capture: (call) => capture(open(call), call),
    giveBack: (money) => giveBack(open(money), money),
    lookup: (wanted) => lookUp(open(wanted), wanted, now()),
    // Each page of the list has the whole deadline.
    list: (period) => list({ ask: (form, call) => open(period).ask(form, call) }, period, now()),
    check: (call) => check(open(call)),
    closePage: (page) => closePage(open(page), page, now()),
    ...(webhookSecret !== undefined && { webhook: stripeWebhook(webhookSecret, now) }),
  };
}

/** Charges a payment, and releases the rest; without an idempotency key, as for `cancel`. */
async function capture(line: StripeLine, { authRef, amountCents }: Parameters<KeylessGateway["capture"]>[0]): Promise<Result> {
  const fields = { amount_to_capture: amountCents };
  const asked = await line.ask(intent, (stripe, options) => stripe.paymentIntents.capture(authRef, fields, options));
  if (asked.is !== "answered") return resultOf(asked, authRef, amountCents);
  const { id, status, amount_received } = asked.answer;
  if (id !== authRef || status !== "succeeded" || amount_received === 0) return unanswered("bad_answer");
  const findings = { code: "approved", avs: null, cvv: null, brand: null, last4: null, retryable: false } as const;
  return { ...findings, status: "approved", ref: authRef, amountCents: amount_received };
}

/** Reads one record of each kind that the shop needs, to see whether the key may. */
async function check(line: StripeLine): Promise<CheckResult> {
  const reads = [
    await line.ask(pageOf(session), (stripe, options) => stripe.checkout.sessions.list({ limit: 1 }, options)),
    await line.ask(pageOf(intent), (stripe, options) => stripe.paymentIntents.list({ limit: 1 }, options)),
    await line.ask(pageOf(refund), (stripe, options) => stripe.refunds.list({ limit: 1 }, options)),
  ];
  for (const read of reads) {
    if (read.is === "answered") continue;
    const text = wrongSettings[read.code];
    return text === undefined ? unanswered(read.code) : { status: "refused", text };
  }
  return { status: "accepted" };
}

const wrongSettings: Readonly<Record<string, string>> = {
  unauthorized: "PAYMENT_GATEWAY_SECRET must be a secret key of the Stripe account, such as sk_live_…",
  not_permitted:
    "PAYMENT_GATEWAY_SECRET must be a secret key of the Stripe account, or a restricted one that may write Checkout Sessions, PaymentIntents, and Charges and Refunds",
};
