import { describe, expect, test, vi } from "vitest";
import { openStripeGateway } from "../../../server/payments/gateways/stripe/stripe-gateway.ts";
import { chargeOf, goodCard, newReference, openStripe } from "./fixture.ts";

const mishaps = [
  ["cut_before", "unreachable"],
  ["cut_after", "unreachable"],
  ["server_error", "server_error"],
  ["failed", "server_error"],
  ["redirect", "unreachable"],
  [{ body: "" }, "bad_answer"],
  [{ body: "<html><body>Maintenance</body></html>" }, "bad_answer"],
  [{ body: '{"id":' }, "bad_answer"],
  [{ body: "null" }, "bad_answer"],
  [{ body: "7" }, "bad_answer"],
  [{ body: '"pi_1"' }, "bad_answer"],
  [{ body: "[]" }, "bad_answer"],
  [{ body: "{}" }, "bad_answer"],
  [{ status: 409, body: '{"error":{"type":"invalid_request_error","code":"lock_timeout"}}' }, "conflict"],
  [{ status: 429, body: '{"error":{"type":"invalid_request_error","code":"rate_limit"}}' }, "rate_limited"],
  [{ status: 400, body: '{"error":{"code":"rate_limit"}}' }, "rate_limited"],
  [{ status: 400, body: "Bad Request" }, "bad_answer"],
  [{ status: 418, body: '{"error":{"type":"teapot"}}' }, "bad_answer"],
  [{ status: 200, body: '{"error":{"type":"card_error","code":"card_declined"}}' }, "bad_answer"],
] as const;

describe("an exchange that goes wrong is unknown, and is not repeated by itself", () => {
  test.each(mishaps)("%o", async (mishap, code) => {
    const { gateway, emulator, authorized, captured, sent } = await openStripe();
    const unknown = { status: "unknown", code, ref: null, amountCents: null };
    const authRef = await authorized();
    const takenRef = await captured();

    emulator.spoil("create_session", mishap);
    expect(await gateway.authorize(chargeOf(newReference()))).toMatchObject(unknown);
    emulator.spoil("retrieve_intent", mishap);
    expect(await gateway.lookup({ ref: authRef })).toMatchObject(unknown);
    emulator.spoil("capture", mishap);
    expect(await gateway.capture({ reference: newReference(), authRef, amountCents: 1 })).toMatchObject(unknown);
    emulator.spoil("refund", mishap);
    const money = { reference: newReference(), authRef: takenRef, captureRef: takenRef, amountCents: 500 };
    expect(await gateway.giveBack(money)).toMatchObject(unknown);
    emulator.spoil("list_intents", mishap);
    expect(await gateway.list({ since: 0, until: 1 })).toMatchObject(unknown);
    expect([sent("create_session"), sent("capture"), sent("refund"), sent("list_intents")]).toEqual([3, 2, 1, 1]);
  });

  test("nothing is sent to give money back if the payment cannot be looked up", async () => {
    const { gateway, emulator, captured, sent } = await openStripe();
    const authRef = await captured();
    const money = { reference: newReference(), authRef, captureRef: authRef, amountCents: 500 };

    for (const name of ["retrieve_intent", "list_refunds"]) {
      emulator.spoil(name, "cut_before");
      expect(await gateway.giveBack(money)).toMatchObject({ status: "unknown", code: "not_sent" });
    }
    expect([sent("cancel"), sent("refund")]).toEqual([0, 0]);
  });
});

test("a call ends by its deadline", async () => {
  const { gateway, emulator } = await openStripe();
  emulator.spoil("list_sessions", "late");

  const wanted = { reference: newReference(), deadlineMs: 100 };
  expect(await gateway.lookup(wanted)).toMatchObject({ status: "unknown", code: "timeout" });
});

test("each exchange of a call has only the time that is left of its deadline", async () => {
  const { gateway } = await openStripe();
  vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(4_000);
  const timers = vi.spyOn(globalThis, "setTimeout");

  await gateway.lookup({ ref: "pi_77", deadlineMs: 3_600_123 });

  const lengths = timers.mock.calls.map(([, ms]) => ms);
  expect(lengths).toContain(3_597_123);
  expect(lengths).not.toContain(3_600_123);
});

test("a page that answers late is found afterwards", async () => {
  const { gateway, emulator } = await openStripe();
  const reference = newReference();
  emulator.spoil("create_session", "late");

  expect(await gateway.authorize(chargeOf(reference, { deadlineMs: 100 }))).toMatchObject({ status: "unknown", code: "timeout" });
  emulator.answerLate();

  expect(await gateway.closePage?.({ reference, ref: null })).toEqual({ status: "closed" });
});

