import { describe, expect, test } from "vitest";
import { declineOf } from "../../../server/payments/gateways/stripe/verdicts.ts";
import { newReference, openStripe } from "./fixture.ts";

type Error = { type?: string; code?: string; decline_code?: string; payment_intent?: object };

/** What becomes of a capture that Stripe answers with this status and error. */
const verdicts: readonly [number, Error, string, string][] = [
  [400, {}, "error", "rejected_by_gateway"],
  [400, { code: "parameter_unknown" }, "error", "rejected_by_gateway"],
  [400, { code: "amount_too_small" }, "error", "amount_out_of_bounds"],
  [400, { code: "amount_too_large" }, "error", "amount_out_of_bounds"],
  [400, { code: "balance_insufficient" }, "error", "balance_insufficient"],
  [400, { code: "insufficient_funds" }, "error", "balance_insufficient"],
  [400, { code: "capture_charge_authorization_expired" }, "error", "authorization_expired"],
  [400, { code: "charge_expired_for_capture" }, "error", "authorization_expired"],
  [400, { code: "charge_already_captured" }, "error", "already_captured"],
  [400, { code: "charge_already_refunded" }, "error", "already_refunded"],
  [400, { code: "charge_disputed" }, "error", "disputed"],
  [400, { code: "payment_intent_unexpected_state" }, "error", "unexpected_state"],
  [400, { code: "payment_intent_unexpected_state", payment_intent: { status: "canceled" } }, "error", "unexpected_state"],
  [400, { code: "payment_intent_unexpected_state", payment_intent: { status: "succeeded" } }, "error", "already_captured"],
  [400, { type: "idempotency_error" }, "error", "key_conflict"],
  [400, { code: "rate_limit" }, "unknown", "rate_limited"],
  [401, {}, "error", "unauthorized"],
  [402, { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" }, "declined", "insufficient_funds"],
  [402, { type: "card_error", code: "expired_card" }, "declined", "expired_card"],
  [402, {}, "declined", "card_declined"],
  [403, {}, "error", "not_permitted"],
  [404, { code: "resource_missing" }, "error", "no_such_transaction"],
  [409, { code: "idempotency_key_in_use" }, "unknown", "conflict"],
  [429, { code: "lock_timeout" }, "unknown", "rate_limited"],
  [500, { type: "api_error" }, "unknown", "server_error"],
  [503, {}, "unknown", "server_error"],
];

describe("an error", () => {
  test.each(verdicts)("of status %s with %o is %s: %s", async (status, error, is, code) => {
    const { gateway, emulator, authorized } = await openStripe();
    const authRef = await authorized();
    emulator.spoil("capture", { status, body: JSON.stringify({ error: { type: "invalid_request_error", ...error } }) });

    const result = await gateway.capture({ reference: newReference(), authRef, amountCents: 4200 });

    expect(result).toMatchObject({ status: is, code, ref: is === "declined" ? authRef : null });
  });
});

test.each([
  [{ decline_code: "authentication_required" }, "authentication_required"],
  [{ decline_code: "call_issuer" }, "call_issuer"],
  [{ decline_code: "card_not_supported" }, "unsupported_card"],
  [{ decline_code: "card_velocity_exceeded" }, "over_limit"],
  [{ decline_code: "fraudulent" }, "fraudulent_card"],
  [{ decline_code: "incorrect_zip" }, "incorrect_details"],
  [{ decline_code: "invalid_account" }, "no_such_card"],
  [{ decline_code: "issuer_not_available" }, "retry_later"],
  [{ decline_code: "lost_card" }, "lost_card"],
  [{ decline_code: "pickup_card" }, "pick_up_card"],
  [{ decline_code: "restricted_card" }, "not_permitted"],
  [{ decline_code: "stolen_card" }, "stolen_card"],
  [{ decline_code: "transaction_not_allowed" }, "not_permitted"],
  [{ decline_code: "try_again_later" }, "retry_later"],
  [{ decline_code: "withdrawal_count_limit_exceeded" }, "over_limit"],
  [{ code: "incorrect_cvc" }, "incorrect_cvc"],
  [{ code: "incorrect_number" }, "incorrect_number"],
  [{ code: "invalid_cvc" }, "incorrect_cvc"],
  [{ code: "invalid_expiry_month" }, "invalid_expiry"],
  [{ code: "invalid_expiry_year" }, "invalid_expiry"],
  [{ code: "invalid_number" }, "incorrect_number"],
  [{ code: "payment_intent_authentication_failure" }, "authentication_required"],
  [{ code: "processing_error", decline_code: null }, "retry_later"],
  [{ code: "card_declined", decline_code: "a_new_reason" }, "card_declined"],
  [{}, "card_declined"],
])("a decline of %o is worded as %s", (error, code) => {
  expect(declineOf(error)).toBe(code);
});
