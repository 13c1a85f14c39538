import type { Cents } from "../../../money.ts";
import { holdsMoney } from "../../rules/sweep.ts";
import type { NotFound, Unknown } from "../gateway.ts";
import { unanswered } from "../gateway.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { Summary } from "./answers.ts";
import type { ApiAnswer, Ask } from "./ask.ts";
import { centsOf, type DetailedTransaction, isSettled, kindOf, recordOf, stateOf } from "./records.ts";
import { findAll, findByRef, findRefunds, findSettled, findUnsettled } from "./search.ts";

/** How far back a transaction is searched of which only the reference is known. */
const searchedMs = 29 * 24 * 3_600_000;

type LookupResult = ReferencedTransaction | NotFound | Unknown;

/** A transaction by the gateway's number, as it stands now. */
export async function lookupByRef(ask: Ask, ref: string, now: number): Promise<LookupResult> {
  const found = await findByRef(ask, ref);
  if (!found.arrived) return unanswered(found.code);
  return found.body ? readFound(ask, found.body, now) : { status: "not_found" };
}

type SentReference = { reference: string; sentAt?: number };

/**
 * A transaction by the invoice number that it was sent with. The unsettled ones are read first, so
 * one that is settled meanwhile is found in its batch. A payment that the shop has not captured is
 * among them, so the batches are read only if no unsettled one holds money.
 */
export async function lookupByReference(ask: Ask, { reference, sentAt = 0 }: SentReference, now: number): Promise<LookupResult> {
  const unsettled = await findSent(ask, reference, await findUnsettled(ask));
  if (!unsettled.arrived) return unanswered(unsettled.code);
  if (unsettled.body.some((transaction) => rankOf(transaction) === 0)) return readFirst(ask, unsettled.body, now);
  const settled = await findSent(ask, reference, await findSettled(ask, Math.max(now - searchedMs, sentAt), now));
  if (!settled.arrived) return unanswered(settled.code);
  return readFirst(ask, [...unsettled.body, ...settled.body], now);
}

/** The transactions that were sent under this reference: on the gateway's page, one for a try. */
async function findSent(ask: Ask, reference: string, summaries: ApiAnswer<Summary[]>): Promise<ApiAnswer<DetailedTransaction[]>> {
  if (!summaries.arrived) return summaries;
  const named = summaries.body.filter(({ invoiceNumber }) => invoiceNumber === reference);
  const candidates = await findAll(ask, named);
  if (!candidates.arrived) return candidates;
  const sent: DetailedTransaction[] = [];
  for (const candidate of candidates.body) {
    const own = await referenceOf(ask, candidate);
    if (!own.arrived) return own;
    if (own.body === reference) sent.push(candidate);
  }
  return { arrived: true, body: sent };
}

/** The oldest transaction of the best rank. Others that hold money are left to the sweep. */
function readFirst(ask: Ask, sent: readonly DetailedTransaction[], now: number): Promise<LookupResult> | LookupResult {
  const [first] = sent.toSorted((one, other) => rankOf(one) - rankOf(other) || submittedAt(one) - submittedAt(other));
  return first ? readFound(ask, first, now) : { status: "not_found" };
}

const submittedAt = ({ details }: DetailedTransaction): number => Date.parse(details.submitTimeUTC);

/** The rank; 0 is the best: money is held, or has moved. 1: nobody knows yet. 2: none is held. */
function rankOf({ details }: DetailedTransaction): number {
  const state = stateOf(kindOf(details), details.transactionStatus);
  if (state === undefined) return 1;
  return state === "refunded" || holdsMoney({ state }) ? 0 : 2;
}

/**
 * The reference that a transaction was sent with. A refund made at the gateway's dashboard has the
 * invoice number of its payment, and no reference of its own.
 */
export async function referenceOf(ask: Ask, { details, refId }: DetailedTransaction): Promise<ApiAnswer<string | null>> {
  const invoiceNumber = details.order?.invoiceNumber || null;
  if (kindOf(details) === "authorize") return { arrived: true, body: invoiceNumber ?? refId };
  if (refId !== null || invoiceNumber === null || !details.refTransId) return { arrived: true, body: refId ?? invoiceNumber };
  const payment = await findByRef(ask, details.refTransId);
  if (!payment.arrived) return payment;
  const isCopied = payment.body?.details.order?.invoiceNumber === invoiceNumber;
  return { arrived: true, body: isCopied ? null : invoiceNumber };
}

async function readFound(ask: Ask, found: DetailedTransaction, now: number): Promise<LookupResult> {
  const reference = await referenceOf(ask, found);
  if (!reference.arrived) return unanswered(reference.code);
  const refunded = await refundedOf(ask, found, now);
  if (!refunded.arrived) return unanswered(refunded.code);
  return recordOf(found, { reference: reference.body, refundedCents: refunded.body }) ?? unanswered("undecided");
}

/** What has been refunded of a payment: nothing before it was settled. */
async function refundedOf(ask: Ask, { details }: DetailedTransaction, now: number): Promise<ApiAnswer<Cents>> {
  if (kindOf(details) === "refund" || !isSettled(details)) return { arrived: true, body: 0 };
  const refunds = await findRefunds(ask, details, now);
  return refunds.arrived ? { arrived: true, body: totalOf(refunds.body) } : refunds;
}

export const totalOf = (refunds: readonly DetailedTransaction[]): Cents =>
  refunds.reduce((total, { details }) => total + centsOf(details.settleAmount), 0);
