import type { Cents } from "../../../money.ts";
import type { NotFound, Unknown } from "../gateway.ts";
import { unanswered } from "../gateway.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { Summary } from "./answers.ts";
import type { ApiAnswer, Ask } from "./ask.ts";
import { centsOf, type DetailedTransaction, isSettled, kindOf, recordOf } from "./records.ts";
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

/**
 * A transaction by the invoice number that it was sent with. The unsettled ones are read first, so
 * one that is settled meanwhile is found in its batch.
 */
export async function lookupByReference(ask: Ask, reference: string, now: number): Promise<LookupResult> {
  const sources = [() => findUnsettled(ask), () => findSettled(ask, now - searchedMs, now)];
  for (const read of sources) {
    const summaries = await read();
    if (!summaries.arrived) return unanswered(summaries.code);
    const found = await findSent(ask, reference, summaries.body);
    if (!found.arrived) return unanswered(found.code);
    if (found.body) return readFound(ask, found.body, now);
  }
  return { status: "not_found" };
}

/** The transaction that a call sent under this reference; one that was not declined comes first. */
async function findSent(
  ask: Ask,
  reference: string,
  summaries: readonly Summary[],
): Promise<ApiAnswer<DetailedTransaction | undefined>> {
  const named = summaries.filter(({ invoiceNumber }) => invoiceNumber === reference);
  const candidates = await findAll(ask, named);
  if (!candidates.arrived) return candidates;
  const sent: DetailedTransaction[] = [];
  for (const candidate of candidates.body) {
    const own = await referenceOf(ask, candidate);
    if (!own.arrived) return own;
    if (own.body === reference) sent.push(candidate);
  }
  const isDeclined = ({ details }: DetailedTransaction) => details.transactionStatus === "declined";
  return { arrived: true, body: sent.find((candidate) => !isDeclined(candidate)) ?? sent[0] };
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