test("an answer to another call is none", async () => {
  const { gateway, emulator, authorized, captured, account } = await openStripe();
  const [one, held, other, takenRef] = [await authorized(), await authorized(), await authorized(), await captured()];
  const intent = (status: string) => ({ body: JSON.stringify({ ...account.intent(other), status, amount_received: 4200 }) });
  const bad = { status: "unknown", code: "bad_answer" };

  emulator.spoil("capture", intent("succeeded"));
  expect(await gateway.capture({ reference: newReference(), authRef: one, amountCents: 4200 })).toMatchObject(bad);
  emulator.spoil("cancel", intent("canceled"));
  expect(await gateway.giveBack({ reference: newReference(), authRef: held, captureRef: null, amountCents: 4200 })).toMatchObject(
    bad,
  );
  const foreign = account.refund(takenRef, 100, { attempt: "ANOTHER" });
  emulator.spoil("refund", { body: JSON.stringify(foreign) });
  const money = { reference: newReference(), authRef: takenRef, captureRef: takenRef, amountCents: 100 };
  expect(await gateway.giveBack(money)).toMatchObject(bad);
  const session = account.sessions[0];
  emulator.spoil("create_session", { body: JSON.stringify({ ...session, url: `${emulator.url}/c/pay/1` }) });
  expect(await gateway.authorize(chargeOf(newReference()))).toMatchObject(bad);
});

test("neither the secret nor any text of Stripe's is in an answer", async () => {
  const { emulator } = await openStripe();
  const { url } = emulator;
  const gateway = openStripeGateway({ url, secret: "sk_live_canary" });
  const money = { reference: newReference(), authRef: "pi_1", captureRef: null, amountCents: 1 };

  const answers = [
    await gateway.authorize(chargeOf(newReference())),
    await gateway.capture(money),
    await gateway.giveBack(money),
    await gateway.lookup({ reference: newReference() }),
    await gateway.list({ since: 0, until: 1 }),
    await gateway.check({}),
  ];

  expect(answers.map(({ status }) => status)).toEqual(["error", "error", "unknown", "unknown", "unknown", "refused"]);
  expect(JSON.stringify(answers)).not.toMatch(new RegExp(`canary|${goodCard}|No such thing`));
});

test("only a closed line is taken, and nothing about the shop's machine is told", async () => {
  expect(() => openStripeGateway({ url: "http://api.stripe.example", secret: "sk_1" })).toThrow("must be https");
  const { gateway, emulator, opened } = await openStripe();
  await opened();
  await gateway.check({});

  const { headers } = emulator.calls.at(-1) ?? {};
  expect(headers?.["x-stripe-client-telemetry"]).toBeUndefined();
  expect(JSON.parse(String(headers?.["x-stripe-client-user-agent"]))).not.toHaveProperty("telemetry_id");
  expect(headers?.["stripe-version"]).toBe("2026-10-28.endive");
});

describe("the check at the start", () => {
  test("reads one of each kind, and moves no money", async () => {
    const { gateway, emulator, account } = await openStripe();

    expect(await gateway.check({})).toEqual({ status: "accepted" });
    expect(emulator.calls.map(({ name }) => name)).toEqual(["list_sessions", "list_intents", "list_refunds"]);
    expect(account.sessions).toEqual([]);
  });

  test("refuses a wrong key, and one that may not do all that the shop needs, by the variable's name", async () => {
    const { gateway } = await openStripe({ secret: "sk_test_wrong" });
    expect(await gateway.check({})).toEqual({
      status: "refused",
      text: "PAYMENT_GATEWAY_SECRET must be a secret key of the Stripe account, such as sk_live_…",
    });

    const { gateway: restricted, emulator } = await openStripe();
    emulator.forbidden.add("list_refunds");
    expect(await restricted.check({})).toMatchObject({
      status: "refused",
      text: expect.stringContaining("a restricted one that may"),
    });
  });

  test.each(["cut_before", "server_error", "redirect", { body: "<html>Maintenance</html>" }, { body: "" }] as const)(
    "refuses nothing for %o",
    async (mishap) => {
      const { gateway, emulator } = await openStripe();
      emulator.spoil("list_intents", mishap);

      expect(await gateway.check({})).toMatchObject({ status: "unknown" });
    },
  );
});
