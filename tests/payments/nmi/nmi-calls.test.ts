import { describe, expect, test } from "vitest";
import { billing, cardOf } from "../gateways-live.ts";
import { chargeOf, goodCard, newReference, openNmi } from "./fixture.ts";

describe("a payment", () => {
  test("is approved for its amount, with the letters of both checks", async () => {
    const { gateway, account } = await openNmi();

    const result = await gateway.authorize(chargeOf("SHOPPAYMENT"));

    const ref = account.transactions[0]?.id;
    const card = { brand: "visa", last4: "1111" };
    const findings = { code: "approved", avs: "Y", cvv: "M", ...card, retryable: false };
    expect(result).toEqual({ status: "approved", ref, amountCents: 4200, ...findings });
  });

  test("is sent once, with the card, the addresses and the order ID in NMI's fields", async () => {
    const { gateway, emulator } = await openNmi();
    const shipping = { ...billing, streetAddress1: "2 Pine Street", countryArea: "WA" };
    await gateway.authorize(
      chargeOf("SHOPFIELDS", goodCard, { shipping, phone: "+1 503 555 0100", ip: "203.0.113.7", amountCents: 123405 }),
    );

    const year = String((new Date().getFullYear() + 2) % 100);
    expect(emulator.calls.map(({ path, fields }) => ({ path, fields }))).toEqual([
      {
        path: "/api/transact.php",
        fields: {
          security_key: emulator.securityKey,
          type: "auth",
          payment: "creditcard",
          amount: "1234.05",
          currency: "USD",
          orderid: "SHOPFIELDS",
          ccnumber: goodCard,
          ccexp: `12${year}`,
          cvv: "123",
          firstname: "Ada",
          lastname: "Shopper",
          address1: "1 Fern Lane",
          city: "Portland",
          state: "OR",
          zip: "97201",
          country: "US",
          email: "ada@example.com",
          phone: "+1 503 555 0100",
          ipaddress: "203.0.113.7",
          shipping_firstname: "Ada",
          shipping_lastname: "Shopper",
          shipping_address1: "2 Pine Street",
          shipping_city: "Portland",
          shipping_state: "WA",
          shipping_zip: "97201",
          shipping_country: "US",
        },
      },
    ]);
  });

  test("has no field that is empty, and none longer than a bank takes; other fields of an address stay here", async () => {
    const { gateway, emulator } = await openNmi();
    const long = {
      ...billing,
      firstName: "ä".repeat(99),
      city: "x".repeat(99),
      countryArea: "Baden-Württemberg",
      note: "secret",
    };
    await gateway.authorize(chargeOf(newReference(), goodCard, { billing: long }));

    const { fields = {} } = emulator.calls[0] ?? {};
    expect(fields.firstname).toBe("ä".repeat(50));
    expect(fields.city).toHaveLength(50);
    expect(Object.keys(fields)).not.toContain("state");
    expect(Object.values(fields)).not.toContain("");
    expect(JSON.stringify(fields)).not.toContain("secret");
  });

  test.each([
    ["4000000000000002", "card_declined"],
    ["4000000000009995", "insufficient_funds"],
    ["4000000000000069", "expired_card"],
    ["4000000000000127", "incorrect_cvc"],
  ])("with %s is declined as %s", async (number, code) => {
    const { gateway, recorded } = await openNmi();
    const reference = newReference();

    expect(await gateway.authorize(chargeOf(reference, number))).toMatchObject({ status: "declined", code, amountCents: 4200 });
    expect(await recorded({ reference })).toMatchObject({ status: "declined", state: "declined", code, capturedCents: 0 });
  });

  test("with a card that NMI itself rejects is declined, and has no reference", async () => {
    const { gateway } = await openNmi();
    const wrong = { card: cardOf("4111111111111112") };

    const result = await gateway.authorize(chargeOf(newReference(), "", { means: wrong }));

    expect(result).toMatchObject({ status: "declined", code: "incorrect_number", ref: "" });
  });

  test("that was approved for another amount says so, and asks for no such thing", async () => {
    const { gateway, emulator } = await openNmi();
    const result = await gateway.authorize(chargeOf(newReference(), "9999990000000121"));

    expect(result).toMatchObject({ status: "approved", amountCents: 2100, code: "amount_mismatch" });
    expect(emulator.calls[0]?.fields).not.toHaveProperty("partial_payments");
  });

  test("with a token is refused before anything is sent", async () => {
    const { gateway, emulator } = await openNmi();

    const result = await gateway.authorize(chargeOf(newReference(), "", { means: { token: "tok_1" } }));

    expect(result).toMatchObject({ status: "error", code: "card_required" });
    expect(emulator.calls).toEqual([]);
  });

  test("is never sent over an open line", () => {
    return expect(openNmi({ url: "http://gateway.example/api/" })).rejects.toThrow("must be https");
  });
});

describe("two payments of one card and amount", () => {
  test("under one order ID count as a duplicate, which the records decide", async () => {
    const { gateway, recorded } = await openNmi();
    const reference = newReference();
    const first = await gateway.authorize(chargeOf(reference));

    expect(await gateway.authorize(chargeOf(reference))).toMatchObject({ status: "unknown", code: "duplicate" });
    expect(await recorded({ reference })).toMatchObject({ state: "authorized", ref: first.ref });
  });

  test("are a duplicate without the order ID too, and the second is not found", async () => {
    const { gateway, account } = await openNmi();
    account.duplicates = "same card";
    await gateway.authorize(chargeOf(newReference()));
    const reference = newReference();

    expect(await gateway.authorize(chargeOf(reference))).toMatchObject({ status: "unknown", code: "duplicate" });
    expect(await gateway.lookup({ reference })).toEqual({ status: "not_found" });
  });

  test("are unknown if the processor calls them a duplicate", async () => {
    const { gateway, emulator } = await openNmi();
    emulator.spoil("auth", "duplicate");

    expect(await gateway.authorize(chargeOf(newReference()))).toMatchObject({ status: "unknown", code: "duplicate" });
  });
});

describe("a capture", () => {
  test("takes less than was authorized, under the payment's own reference", async () => {
    const { gateway, authorized, recorded, emulator } = await openNmi();
    const authRef = await authorized();

    const result = await gateway.capture({ reference: newReference(), authRef, amountCents: 4000 });

    expect(result).toMatchObject({ status: "approved", ref: authRef, amountCents: 4000 });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "captured", amountCents: 4200, capturedCents: 4000 });
    const { security_key, ...fields } = emulator.calls[1]?.fields ?? {};
    expect(fields).toEqual({ type: "capture", transactionid: authRef, amount: "40.00" });
  });

  test("is refused if it was made before, or is more than was authorized", async () => {
    const { gateway, captured, authorized } = await openNmi();
    const again = { reference: newReference(), authRef: await captured(), amountCents: 4200 };
    const more = { reference: newReference(), authRef: await authorized(), amountCents: 4300 };

    expect(await gateway.capture(again)).toMatchObject({ status: "error", code: "already_captured" });
    expect(await gateway.capture(more)).toMatchObject({ status: "error", code: "amount_exceeds_authorization" });
    expect(await gateway.capture({ ...more, authRef: "1" })).toMatchObject({ status: "error", code: "no_such_transaction" });
  });
});
