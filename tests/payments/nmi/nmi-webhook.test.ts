import { describe, expect, test } from "vitest";
import { nmiWebhook } from "../../../server/payments/gateways/nmi/webhook.ts";
import { openNmi } from "./fixture.ts";

// Computed with OpenSSL: printf '%s.%s' "$nonce" "$body" | openssl dgst -sha256 -hmac "$key"
const key = "4D3A8F1B6C2E9075";
const nonce = "a1b2c3d4e5f60718";
const body =
  '{"event_id":"0f1e2d3c-0001","event_type":"transaction.auth.success","event_body":{"transaction_id":"2762787830","order_id":"SHOPA2B3","amount": 300.00}}';
const signature = "34fc0ce0df5762d5395de55fa091a784f6ea2ca99555a9724886991e6a261534";

const read = (text: string | Buffer, header: string | undefined, signingKey = key) =>
  nmiWebhook(signingKey)(Buffer.from(text), (name) => (name === "webhook-signature" ? header : undefined));

describe("a webhook", () => {
  test("with a right signature tells its event and its transaction", () => {
    expect(read(body, `t=${nonce},s=${signature}`)).toEqual({
      eventId: "0f1e2d3c-0001",
      ref: "2762787830",
      reference: "SHOPA2B3",
    });
    expect(read(body, `t=${nonce},s=${signature.toUpperCase()}`)).toBeDefined();
  });

  test("that was sent again tells the same event, since its signature has no time", () => {
    expect(read(body, `t=${nonce},s=${signature}`)).toEqual(read(body, `t=${nonce},s=${signature}`));
  });

  test.each([
    ["a changed byte", body.replace("2762787830", "2762787831"), `t=${nonce},s=${signature}`],
    ["a body that was read and written again", JSON.stringify(JSON.parse(body)), `t=${nonce},s=${signature}`],
    ["another nonce", body, `t=${nonce}0,s=${signature}`],
    ["a changed signature", body, `t=${nonce},s=${signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"))}`],
    ["half a signature", body, `t=${nonce},s=${signature.slice(0, 32)}`],
    ["no nonce", body, `t=,s=${signature}`],
    ["nothing but a signature", body, signature],
    ["an empty header", body, ""],
    ["no header", body, undefined],
  ])("with %s is not NMI's", (_what, text, header) => {
    expect(read(text, header)).toBeUndefined();
  });

  test("with the signature of another key is not NMI's", () => {
    expect(read(body, `t=${nonce},s=${signature}`, `${key}0`)).toBeUndefined();
  });

  test("is read by the adapter that has the signing key, and by no other", async () => {
    const { gateway, emulator, authorized } = await openNmi();
    const ref = await authorized();
    const { body: sent, headers } = emulator.webhook("transaction.auth.success", ref, nonce);
    const header = (name: string) => (name === "webhook-signature" ? headers[name] : undefined);

    expect(gateway.webhook?.(Buffer.from(sent), header)).toEqual({
      eventId: `event-${nonce}`,
      ref,
      reference: expect.any(String),
    });
    const { gateway: without } = await openNmi({ webhookSecret: "another key" });
    expect(without.webhook?.(Buffer.from(sent), header)).toBeUndefined();
  });

  test("about no transaction has no reference, and one that is no JSON is none", async () => {
    const { emulator, gateway } = await openNmi();
    const signed = (text: string) => {
      const headers = { "webhook-signature": emulator.sign(text, nonce) };
      return gateway.webhook?.(Buffer.from(text), (name) => (name === "webhook-signature" ? headers[name] : undefined));
    };

    expect(signed('{"event_id":"e1","event_type":"recurring.plan.add"}')).toEqual({ eventId: "e1", ref: null, reference: null });
    expect(signed('{"event_id":"e2","event_body":{"transaction_id":77}}')).toEqual({ eventId: "e2", ref: "77", reference: null });
    expect(signed("event_id=e3")).toBeUndefined();
    expect(signed('{"event_type":"transaction.auth.success"}')).toBeUndefined();
  });
});
