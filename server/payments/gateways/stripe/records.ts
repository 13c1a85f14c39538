import { brandNames, type CardBrand } from "../../../orders/rules/card-brands.ts";
import type { GatewayState } from "../../rules/sweep.ts";
import { type NotFound, type Unknown, unanswered } from "../gateway.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { StripeCharge, StripeIntent, StripeRefund } from "./answers.ts";
import { declineOf, refundStates, standings } from "./verdicts.ts";

/** The key under which the metadata of a payment or refund has the shop's reference. */
export const referenceKey = "attempt";

/** Whether amounts are in US dollars; others are not the shop's cents. */
export const isInDollars = ({ currency }: { currency: string }): boolean => currency === "usd";

const notFound: NotFound = { status: "not_found" };

/** A payment as the shop judges it; not found if nothing was paid or declined yet. */
export function paymentOf(intent: StripeIntent): ReferencedTransaction | NotFound | Unknown {
  const { amount, amount_capturable, amount_received, latest_charge } = intent;
  const standing = standings[intent.status];
  // A charge of which there is only the id was not asked for.
  if (!standing || !isInDollars(intent) || typeof latest_charge === "string") return unanswered("undecided");
  if (standing === "unpaid") return unpaid(intent);
  if (standing === "canceled") return canceled(intent);
  if (!latest_charge) return unanswered("undecided");
  if (standing === "authorized") return { ...recordOf(intent, "authorized"), amountCents: amount_capturable };
  const refundedCents = latest_charge.amount_refunded;
  if (amount_received === 0 || refundedCents > amount_received) return unanswered("undecided");
  return {
    ...recordOf(intent, takenState(amount_received, refundedCents)),
    amountCents: amount,
    captureRef: intent.id,
    capturedCents: amount_received,
    refundedCents,
    disputed: latest_charge.disputed === true,
  };
}

/** The last try, if it was declined; the shopper may try again as long as the page is open. */
function unpaid(intent: StripeIntent): ReferencedTransaction | NotFound {
  const { status, last_payment_error, latest_charge } = intent;
  const isDeclined = last_payment_error || (typeof latest_charge === "object" && latest_charge?.status === "failed");
  // While the bank asks the shopper to confirm a payment, an earlier decline no longer counts.
  return isDeclined && (status === "requires_payment_method" || status === "canceled") ? declined(intent) : notFound;
}

/** The reasons of cancellations by Stripe itself, since an authorization lapsed. */
const lapses: readonly string[] = ["automatic", "expired"];

/** A canceled payment, which may never have held money. */
function canceled(intent: StripeIntent): ReferencedTransaction | NotFound {
  const { latest_charge, cancellation_reason } = intent;
  const wasHeld = typeof latest_charge === "object" && latest_charge?.status === "succeeded";
  if (wasHeld) return recordOf(intent, lapses.includes(cancellation_reason ?? "") ? "expired" : "voided");
  return unpaid(intent);
}

const declined = (intent: StripeIntent): ReferencedTransaction => ({
  ...recordOf(intent, "declined"),
  status: "declined",
  code: declineOf(intent.last_payment_error ?? {}),
});

function takenState(takenCents: number, refundedCents: number): GatewayState {
  if (refundedCents === 0) return "captured";
  return refundedCents < takenCents ? "part_refunded" : "refunded";
}

const recordOf = (
  { id, amount, metadata, created, latest_charge }: StripeIntent,
  state: GatewayState,
): ReferencedTransaction => ({
  ...findingsOf(typeof latest_charge === "object" ? latest_charge : null),
  status: "approved",
  code: "approved",
  reference: metadata[referenceKey] ?? null,
  kind: "authorize",
  state,
  ref: id,
  authRef: id,
  captureRef: null,
  amountCents: amount,
  capturedCents: 0,
  refundedCents: 0,
  at: created * 1000,
});

/** Stripe's reference of the payment that a refund belongs to; null if it is no PaymentIntent. */
export const paymentRefOf = ({ payment_intent }: StripeRefund): string | null =>
  typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? null);

/** A refund as the shop judges it; undefined if its outcome is unknown. */
export function refundOf(refund: StripeRefund): ReferencedTransaction | undefined {
  const { id, amount, metadata, created } = refund;
  const state = refundStates[refund.status ?? ""];
  const authRef = paymentRefOf(refund);
  if (!state || !authRef || !isInDollars(refund)) return undefined;
  return {
    ...findingsOf(null),
    status: state === "declined" ? "declined" : "approved",
    code: state === "declined" ? "refund_failed" : "approved",
    reference: metadata[referenceKey] ?? null,
    kind: "refund",
    state,
    ref: id,
    authRef,
    captureRef: null,
    amountCents: amount,
    capturedCents: 0,
    refundedCents: 0,
    at: created * 1000,
  };
}

function findingsOf(charge: StripeCharge | null | undefined) {
  const card = charge?.payment_method_details?.card;
  const { address_line1_check: line, address_postal_code_check: postalCode, cvc_check } = card?.checks ?? {};
  return {
    avs: avsOf(line, postalCode),
    cvv: codeLetters[cvc_check ?? ""] ?? null,
    brand: card ? brandOf(card.brand ?? "") : null,
    last4: card?.last4 ?? null,
    retryable: false,
  } as const;
}

const codeLetters: Readonly<Record<string, string>> = { pass: "M", fail: "N", unavailable: "U", unchecked: "P" };

/** The letter that card networks use for the outcome of Stripe's two checks of the address. */
function avsOf(line: string | null | undefined, postalCode: string | null | undefined): string | null {
  if (line === "pass") return postalCode === "pass" ? "Y" : "A";
  if (postalCode === "pass") return "Z";
  if (line === "fail" || postalCode === "fail") return "N";
  return line || postalCode ? "U" : null;
}

const brandOf = (name: string): CardBrand => (isBrand(name) ? name : "unknown");
const isBrand = (name: string): name is CardBrand => Object.hasOwn(brandNames, name);
