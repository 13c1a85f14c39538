import { z } from "zod";
import type { GatewayState } from "../../rules/sweep.ts";

/** Why a call has no answer of the kind that was asked for. */
export type Trouble = { is: "declined" | "refused" | "unknown"; code: string };

/** The shop's code of a decline by Stripe's `decline_code` or, without one, by its `code`. */
const declines: Readonly<Record<string, string>> = {
  authentication_required: "authentication_required",
  call_issuer: "call_issuer",
  card_not_supported: "unsupported_card",
  card_velocity_exceeded: "over_limit",
  expired_card: "expired_card",
  fraudulent: "fraudulent_card",
  incorrect_cvc: "incorrect_cvc",
  incorrect_number: "incorrect_number",
  incorrect_zip: "incorrect_details",
  insufficient_funds: "insufficient_funds",
  invalid_account: "no_such_card",
  invalid_cvc: "incorrect_cvc",
  invalid_expiry_month: "invalid_expiry",
  invalid_expiry_year: "invalid_expiry",
  invalid_number: "incorrect_number",
  issuer_not_available: "retry_later",
  lost_card: "lost_card",
  payment_intent_authentication_failure: "authentication_required",
  pickup_card: "pick_up_card",
  processing_error: "retry_later",
  restricted_card: "not_permitted",
  stolen_card: "stolen_card",
  transaction_not_allowed: "not_permitted",
  try_again_later: "retry_later",
  withdrawal_count_limit_exceeded: "over_limit",
};

export const declineOf = ({
  decline_code,
  code,
}: {
  decline_code?: string | null | undefined;
  code?: string | null | undefined;
}): string => declines[decline_code ?? ""] ?? declines[code ?? ""] ?? "card_declined";

/** The shop's code of an error with status 400, by Stripe's `code`: nothing was done. */
const rejections: Readonly<Record<string, string>> = {
  amount_too_large: "amount_out_of_bounds",
  amount_too_small: "amount_out_of_bounds",
  balance_insufficient: "balance_insufficient",
  capture_charge_authorization_expired: "authorization_expired",
  charge_already_captured: "already_captured",
  charge_already_refunded: "already_refunded",
  charge_disputed: "disputed",
  charge_expired_for_capture: "authorization_expired",
  insufficient_funds: "balance_insufficient",
  payment_intent_unexpected_state: "unexpected_state",
};

const byStatus: Readonly<Record<number, Trouble>> = {
  401: { is: "refused", code: "unauthorized" },
  403: { is: "refused", code: "not_permitted" },
  404: { is: "refused", code: "no_such_transaction" },
  409: { is: "unknown", code: "conflict" },
  429: { is: "unknown", code: "rate_limited" },
};

/** The error that the package throws. `detail` says why no answer came, if none did. */
const thrown = z.object({
  statusCode: z.number().optional(),
  rawType: z.string().optional(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
  payment_intent: z.object({ status: z.string() }).nullish(),
  detail: z.object({ silence: z.string() }).optional().catch(undefined),
});

/** What an error of the package means; any other is unknown. Its text is not quoted. */
export function troubleOf(error: unknown): Trouble {
  const { data } = thrown.safeParse(error);
  if (!data) return { is: "unknown", code: "bad_answer" };
  const { statusCode, detail } = data;
  if (detail) return { is: "unknown", code: detail.silence };
  if (statusCode === 402) return { is: "declined", code: declineOf(data) };
  if (statusCode === 400) return rejectionOf(data);
  return byStatus[statusCode ?? 0] ?? { is: "unknown", code: "bad_answer" };
}

function rejectionOf({ rawType, code, payment_intent }: z.infer<typeof thrown>): Trouble {
  if (code === "rate_limit") return { is: "unknown", code: "rate_limited" };
  if (rawType === "idempotency_error") return { is: "refused", code: "key_conflict" };
  if (payment_intent?.status === "succeeded") return { is: "refused", code: "already_captured" };
  return { is: "refused", code: rejections[code ?? ""] ?? "rejected_by_gateway" };
}

/** How a PaymentIntent stands by its `status`; a status that is not here is undecided. */
export const standings: Readonly<Record<string, "authorized" | "captured" | "canceled" | "unpaid">> = {
  requires_capture: "authorized",
  succeeded: "captured",
  canceled: "canceled",
  requires_payment_method: "unpaid",
  requires_confirmation: "unpaid",
  requires_action: "unpaid",
};

/** How a refund stands by its `status`. A pending one is on its way to the bank, so it is made. */
export const refundStates: Readonly<Record<string, GatewayState>> = {
  succeeded: "refunded",
  pending: "refunded",
  failed: "declined",
  canceled: "declined",
};
