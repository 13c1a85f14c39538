import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { faultCards } from "../../../server/payments/gateways/test/faults.ts";
import { luhn } from "../../../server/payments/rules/card.ts";
import { billing, cardOf } from "../gateways-live.ts";
import { heldCard, heldWithMoneyCard } from "./emulator-cards.ts";
import { cards, charge, connect, openTo } from "./fixture.ts";

const faultCard = (fault: string) => [...faultCards].find(([, name]) => name === fault)?.[0] ?? "";

describe("an authorization", () => {
  test("is approved with the amount, the gateway's number, and its findings about the card", async () => {
    const { gateway, emulator } = await connect();

    const result = await gateway.authorize(charge("APPROVED"));

    expect(result).toEqual({
      status: "approved",
      ref: emulator.ledger.entries[0]?.transId,
      amountCents: 4200,
      code: "approved",
      avs: "Y",
      cvv: "M",
      brand: "visa",
      last4: "1111",
      retryable: false,
    });
  });

  test.each([
    [cards.declined, "declined", "declined"],
    [cards.expired, "declined", "expired_card"],
    [cards.wrongCode, "declined", "incorrect_cvc"],
    ["4242424242424241", "declined", "incorrect_number"],
    [cards.processorAway, "unknown", "processing_error"],
    [heldCard, "held", "held_for_review"],
    [heldWithMoneyCard, "held", "held_for_review"],
  ])("of the card %s is %s: %s", async (number, status, code) => {
    const { gateway } = await connect();

    expect(await gateway.authorize(charge("VERDICT", number))).toMatchObject({ status, code });
  });

  test("sends what the gateway's fields take of the address, and nothing else", async () => {
    const { gateway, emulator } = await connect();
    const long = "a".repeat(70);
    const address = { ...billing, firstName: long, streetAddress1: `${"a".repeat(59)}😀`, countryArea: "", phone: "1" };

    const result = await gateway.authorize(
      charge("ADDRESS", cards.good, {
        billing: address,
        shipping: { ...billing, city: "Salem\n" },
        phone: "503 555 0100",
        ip: "::ffff:192.0.2.7",
      }),
    );

    expect(result.status).toBe("approved");
    expect(emulator.requests[0]?.body.transactionRequest).toMatchObject({
      billTo: {
        firstName: "a".repeat(50),
        lastName: "Shopper",
        address: "a".repeat(59),
        city: "Portland",
        zip: "97201",
        country: "US",
        phoneNumber: "503 555 0100",
      },
      shipTo: { city: "Salem", state: "OR" },
      customer: { email: "ada@example.com" },
      customerIP: "192.0.2.7",
    });
    expect(emulator.requests[0]?.body).not.toHaveProperty("transactionRequest.billTo.state");
    expect(emulator.requests[0]?.body).not.toHaveProperty("transactionRequest.billTo.phone");
  });

  test("leaves out an address of version 6, which the gateway does not know", async () => {
    const { gateway, emulator } = await connect();

    await gateway.authorize(charge("SIX", cards.good, { ip: "2001:db8::1" }));

    expect(emulator.requests[0]?.body.transactionRequest).not.toHaveProperty("customerIP");
  });

  test("asks for no part of the amount, no email of the gateway's, and the longest check for duplicates", async () => {
    const { gateway, emulator } = await connect();

    await gateway.authorize(charge("SETTINGS"));

    expect(emulator.requests[0]?.body).toMatchObject({
      refId: "SETTINGS",
      transactionRequest: {
        transactionType: "authOnlyTransaction",
        amount: "42.00",
        order: { invoiceNumber: "SETTINGS" },
        transactionSettings: {
          setting: [
            { settingName: "allowPartialAuth", settingValue: "false" },
            { settingName: "duplicateWindow", settingValue: "28800" },
            { settingName: "emailCustomer", settingValue: "false" },
          ],
        },
      },
    });
  });

  test("of a part is approved with the part's amount, which can be released", async () => {
    const { gateway } = await connect();

    const result = await gateway.authorize(charge("PART", faultCard("partial")));

    expect(result).toMatchObject({ status: "approved", amountCents: 2100, code: "amount_mismatch" });
    expect(
      await gateway.giveBack({ reference: "PARTV", authRef: result.ref ?? "", captureRef: null, amountCents: 4200 }),
    ).toMatchObject({ status: "voided", amountCents: 2100 });
  });

  test("sent twice is unknown the second time, and held once", async () => {
    const { gateway, emulator } = await connect();
    await gateway.authorize(charge("TWICE"));

    expect(await gateway.authorize(charge("TWICE"))).toMatchObject({ status: "unknown", code: "duplicate" });
    expect(emulator.ledger.entries).toHaveLength(1);
    expect(await gateway.lookup({ reference: "TWICE" })).toMatchObject({ status: "approved", state: "authorized" });
  });

  test("of a second order with the same card and amount is a payment of its own", async () => {
    const { gateway, emulator } = await connect();

    expect((await gateway.authorize(charge("FIRST"))).status).toBe("approved");
    expect((await gateway.authorize(charge("SECOND"))).status).toBe("approved");
    expect(emulator.ledger.entries).toHaveLength(2);
  });

  test("with a token is refused without a call", async () => {
    const { gateway, emulator } = await connect();

    const result = await gateway.authorize(charge("TOKEN", cards.good, { means: { token: "nonce" } }));

    expect(result).toMatchObject({ status: "error", code: "card_required" });
    expect(emulator.requests).toEqual([]);
  });

  test("with a wrong key is refused", async () => {
    const { emulator } = await connect();
    const stranger = openTo(emulator, { secret: "transaction-key2" });

    expect(await stranger.authorize(charge("STRANGER"))).toMatchObject({ status: "error", code: "unauthorized" });
  });
});

