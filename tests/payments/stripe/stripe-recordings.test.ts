// Exchanges with the real service that others recorded. Nothing of them is in this repository.
import { expect, test } from "vitest";
import { openStripeGateway } from "../../../server/payments/gateways/stripe/stripe-gateway.ts";
import { gatewayRecordings } from "../../support/gateway-recordings.ts";
import { type Exchange, exchangesIn } from "./cassettes.ts";
import { newReference, openStripe } from "./fixture.ts";

const answers = gatewayRecordings("stripe-activemerchant");
const cassettes = gatewayRecordings("stripe-spree-cassettes");

type Verdict = Record<string, string | number | null>;
type Call = "look up" | "capture" | "release";

const visa = { brand: "visa", last4: "4242" };
const held = { status: "approved", state: "authorized", amountCents: 2020, capturedCents: 0, captureRef: null, ...visa };

const verdicts: Readonly<Record<string, readonly [Call, Verdict]>> = {
  "successful_create_intent_response.json": ["look up", held],
  "successful_create_intent_manual_capture_response_with_network_token_fields.json": [
    "look up",
    { ...held, amountCents: 2000, cvv: "M", avs: null },
  ],
  "successful_capture_response.json": ["capture", { status: "approved", amountCents: 2020, ref: "pi_1F1xauAWOtgoysogIfHO8jGi" }],
  "successful_manual_capture_of_payment_intent_response_with_network_token_fields.json": [
    "capture",
    { status: "approved", amountCents: 2000 },
  ],
  "successful_create_intent_response_with_network_token_fields.json": [
    "look up",
    { status: "approved", state: "captured", capturedCents: 2000, refundedCents: 0, cvv: "M", ...visa },
  ],
  "successful_void_response.json": ["release", { status: "voided", amountCents: 2020, ref: "pi_1F1yBVAWOtgoysogearamRvl" }],
  "failed_capture_response.json": ["capture", { status: "declined", code: "card_declined" }],
  "failed_cancel_response.json": ["release", { status: "error", code: "already_captured", ref: null }],
  "failed_service_response.json": ["capture", { status: "unknown", code: "server_error" }],
  // No calls of the shop, but answers that any call may get.
  "failed_payment_method_response.json": ["capture", { status: "error", code: "rejected_by_gateway" }],
  "failed_with_set_error_on_requires_action_response.json": ["capture", { status: "declined", code: "card_declined" }],
};

/** Stored cards, checks of a card, payments by a form of the shop's own, and rewritten answers. */
const leftOut = [
  "failed_verify_response.json",
  "pre_scrubbed.txt",
  "pre_scrubbed_apple_pay.txt",
  "scrubbed.txt",
  "scrubbed_apple_pay.txt",
  "successful_confirm_3ds2_intent_response.json",
  "successful_create_3ds2_intent_response.json",
  "successful_create_customer_response.json",
  "successful_create_intent_response_with_apple_pay_and_billing_address.json",
  "successful_create_intent_response_with_google_pay_and_billing_address.json",
  "successful_create_intent_response_with_multicapture_available.json",
  "successful_payment_method_attach_response.json",
  "successful_payment_method_response.json",
  "successful_request_three_d_secure_response.json",
  "successful_update_intent_response.json",
  "successful_verify_response.json",
];

/** The status that Stripe sends with an error of this type; it was not recorded. */
const statuses: Readonly<Record<string, number>> = { card_error: 402, api_error: 500 };

/** A gateway that gets this answer to what it sends, and to what it reads. */
function gatewayOf(sent: Response | undefined, read: object) {
  const fetch: typeof globalThis.fetch = async (_url, init) =>
    init?.method === "POST" && sent ? sent.clone() : new Response(JSON.stringify(read));
  return openStripeGateway({ secret: "key", fetch });
}

/** What the adapter makes of an answer to a call; the payment to release is held before. */
function resultOf(call: Call, answer: string, status: number, authRef: string) {
  const charge = { amount: 2020, amount_refunded: 0, status: "succeeded" };
  const amounts = { amount: 2020, amount_capturable: 2020, amount_received: 0 };
  const heldIntent = { id: authRef, ...amounts, currency: "usd", status: "requires_capture", created: 1, latest_charge: charge };
  const gateway = gatewayOf(new Response(answer, { status }), call === "look up" ? JSON.parse(answer) : heldIntent);
  const reference = newReference();
  if (call === "look up") return gateway.lookup({ ref: authRef });
  if (call === "capture") return gateway.capture({ reference, authRef, amountCents: 2020 });
  return gateway.giveBack({ reference, authRef, captureRef: null, amountCents: 2020 });
}

