import type { Cents } from "../../money.ts";
import type { AttemptState } from "./attempt.ts";
import { refundPrefix } from "./keys.ts";

type PaidAttempt = {
  key: string;
  kind: "card" | "none" | "manual";
  state: AttemptState;
  refusal_code: string | null;
  amount: Cents;
  capture_amount: Cents | null;
  auth_ref: string | null;
  capture_ref: string | null;
  void_ref: string | null;
};

type MadeRefund = {
  key: string;
  state: "requested" | "refunded" | "withdrawn";
  amount: Cents;
  actor: string;
  ref: string | null;
  refused_by?: string | null;
  sent_at?: number | null;
  settled_event?: string | null;
};

/**
 * A transaction as the gateway's dashboard shows it; `ref` is the gateway's reference, if known.
 */
export type GatewayCall = { what: string; key: string; ref: string | null; amount: Cents };

const authorizationWords: Partial<Record<AttemptState, string>> = {
  declined: "Declined",
  not_found: "Not found",
};

/** A refund's key at the gateway. A refund made at the gateway's dashboard has its own key. */
const refundKeyAt = ({ key }: PaidAttempt, refund: MadeRefund): string =>
  refund.actor === "gateway" ? refund.key : refundPrefix(key) + refund.key;

/**
 * Whether a refund was requested from the gateway. A refund paid by other means may have been
 * requested before, and declined.
 */
const wasAsked = ({ state, refused_by, sent_at, settled_event }: MadeRefund): boolean =>
  state !== "withdrawn" && (!settled_event || Boolean(refused_by) || Boolean(sent_at));

function refundWords({ state, refused_by, settled_event }: MadeRefund): string {
  if (settled_event) return "Refund, paid by other means";
  if (state !== "requested") return "Refund";
  return refused_by ? "Refund, refused" : "Refund, on its way";
}

function callsOf(attempt: PaidAttempt): GatewayCall[] {
  const { key, state, amount, auth_ref, capture_ref, capture_amount, void_ref } = attempt;
  const authorized = { what: authorizationWords[state] ?? "Authorization", key, ref: auth_ref, amount };
  // A gateway may give a capture no reference of its own.
  const isCaptured = capture_ref !== null && capture_ref !== auth_ref;
  const captured = { what: "Charge", key: `${key}:cap`, ref: capture_ref, amount: capture_amount ?? amount };
  const voided = { what: "Release", key: `${key}:void`, ref: void_ref, amount };
  return [authorized, ...(isCaptured ? [captured] : []), ...(state === "voided" ? [voided] : [])];
}

/** All gateway calls of an order: for its payments, including earlier attempts, and its refunds. */
export function gatewayCalls(attempts: readonly PaidAttempt[], refunds: readonly MadeRefund[]): GatewayCall[] {
  const byCard = attempts.filter(({ kind }) => kind === "card");
  const paid = byCard.find(({ refusal_code }) => refusal_code === null);
  const requestedRefunds = refunds.filter(wasAsked);
  return [
    ...byCard.flatMap(callsOf),
    ...(paid
      ? requestedRefunds.map((refund) => {
          return { what: refundWords(refund), key: refundKeyAt(paid, refund), ref: refund.ref, amount: refund.amount };
        })
      : []),
  ];
}
