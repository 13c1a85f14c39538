import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { stripeWebhook } from "../../../server/payments/gateways/stripe/webhook.ts";
import { newReference, openStripe } from "./fixture.ts";

const secret = "whsec_4D3A8F1B6C2E9075";
const sentAt = Date.UTC(2026, 10, 20, 12);
const body =
  '{"id":"evt_1","object":"event","data":{"object":{"id":"pi_1","object":"payment_intent","metadata":{"attempt":"SHOPA2B3"},"amount": 300.00}}}';
const headerOf = (payload: string, key = secret) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: sentAt / 1000 });

const read = (text: string, header: string | undefined, { key = secret, at = sentAt } = {}) =>
  stripeWebhook(key, () => at)(Buffer.from(text), (name) => (name === "stripe-signature" ? header : undefined));

describe("a webhook", () => {
  test("with a right signature tells its event and its payment", () => {
    expect(read(body, headerOf(body))).toEqual({ eventId: "evt_1", ref: "pi_1", reference: "SHOPA2B3" });
  });

  test("with the signatures of two keys is read by either, while the keys are changed", () => {
    const other = headerOf(body, "whsec_other").split(",")[1];
    expect(read(body, `${headerOf(body)},${other}`)).toBeDefined();
    expect(read(body, `${headerOf(body)},${other}`, { key: "whsec_other" })).toBeDefined();
  });

  test("counts for five minutes", () => {
    expect(read(body, headerOf(body), { at: sentAt + 300_000 })).toBeDefined();
    expect(read(body, headerOf(body), { at: sentAt + 301_000 })).toBeUndefined();
  });

  test.each([
    ["a changed byte", body.replace("pi_1", "pi_2"), headerOf(body)],
    ["a body that was read and written again", JSON.stringify(JSON.parse(body)), headerOf(body)],
    ["a changed time", body, headerOf(body).replace(/^t=(\d+)/, (_all, time) => `t=${Number(time) + 1}`)],
    ["a changed signature", body, headerOf(body).replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    ["the signature of another key", body, headerOf(body, "whsec_other")],
    ["a signature of another scheme", body, headerOf(body).replace("v1=", "v0=")],
    ["an empty header", body, ""],
    ["no header", body, undefined],
  ])("with %s is not Stripe's", (_what, text, header) => {
    expect(read(text, header)).toBeUndefined();
  });

  test("that is signed, but no event, is none", () => {
    for (const text of ["event=1", "{}", '{"id":"evt_1","data":{}}', "null"]) expect(read(text, headerOf(text))).toBeUndefined();
  });

  test("names what it is about, page or payment, and the shop's reference if it has one", async () => {
    const { gateway, emulator, account, captured, opened } = await openStripe();
    const reference = newReference();
    const { ref } = await opened(reference);
    const taken = newReference();
    const authRef = await captured(taken);
    const refund = account.refund(authRef, 100);
    const eventOf = (type: string, object: object) => {
      const { body: sent, headers } = emulator.webhook(type, object, "evt_7");
      return gateway.webhook?.(Buffer.from(sent), (name) => (name === "stripe-signature" ? headers[name] : undefined));
    };

    const event = { eventId: "evt_7" };
    expect(eventOf("checkout.session.completed", account.session(ref))).toEqual({ ...event, ref, reference });
    const intent = account.intent(authRef);
    expect(eventOf("payment_intent.amount_capturable_updated", intent)).toEqual({ ...event, ref: authRef, reference: taken });
    expect(eventOf("charge.refunded", account.chargeOf(intent))).toEqual({ ...event, ref: authRef, reference: taken });
    expect(eventOf("refund.created", refund)).toEqual({ ...event, ref: authRef, reference: null });
    const dispute = { id: "dp_1", object: "dispute", payment_intent: authRef };
    expect(eventOf("charge.dispute.created", dispute)).toEqual({ ...event, ref: authRef, reference: null });
    expect(eventOf("customer.created", { id: "cus_1", object: "customer" })).toEqual({ ...event, ref: null, reference: null });
  });

  test("is read by no adapter without the secret", async () => {
    const { emulator } = await openStripe();
    const { gateway } = await openStripe({ webhookSecret: "whsec_another" });
    const { body: sent, headers } = emulator.webhook("payment_intent.succeeded", { id: "pi_1", object: "payment_intent" });

    expect(gateway.webhook?.(Buffer.from(sent), () => headers["stripe-signature"])).toBeUndefined();
  });
});