describe("an authorization without an answer is unknown", () => {
  test.each([
    ["drop_after", "unreachable", "approved"],
    ["error_after", "server_error", "approved"],
    ["truncated", "bad_answer", "approved"],
    ["empty", "bad_answer", "approved"],
    ["garbage", "bad_answer", "approved"],
    ["drop_before", "unreachable", "not_found"],
    ["error_before", "server_error", "not_found"],
  ])("%s: %s, and the look-up says %s", async (fault, code, found) => {
    const { gateway } = await connect();

    expect(await gateway.authorize(charge("FAULT", faultCard(fault)))).toMatchObject({ status: "unknown", code, ref: null });
    expect(await gateway.lookup({ reference: "FAULT" })).toMatchObject({ status: found });
  });

  test("an answer that comes after the deadline is none", async () => {
    const { gateway } = await connect();

    const result = await gateway.authorize(charge("SLOW", faultCard("slow"), { deadlineMs: 300 }));

    expect(result).toMatchObject({ status: "unknown", code: "timeout" });
    expect(await gateway.lookup({ reference: "SLOW" })).toMatchObject({ status: "approved" });
  });

  test("a payment that is carried out later is not found before", async () => {
    const { gateway, emulator } = await connect();

    expect(await gateway.authorize(charge("LATE", faultCard("late")))).toMatchObject({ status: "unknown" });
    expect(await gateway.lookup({ reference: "LATE" })).toEqual({ status: "not_found" });
    emulator.doLater();
    expect(await gateway.lookup({ reference: "LATE" })).toMatchObject({ status: "approved", state: "authorized" });
  });

  test("the answer to another request is none", async () => {
    const { gateway, emulator } = await connect();
    emulator.fail("authOnlyTransaction", "crossed");

    expect(await gateway.authorize(charge("CROSSED"))).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("maintenance is none", async () => {
    const { gateway, emulator } = await connect();
    emulator.switches.maintenance = true;

    expect(await gateway.authorize(charge("MAINTENANCE"))).toMatchObject({ status: "unknown" });
  });

  test("a status other than 200 is none, whatever its body says", async () => {
    const body = { messages: { resultCode: "Error", message: [{ code: "E00007", text: "" }] } };
    const { emulator } = await connect();
    const gateway = openTo(emulator, { fetch: async () => Response.json(body, { status: 403 }) });

    expect(await gateway.authorize(charge("STATUS"))).toMatchObject({ status: "unknown", code: "bad_answer" });
  });
});

describe("secrets", () => {
  test("neither the card nor the transaction key is in anything that comes back or is thrown", async () => {
    const { emulator, gateway } = await connect();
    const number = "9999500000001234";
    const secrets = [number, "8765", emulator.secret];
    const outcomes: unknown[] = [];
    for (const fault of ["cut_before", "cut_after", "truncated", "html", undefined] as const) {
      if (fault) emulator.fail("authOnlyTransaction", fault);
      const card = cardOf(number, { securityCode: "8765" });
      outcomes.push(await gateway.authorize(charge("CANARY", card)));
    }
    const echoing = openTo(emulator, {
      fetch: async (_url, init) => {
        throw new Error(String(init?.body));
      },
    });
    outcomes.push(await echoing.authorize(charge("CANARY", cardOf(number, { securityCode: "8765" }))).catch((error) => error));
    const repeating = openTo(emulator, { fetch: async (_url, init) => new Response(String(init?.body)) });
    outcomes.push(await repeating.authorize(charge("CANARY", cardOf(number, { securityCode: "8765" }))).catch((error) => error));
    outcomes.push(await gateway.lookup({ reference: "CANARY" }), gateway, await gateway.list({ since: 0, until: Date.now() }));

    const text = outcomes
      .map((outcome) => `${inspect(outcome, { depth: 20, showHidden: true })}${JSON.stringify(outcome)}`)
      .join("\n");
    expect(outcomes).toHaveLength(10);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test("a card goes over a closed line only", async () => {
    const { emulator } = await connect();

    expect(() => openTo(emulator, { url: "http://gateway.example/xml/v1/request.api" })).toThrow("https");
    expect(() => openTo(emulator, { login: undefined })).toThrow("PAYMENT_GATEWAY_LOGIN");
  });
});

test("the emulator's cards for review are valid numbers", () => {
  expect([luhn(heldCard), luhn(heldWithMoneyCard)]).toEqual([true, true]);
});
