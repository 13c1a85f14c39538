import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openNmiGateway } from "../../../server/payments/gateways/nmi/nmi-gateway.ts";
import { cardOf } from "../gateways-live.ts";
import { chargeOf, newReference, openNmi } from "./fixture.ts";

describe("a payment whose answer is lost", () => {
  test.each([
    ["9999990000000030", "unreachable"],
    ["9999990000000055", "server_error"],
    ["9999990000000071", "bad_answer"],
    ["9999990000000089", "bad_answer"],
  ])("with %s is unknown, and found afterwards", async (number, code) => {
    const { gateway, recorded } = await openNmi();
    const reference = newReference();

    expect(await gateway.authorize(chargeOf(reference, number))).toMatchObject({ status: "unknown", code });
    expect(await recorded({ reference })).toMatchObject({ state: "authorized", amountCents: 4200 });
  });

  test("before it reached NMI is unknown, and not found afterwards", async () => {
    const { gateway } = await openNmi();
    const reference = newReference();

    const result = await gateway.authorize(chargeOf(reference, "9999990000000022"));

    expect(result).toMatchObject({ status: "unknown", code: "unreachable" });
    expect(await gateway.lookup({ reference })).toEqual({ status: "not_found" });
  });

  test("by its deadline is unknown, though NMI approves it", async () => {
    const { gateway, recorded, emulator } = await openNmi();
    const reference = newReference();

    const result = await gateway.authorize(chargeOf(reference, "9999990000000014", { deadlineMs: 100 }));

    expect(result).toMatchObject({ status: "unknown", code: "timeout" });
    expect(await recorded({ reference })).toMatchObject({ state: "authorized" });
    emulator.answerLate();
  });

  test("by the adapter's own deadline is unknown", async () => {
    const { gateway } = await openNmi({ deadlineMs: 100 });

    expect(await gateway.authorize(chargeOf(newReference(), "9999990000000014"))).toMatchObject({ code: "timeout" });
  });

  test("is never sent again, and never to another host", async () => {
    const { gateway, emulator, sent } = await openNmi();
    emulator.spoil("auth", "redirect");

    expect(await gateway.authorize(chargeOf(newReference()))).toMatchObject({ status: "unknown", code: "unreachable" });
    expect(sent("auth")).toBe(1);
    expect(emulator.calls).toHaveLength(1);
  });
});

test.each(["capture", "void", "refund"] as const)("a %s whose answer is lost is unknown", async (type) => {
  const { gateway, emulator, authorized, captured, settled } = await openNmi();
  const authRef = await { capture: authorized, void: captured, refund: settled }[type]();
  emulator.spoil(type, "cut_before");
  const call = { reference: newReference(), authRef, amountCents: 4200 };

  const result = await (type === "capture" ? gateway.capture(call) : gateway.giveBack({ ...call, captureRef: authRef }));

  expect(result).toMatchObject({ status: "unknown", code: "unreachable" });
});

test.each(["capture", "void"] as const)("a %s that was answered for another payment is unknown", async (type) => {
  const { gateway, emulator, authorized } = await openNmi();
  const authRef = await authorized();
  emulator.spoil(type, { body: `response=1&responsetext=SUCCESS&transactionid=77&type=${type}&response_code=100` });
  const call = { reference: newReference(), authRef, amountCents: 4200 };

  const result = await (type === "capture" ? gateway.capture(call) : gateway.giveBack({ ...call, captureRef: null }));

  expect(result).toMatchObject({ status: "unknown", code: "bad_answer" });
});

test("a call to give money back ends by its deadline", async () => {
  const { gateway, captured, emulator } = await openNmi();
  const authRef = await captured();
  emulator.spoil("void", "late");
  const call = { reference: newReference(), authRef, captureRef: authRef, amountCents: 4200, deadlineMs: 300 };

  expect(await gateway.giveBack(call)).toMatchObject({ status: "unknown", code: "timeout" });
});

test("each exchange of a call has only the time that is left of its deadline", async () => {
  const { gateway } = await openNmi();
  vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(4_000);
  const timers = vi.spyOn(globalThis, "setTimeout");

  await gateway.lookup({ ref: "77", deadlineMs: 3_600_123 });

  const lengths = timers.mock.calls.map(([, ms]) => ms);
  expect(lengths).toContain(3_597_123);
  expect(lengths).not.toContain(3_600_123);
});

describe("nothing of a card or of a key", () => {
  const number = "9999500000000008";
  const securityCode = "8642";

  test("is in any result, whatever NMI answers or the network does", async () => {
    const { emulator } = await openNmi();
    const secrets = [number, securityCode, emulator.securityKey, emulator.signingKey];
    const echo = (_url: unknown, init?: RequestInit) => Promise.resolve(new Response(String(init?.body)));
    const echoingErrors = (_url: unknown, init?: RequestInit) => Promise.reject(new Error(String(init?.body)));
    const echoingText = (_url: unknown, init?: RequestInit) => {
      const fields = { response: "3", response_code: "300", responsetext: String(init?.body), transactionid: "7" };
      return Promise.resolve(new Response(String(new URLSearchParams(fields))));
    };
    const shown: string[] = [];
    for (const fetch of [globalThis.fetch, echo, echoingErrors, echoingText] as (typeof globalThis.fetch)[]) {
      const gateway = openNmiGateway({
        url: emulator.url,
        secret: emulator.securityKey,
        webhookSecret: emulator.signingKey,
        fetch,
      });
      const means = { card: cardOf(number, { securityCode }) };
      const reference = newReference();
      const results = [
        await gateway.authorize(chargeOf(reference, "", { means, amountCents: 4321 })),
        await gateway.lookup({ reference }),
        await gateway.capture({ reference, authRef: "1", amountCents: 1 }),
        await gateway.giveBack({ reference, authRef: "1", captureRef: null, amountCents: 1 }),
        await gateway.list({ since: 0, until: Date.now() }),
        await gateway.check({}),
      ];
      shown.push(inspect(results, { depth: 9, showHidden: true }), JSON.stringify(results), inspect(gateway, { depth: 9 }));
    }
    expect(shown.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(emulator.calls[0]?.fields).toMatchObject({ ccnumber: number, cvv: securityCode });
  });

  test("is in an error, or in the address of a call", async () => {
    const { gateway, emulator } = await openNmi();
    const card = cardOf(number, { securityCode });
    card.wipe();

    const failed = await gateway.authorize(chargeOf(newReference(), "", { means: { card } })).catch((error: unknown) => error);
    await gateway.lookup({ reference: newReference() });

    expect(inspect(failed)).toContain("the card was wiped");
    expect(emulator.calls.map(({ path, headers }) => `${path} ${JSON.stringify(headers)}`).join()).not.toContain(
      emulator.securityKey,
    );
  });

  test("is written to the console", async () => {
    const written: unknown[] = [];
    const { log, error, warn } = console;
    Object.assign(console, { log: written.push, error: written.push, warn: written.push });
    onTestFinished(() => void Object.assign(console, { log, error, warn }));
    const { gateway, emulator } = await openNmi();
    emulator.spoil("auth", "cut_after");
    await gateway.authorize(chargeOf(newReference()));

    expect(written).toEqual([]);
  });
});
