import type { z } from "zod";
import { unanswered } from "../gateway.ts";
import type { ReferencedListing, ReferencedTransaction } from "../keyless.ts";
import { intent, refund, type StripeIntent, type StripeRefund } from "./answers.ts";
import { allOf, type StripeLine } from "./line.ts";
import { isInDollars, paymentOf, referenceKey, refundOf } from "./records.ts";

const minute = 60_000;
/** How late a payment may appear in the list, in ms. Stripe's clock may differ from the shop's. */
const lateMs = minute;
/** How long after its first try a payment may still be made, in ms; ample: pages end sooner. */
const openMs = 120 * minute;

type Period = { since: number; until: number };

/**
 * Lists the payments that have a shop's reference, and their refunds. The account may have others.
 */
export async function list(line: StripeLine, { since, until }: Period, now: number): Promise<ReferencedListing> {
  const created = { gte: Math.floor(since / 1000), lt: Math.ceil(until / 1000) };
  const intents = await allOf(line.ask, intent, (stripe, page, options) =>
    stripe.paymentIntents.list({ ...page, created, expand: ["data.latest_charge"] }, options),
  );
  if (intents.is !== "answered") return unanswered(intents.code);
  const refunds = await allOf(line.ask, refund, (stripe, page, options) =>
    stripe.refunds.list({ ...page, created, expand: ["data.payment_intent"] }, options),
  );
  if (refunds.is !== "answered") return unanswered(refunds.code);
  const ownIntents = intents.answer.filter(isOwn);
  const ownRefunds = refunds.answer.filter(isOfOwn);
  const records = [...ownIntents.map(paymentOf), ...ownRefunds.map(refundOf)].filter(isRecord);
  const waiting = [...ownIntents.filter(isUndecided), ...ownRefunds.filter((one) => !refundOf(one))]
    .map((one) => one.created * 1000)
    .filter((at) => now - at < openMs);
  return {
    status: "listed",
    transactions: records.filter(({ at }) => at >= since && at < until).toSorted((a, b) => a.at - b.at),
    completeUntil: Math.min(until, now - lateMs, ...waiting),
  };
}

const isOwn = (one: StripeIntent): boolean => referenceKey in one.metadata && isInDollars(one);

const isOfOwn = ({ payment_intent }: StripeRefund): boolean =>
  typeof payment_intent === "object" && payment_intent !== null && referenceKey in payment_intent.metadata;

/** Whether a payment holds no money yet, but still may. */
function isUndecided(one: z.infer<typeof intent>): boolean {
  const { status } = paymentOf(one);
  return one.status !== "canceled" && status !== "approved";
}

const isRecord = (found: ReturnType<typeof paymentOf> | undefined): found is ReferencedTransaction =>
  found !== undefined && "kind" in found;