for (const [name, [call, verdict]] of answers ? Object.entries(verdicts) : [])
  test(`${name} is the answer to a call to ${call}`, async () => {
    // Some payments were in pounds, which no shop takes.
    const answer = (answers?.get(name) ?? "").replaceAll(/"currency":\s*"\w+"/g, '"currency":"usd"');
    const { error } = JSON.parse(answer) as { error?: { type: string } };
    const status = error ? (statuses[error.type] ?? 400) : 200;
    const [authRef = "pi_1"] = /\bpi_\w+/.exec(answer) ?? [];

    expect(await resultOf(call, answer, status, authRef)).toMatchObject(verdict);
    if (call === "look up") return;
    expect(await resultOf(call, `\uFEFF${answer}`, status, authRef)).toMatchObject(verdict);
    for (const spoiled of ["", "\uFEFF", answer.slice(0, -2), answer.slice(0, 40), `<html>${answer}</html>`])
      expect(await resultOf(call, spoiled, status, authRef)).toMatchObject({ status: "unknown" });
  });

if (answers)
  test("each recorded answer has its verdict, or is of a call that the shop does not make", () => {
    expect([...Object.keys(verdicts), ...leftOut].toSorted()).toEqual([...answers.keys()].toSorted());
  });

type Recorded = { object: string; id: string; status: string; currency: string; latest_charge?: string | object | null };

const read = ({ answer }: Exchange): Recorded => JSON.parse(answer) as Recorded;

/** What a payment that was retrieved or made in this state is to the shop. */
const states: Readonly<Record<string, Verdict>> = {
  requires_capture: { status: "approved", state: "authorized", capturedCents: 0 },
  succeeded: { status: "approved", state: "captured", refundedCents: 0 },
  // It never held money.
  canceled: { status: "not_found" },
  requires_payment_method: { status: "not_found" },
  requires_confirmation: { status: "not_found" },
  requires_action: { status: "not_found" },
  processing: { status: "unknown", code: "undecided" },
};

const standIn = { amount: 1000, amount_refunded: 0, status: "succeeded" };

for (const [name, cassette] of cassettes ?? [])
  test(`the payments of ${name} are what they are to the shop`, async () => {
    const exchanges = exchangesIn(cassette);
    const charge = exchanges.map(read).find(({ object }) => object === "charge") ?? standIn;
    const payments = exchanges.map(read).filter(({ object }) => object === "payment_intent");
    for (const payment of payments) {
      // The shop asks for the charge with the payment, as these calls did not.
      const expanded = typeof payment.latest_charge === "string" ? { ...payment, latest_charge: charge } : payment;
      const found = await gatewayOf(undefined, expanded).lookup({ ref: payment.id });
      const verdict = payment.currency === "usd" ? states[payment.status] : { status: "unknown", code: "undecided" };
      expect(found).toMatchObject(verdict ?? {});
    }
    expect(payments.length + exchanges.filter(({ path }) => path === "/v1/refunds").length).toBeGreaterThan(0);
  });

/** The one exchange of a cassette whose path ends so. */
const exchangeOf = (name: string, end: string): Exchange => {
  const found = exchangesIn(cassettes?.get(name) ?? "").find(({ path }) => path.endsWith(end));
  if (!found) throw new Error(`${name} has no ${end}`);
  return found;
};

if (cassettes) {
  test("a recorded capture and a recorded refund move the shop's money, by the fields that the shop sends", async () => {
    const { gateway, emulator, captured } = await openStripe();
    const taken = exchangeOf("capture_payment_intent_requires_capture.yml", "/capture");
    const payment = read(taken);
    const capture = await gatewayOf(new Response(taken.answer), {}).capture({
      reference: newReference(),
      authRef: payment.id,
      amountCents: 1000,
    });
    expect(capture).toMatchObject({ status: "approved", ref: payment.id, amountCents: 1000 });

    const authRef = await captured();
    const reference = newReference();
    const returned = exchangeOf("create_refund.yml", "/v1/refunds");
    const answer = { ...read(returned), payment_intent: authRef, metadata: { attempt: reference } };
    emulator.spoil("refund", { body: JSON.stringify(answer) });
    const refund = await gateway.giveBack({ reference, authRef, captureRef: authRef, amountCents: 800 });
    expect(refund).toMatchObject({ status: "refunded", amountCents: 800, ref: read(returned).id });

    const fieldsOf = (name: string) => emulator.calls.findLast((call) => call.name === name)?.fields ?? {};
    expect(Object.keys(fieldsOf("capture"))).toEqual([...new URLSearchParams(taken.sent).keys()]);
    const recordedFields = new URLSearchParams(returned.sent);
    expect(fieldsOf("refund")).toMatchObject({ amount: recordedFields.get("amount"), payment_intent: authRef });
    // A refund is found by its reference, which the recorded one does not need.
    const more = Object.keys(fieldsOf("refund")).filter((name) => !recordedFields.has(name));
    expect(more).toEqual(["metadata[attempt]"]);
    expect(recordedFields.get("payment_intent")).toMatch(/^pi_/);
  });
}

test("without a folder of recordings there are none to compare", () => {
  expect(gatewayRecordings("no-such-gateway")).toBeUndefined();
});
