import type { Cents } from "../../../money.ts";
import type { GatewayState } from "../../rules/sweep.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { Details, Summary } from "./answers.ts";
import { brandOf, last4Of, letterOf } from "./findings.ts";

/** A transaction with the `refId` of its own request; null if it was not made by this API. */
export type DetailedTransaction = { details: Details; refId: string | null };
export type Kind = "authorize" | "refund";

/** The states of a payment by the gateway's statuses. Any other status says nothing yet. */
const states: Readonly<Record<string, GatewayState>> = {
  authorizedPendingCapture: "authorized",
  FDSPendingReview: "held",
  FDSAuthorizedPendingReview: "held",
  capturedPendingSettlement: "captured",
  settlementError: "captured",
  settledSuccessfully: "captured",
  chargeback: "captured",
  chargebackReversal: "captured",
  refundPendingSettlement: "refunded",
  refundSettledSuccessfully: "refunded",
  voided: "voided",
  expired: "expired",
  declined: "declined",
};

/** Statuses of a transaction that the gateway ended by a failure. */
const failures: ReadonlySet<string> = new Set(["communicationError", "generalError", "failedReview"]);
export const isFailure = ({ transactionStatus }: Summary): boolean => failures.has(transactionStatus);

export const centsOf = (dollars: number): Cents => Math.round(dollars * 100);

export const isRefundStatus = (status: string): boolean => status.startsWith("refund");
export const kindOf = ({ transactionType, transactionStatus }: Details): Kind =>
  transactionType === "refundTransaction" || isRefundStatus(transactionStatus) ? "refund" : "authorize";

/** The state of a payment or refund; undefined if its status says nothing yet. */
export function stateOf(kind: Kind, transactionStatus: string): GatewayState | undefined {
  // A failed payment holds no money. What a failed refund did is not known.
  if (failures.has(transactionStatus)) return kind === "authorize" ? "declined" : undefined;
  const state = states[transactionStatus];
  if (kind === "authorize" || state === undefined || state === "held") return state;
  // A refund that was taken back before it was settled returned nothing.
  return state === "voided" || state === "expired" || state === "declined" ? "declined" : "refunded";
}

/** Whether the gateway has settled a captured payment, so that it can only be refunded. */
export const isSettled = ({ transactionStatus }: Details): boolean =>
  transactionStatus === "settledSuccessfully" || isDisputed(transactionStatus);
export const isDisputed = (status: string): boolean => status.startsWith("chargeback");

type Facts = { reference: string | null; refundedCents: Cents };

/** A transaction by its details; undefined if its status says nothing yet. */
export function recordOf({ details }: DetailedTransaction, facts: Facts): ReferencedTransaction | undefined {
  const { transId, refTransId, authAmount, settleAmount, payment } = details;
  const kind = kindOf(details);
  const state = stateOf(kind, details.transactionStatus);
  if (state === undefined) return undefined;
  return record(kind, state, {
    ...facts,
    ref: transId,
    authRef: kind === "refund" && refTransId ? refTransId : transId,
    authorizedCents: centsOf(authAmount),
    settleCents: centsOf(settleAmount),
    avs: letterOf(details.AVSResponse),
    cvv: letterOf(details.cardCodeResponse),
    brand: brandOf(payment?.creditCard?.cardType),
    last4: last4Of(payment?.creditCard?.cardNumber),
    disputed: details.transactionStatus === "chargeback",
    at: Date.parse(details.submitTimeUTC),
  });
}

/**
 * A payment as a list names it; undefined if its status says nothing yet. Lists have no authorized
 * amount: after a capture of less, the captured amount stands for it.
 */
export function recordInList(summary: Summary, refundedCents: Cents): ReferencedTransaction | undefined {
  const state = stateOf("authorize", summary.transactionStatus);
  if (state === undefined) return undefined;
  const cents = centsOf(summary.settleAmount);
  return record("authorize", state, {
    reference: summary.invoiceNumber || null,
    refundedCents,
    ref: summary.transId,
    authRef: summary.transId,
    authorizedCents: cents,
    settleCents: cents,
    avs: null,
    cvv: null,
    brand: brandOf(summary.accountType),
    last4: last4Of(summary.accountNumber),
    disputed: summary.transactionStatus === "chargeback",
    at: Date.parse(summary.submitTimeUTC),
  });
}

type RecordFacts = Facts &
  Pick<ReferencedTransaction, "ref" | "authRef" | "avs" | "cvv" | "brand" | "last4" | "disputed" | "at"> & {
    authorizedCents: Cents;
    settleCents: Cents;
  };

const codes: Partial<Record<GatewayState, string>> = { declined: "declined", held: "held_for_review", expired: "expired" };

function record(kind: Kind, stateBefore: GatewayState, facts: RecordFacts): ReferencedTransaction {
  const { authorizedCents, settleCents, refundedCents, ...rest } = facts;
  const isCaptured = kind === "authorize" && stateBefore === "captured";
  const state = isCaptured ? stateAfterRefunds(settleCents, refundedCents) : stateBefore;
  return {
    ...rest,
    status: state === "declined" ? "declined" : "approved",
    code: codes[state] ?? "approved",
    kind,
    state,
    captureRef: isCaptured ? rest.ref : null,
    amountCents: kind === "refund" ? settleCents || authorizedCents : authorizedCents,
    capturedCents: isCaptured ? settleCents : 0,
    refundedCents: isCaptured ? refundedCents : 0,
    retryable: false,
  };
}

function stateAfterRefunds(capturedCents: Cents, refundedCents: Cents): GatewayState {
  if (refundedCents === 0) return "captured";
  return refundedCents < capturedCents ? "part_refunded" : "refunded";
}
