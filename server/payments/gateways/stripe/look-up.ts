import type { z } from "zod";
import { type NotFound, type Unknown, unanswered } from "../gateway.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import { intent, pageOf, refund, type StripeSession, session } from "./answers.ts";
import { type ApiAnswer, allOf, type StripeLine } from "./line.ts";
import { paymentOf, referenceKey, refundOf } from "./records.ts";
import type { Trouble } from "./verdicts.ts";

export type TransactionQuery = { reference: string; ref?: string } | { ref: string };
type LookupResult = ReferencedTransaction | NotFound | Unknown;

const day = 86_400_000;
/** How far back a refund is looked for by the shop's reference, in ms. */
const refundsMs = 30 * day;

const notFound: NotFound = { status: "not_found" };

/** Whether Stripe said that it has no such thing, which is a definite answer. */
export const isMissing = ({ is, code }: Trouble): boolean => is === "refused" && code === "no_such_transaction";
const notAnswered = (trouble: Trouble): Unknown => unanswered(trouble.code);

/** Finds a payment or a refund by Stripe's reference, or by the one that the shop sent it with. */
export async function lookUp(line: StripeLine, wanted: TransactionQuery, now: number): Promise<LookupResult> {
  const named = wanted.ref === undefined ? undefined : await lookUpRef(line, wanted.ref);
  if (named || !("reference" in wanted)) return named ?? notFound;
  return (
    (await lookUpPage(line, wanted.reference, now)) ??
    (await lookUpRefund(line, wanted.reference, now)) ??
    (await searchPayment(line, wanted.reference))
  );
}

/** What Stripe has under a reference of its own; undefined if it has nothing. */
async function lookUpRef(line: StripeLine, ref: string): Promise<LookupResult | undefined> {
  if (/^cs_\w+$/.test(ref)) return ifThere(await findSession(line, ref), paidOn);
  if (/^pi_\w+$/.test(ref)) return ifThere(await findIntent(line, ref), paymentOf);
  const isRefund = /^(re|pyr)_\w+$/.test(ref);
  if (!isRefund) return undefined;
  const asked = await line.ask(refund, (stripe, options) => stripe.refunds.retrieve(ref, {}, options));
  return ifThere(asked, (found) => refundOf(found) ?? unanswered("undecided"));
}

function ifThere<Answer>(asked: ApiAnswer<Answer>, judge: (answer: Answer) => LookupResult): LookupResult | undefined {
  if (asked.is === "answered") return judge(asked.answer);
  return isMissing(asked) ? undefined : notAnswered(asked);
}

/** The page with this id, and its payment. */
export const findSession = (line: StripeLine, id: string): Promise<ApiAnswer<StripeSession>> =>
  line.ask(session, (stripe, options) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }, options),
  );

export const findIntent = (line: StripeLine, id: string): Promise<ApiAnswer<z.infer<typeof intent>>> =>
  line.ask(intent, (stripe, options) => stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, options));

/** The payment of a page, which has none before its first try. */
function paidOn({ status, payment_intent }: StripeSession): LookupResult {
  if (typeof payment_intent === "object" && payment_intent) return paymentOf(payment_intent);
  return status === "complete" || payment_intent ? unanswered("undecided") : notFound;
}

/** The page of this reference among those of the last day: no page stays open longer. */
export async function findPage(line: StripeLine, reference: string, now: number): Promise<ApiAnswer<StripeSession | undefined>> {
  const isOwn = ({ client_reference_id }: StripeSession) => client_reference_id === reference;
  const created = { gte: Math.floor((now - day) / 1000) };
  const pages = await allOf(
    line.ask,
    session,
    (stripe, page, options) => stripe.checkout.sessions.list({ ...page, created }, options),
    isOwn,
  );
  return pages.is === "answered" ? { is: "answered", answer: pages.answer.find(isOwn) } : pages;
}

async function lookUpPage(line: StripeLine, reference: string, now: number): Promise<LookupResult | undefined> {
  const page = await findPage(line, reference, now);
  if (page.is !== "answered") return notAnswered(page);
  return page.answer && (await lookUpRef(line, page.answer.id));
}

async function lookUpRefund(line: StripeLine, reference: string, now: number): Promise<LookupResult | undefined> {
  const created = { gte: Math.floor((now - refundsMs) / 1000) };
  const refunds = await allOf(line.ask, refund, (stripe, page, options) => stripe.refunds.list({ ...page, created }, options));
  if (refunds.is !== "answered") return notAnswered(refunds);
  const own = refunds.answer.filter(({ metadata }) => metadata[referenceKey] === reference).map(refundOf);
  if (own.includes(undefined)) return unanswered("undecided");
  return own.find((record) => record?.state === "refunded") ?? own[0];
}

/** Searches for a payment of an earlier day. Stripe's search is late by up to an hour. */
async function searchPayment(line: StripeLine, reference: string): Promise<LookupResult> {
  const query = `metadata["${referenceKey}"]:"${reference}"`;
  const found = await line.ask(pageOf(intent), (stripe, options) =>
    stripe.paymentIntents.search({ query, limit: 2, expand: ["data.latest_charge"] }, options),
  );
  if (found.is !== "answered") return notAnswered(found);
  const [first, ...others] = found.answer.data;
  if (others.length > 0) return unanswered("ambiguous");
  return first ? paymentOf(first) : notFound;
}
