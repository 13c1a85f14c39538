import type { Cents } from "../../../money.ts";
import { unanswered } from "../gateway.ts";
import type { ReferencedListing, ReferencedTransaction } from "../keyless.ts";
import type { Summary } from "./answers.ts";
import type { ApiAnswer, Ask } from "./ask.ts";
import { referenceOf } from "./lookup.ts";
import {
  centsOf,
  type DetailedTransaction,
  isFailure,
  isRefundStatus,
  kindOf,
  recordInList,
  recordOf,
  stateOf,
} from "./records.ts";
import { findAll, findSettled, findUnsettled } from "./search.ts";

/** How late the gateway may list a transaction. Nobody has published the true time. */
const lagMs = 15 * 60_000;

type Period = { since: number; until: number };

/**
 * Lists the payments and refunds of a period. Details are read of refunds, whose payment the lists
 * do not name, and of voided ones, which may be either.
 */
export async function list(ask: Ask, { since, until }: Period, now: number): Promise<ReferencedListing> {
  const unsettled = await findUnsettled(ask);
  if (!unsettled.arrived) return unanswered(unsettled.code);
  const settled = await findSettled(ask, since, now);
  if (!settled.arrived) return unanswered(settled.code);
  const summaries = new Map([...settled.body, ...unsettled.body].map((summary) => [summary.transId, summary]));
  const within = [...summaries.values()].filter(({ submitTimeUTC }) => Date.parse(submitTimeUTC) >= since);
  const detailed = await findAll(ask, within.filter(needsDetails));
  if (!detailed.arrived) return unanswered(detailed.code);
  return listing(ask, { until, now }, within, detailed.body);
}

const needsDetails = ({ transactionStatus }: Summary) => isRefundStatus(transactionStatus) || transactionStatus === "voided";

async function listing(
  ask: Ask,
  { until, now }: { until: number; now: number },
  summaries: readonly Summary[],
  detailed: readonly DetailedTransaction[],
): Promise<ReferencedListing> {
  const refunded = refundedByPayment(detailed);
  const transactions: ReferencedTransaction[] = [];
  // The list is not complete from the first transaction on whose status says nothing yet.
  let completeUntil = Math.min(until, now - lagMs);
  for (const summary of summaries) {
    const at = Date.parse(summary.submitTimeUTC);
    if (at >= until || isFailure(summary)) continue;
    const found = detailed.find(({ details }) => details.transId === summary.transId);
    const record = found
      ? await readFound(ask, found)
      : { arrived: true as const, body: recordInList(summary, refunded.get(summary.transId) ?? 0) };
    if (!record.arrived) return unanswered(record.code);
    if (record.body) transactions.push(record.body);
    else completeUntil = Math.min(completeUntil, at);
  }
  return { status: "listed", transactions: transactions.sort((a, b) => a.at - b.at), completeUntil };
}

async function readFound(ask: Ask, found: DetailedTransaction): Promise<ApiAnswer<ReferencedTransaction | undefined>> {
  const reference = await referenceOf(ask, found);
  if (!reference.arrived) return reference;
  return { arrived: true, body: recordOf(found, { reference: reference.body, refundedCents: 0 }) };
}

function refundedByPayment(detailed: readonly DetailedTransaction[]): ReadonlyMap<string, Cents> {
  const totals = new Map<string, Cents>();
  for (const { details } of detailed.filter(isMade)) {
    const payment = details.refTransId ?? "";
    totals.set(payment, (totals.get(payment) ?? 0) + centsOf(details.settleAmount));
  }
  return totals;
}

/** Whether a refund returned money, or still may. */
const isMade = ({ details }: DetailedTransaction): boolean =>
  kindOf(details) === "refund" && stateOf("refund", details.transactionStatus) !== "declined";
