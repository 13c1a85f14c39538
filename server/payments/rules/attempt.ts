import type { MoneyState } from "../../orders/rules/ledger.ts";
import { type Outcome, ok, type Refusal, type RefusalCode, refuse } from "../../outcome.ts";

/**
 * All transitions (docs/checkout.md). Each is made by `UPDATE … WHERE id = ? AND state =
 * old`, which must change one row.
 */
const edges = {
  created: ["sent", "not_found"],
  // `voiding`: approved, but not for the order's amount.
  sent: ["elsewhere", "authorized", "held", "declined", "unknown", "not_found", "voiding"],
  unknown: ["authorized", "held", "declined", "not_found", "voiding"],
  // The shopper pays on the gateway's page.
  elsewhere: ["authorized", "held", "declined", "not_found", "voiding"],
  // The gateway reviews the payment.
  held: ["authorized", "declined", "voiding"],
  authorized: ["finalized", "voiding"],
  finalized: ["captured", "voiding"],
  captured: ["refunding"],
  // Back to the earlier state when the gateway refuses to refund.
  refunding: ["part_refunded", "refunded", "captured"],
  part_refunded: ["refunding"],
  // `captured`: a capture was in progress before the void. `refunded`: the money of an attempt
  // without an order had been captured.
  voiding: ["voided", "captured", "refunded"],
  // The gateway's records have money after all, which is returned.
  not_found: ["voiding"],
  declined: ["voiding"],
  voided: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>;

export type AttemptState = keyof typeof edges;

/** Whether the state machine has this transition. */
export const mayMove = (from: AttemptState, to: AttemptState): boolean => edges[from].some((next) => next === to);

/**
 * Undecided states. A checkout has at most one such attempt (I4). Its stock and promo are held
 * without a time limit.
 */
export const liveStates = [
  "created",
  "sent",
  "unknown",
  "elsewhere",
  "held",
  "authorized",
] as const satisfies readonly AttemptState[];

/** Whether the attempt is still to be decided. */
export const isLive = (state: AttemptState): boolean => liveStates.some((live) => live === state);

/** States of an attempt with an order, if the attempt has no refusal. */
export const orderedStates = [
  "finalized",
  "captured",
  "voiding",
  "voided",
  "refunding",
  "part_refunded",
  "refunded",
] as const satisfies readonly AttemptState[];

/** The state of a captured attempt, derived from the state of its order's money. */
export function refundState(money: MoneyState): "captured" | "part_refunded" | "refunded" {
  return money === "refunded" || money === "part_refunded" ? money : "captured";
}

/** Whether a request or the reconciler works on the attempt; all others wait for its result. */
export const isLeased = (attempt: { lease_until: number }, now: number): boolean => attempt.lease_until > now;

/**
 * One text for every reason of a bank, so that somebody who tries stolen cards cannot learn the
 * reason.
 */
export const declinedText = "Your card was declined. Check its details or use another card.";
export const laterText = "something went wrong please try later";
export const processingText = "Your payment is still being processed.";

export const heldText = "We’re checking your payment, and email you as soon as we know. You don’t need to pay again.";

export const exchangeGoneText =
  "This exchange can no longer be paid: it has ended, or your earlier order has changed, shipped, or was canceled. You weren’t charged. Please ask us for a new exchange.";

/** Why an attempt ended without an order. */
export type AttemptRefusal = Extract<RefusalCode, "declined" | "failed" | "unpaid" | "order_closed">;

/** The text for each stored code. */
const refusalWords: Readonly<Record<AttemptRefusal, string>> = {
  declined: declinedText,
  failed: laterText,
  order_closed: exchangeGoneText,
  unpaid: "You left our payment provider’s page before paying, so nothing was ordered. To go back there, place your order again.",
};

/** A page of the gateway on which the shopper pays. */
export type CardPage = { address: string; method: "GET" | "POST"; fields: Readonly<Record<string, string>> };
/** An order, or the page on which the shopper goes on. */
export type Paid = { orderId: string } | { page: CardPage };

/** The page of an attempt that is paid on one; undefined for others. */
export function pageOf({ state, page }: Pick<EndedAttempt, "state" | "page">): (CardPage & { until: number }) | undefined {
  return state === "elsewhere" && page !== null ? (JSON.parse(page) as CardPage & { until: number }) : undefined;
}

type EndedAttempt = {
  state: AttemptState;
  order_id: string;
  page: string | null;
  refusal_code: AttemptRefusal | null;
};

/** The attempt's outcome, for a request that waited for the attempt or repeats it. */
export function outcomeOf(attempt: EndedAttempt): Outcome<Paid> {
  if (attempt.state === "held") return refuse("held", heldText);
  const page = pageOf(attempt);
  if (page) return ok({ page: { address: page.address, method: page.method, fields: page.fields } });
  if (isLive(attempt.state)) return refuse("outcome_unknown", laterText);
  const { refusal_code: code } = attempt;
  return code === null ? ok({ orderId: attempt.order_id }) : refuse(code, refusalWords[code]);
}

/**
 * The refusal of a form's second press, such as on a page restored by Back. A form makes one
 * attempt.
 */
export function alreadyAnswered(answer?: string): Refusal {
  const earlier = answer === undefined ? "" : ` The answer was: “${answer}”`;
  return refuse("already_answered", `You already pressed Pay on this form.${earlier} Press Pay again to retry.`);
}

/**
 * Whether the request may still be on its way: the gateway's "not found" counts only after twice
 * the deadline (K2).
 */
export const mayBeInFlight = (attempt: { sent_at: number | null }, now: number, deadlineMs: number): boolean =>
  attempt.sent_at !== null && now - attempt.sent_at < 2 * deadlineMs;
