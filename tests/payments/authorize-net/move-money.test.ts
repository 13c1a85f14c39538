import { describe, expect, onTestFinished, test, vi } from "vitest";
import { heldWithMoneyCard } from "./emulator-cards.ts";
import { authorized, captured, cards, charge, connect, settled } from "./fixture.ts";

const at = Date.UTC(2027, 0, 15, 20);

describe("a capture", () => {
  test("takes what was authorized, or less, under the payment's own number", async () => {
    const connected = await connect();
    const authRef = await authorized(connected, "CAPTURE");

    const result = await connected.gateway.capture({ reference: "CAPTUREC", authRef, amountCents: 4000 });

    expect(result).toMatchObject({ status: "approved", ref: authRef, amountCents: 4000, brand: "visa", last4: "1111" });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({
      reference: "CAPTURE",
      state: "captured",
      captureRef: authRef,
      amountCents: 4200,
      capturedCents: 4000,
    });
  });

  test("of a payment that was captured or voided at the dashboard is refused as such", async () => {
    const connected = await connect();
    const { emulator, gateway } = connected;
    const [first, second] = [await authorized(connected, "ONE"), await authorized(connected, "TWO")];
    emulator.captureAtDashboard(first, 4200);
    emulator.voidAtDashboard(second);

    expect(await gateway.capture({ reference: "ONEC", authRef: first, amountCents: 4200 })).toMatchObject({
      status: "error",
      code: "already_captured",
    });
    expect(await gateway.capture({ reference: "TWOC", authRef: second, amountCents: 4200 })).toMatchObject({
      status: "error",
      code: "already_voided",
    });
  });

  test("of more than was authorized is refused", async () => {
    const connected = await connect();
    const authRef = await authorized(connected, "MORE");

    expect(await connected.gateway.capture({ reference: "MOREC", authRef, amountCents: 4201 })).toMatchObject({
      status: "error",
    });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ state: "authorized", capturedCents: 0 });
  });

  test.each([
    ["cut_before", "authorized"],
    ["cut_after", "captured"],
    ["error_after", "captured"],
  ] as const)("without an answer is unknown (%s), and the payment says %s", async (fault, state) => {
    const connected = await connect();
    const authRef = await authorized(connected, "LOST");
    connected.emulator.fail("priorAuthCaptureTransaction", fault);

    expect(await connected.gateway.capture({ reference: "LOSTC", authRef, amountCents: 4200 })).toMatchObject({
      status: "unknown",
    });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ state });
  });

  test("answered for another payment is unknown", async () => {
    const connected = await connect();
    const authRef = await authorized(connected, "OTHER");
    const transactionResponse = { responseCode: "1", transId: "7", refTransID: "7", messages: [{ code: "1" }] };
    const messages = { resultCode: "Ok", message: [{ code: "I00001" }] };
    connected.emulator.fail("priorAuthCaptureTransaction", { answer: { transactionResponse, messages } });

    expect(await connected.gateway.capture({ reference: "OTHERC", authRef, amountCents: 4200 })).toMatchObject({
      status: "unknown",
      code: "bad_answer",
    });
  });
});

describe("money that was not captured", () => {
  test("is voided as a whole", async () => {
    const connected = await connect();
    const authRef = await authorized(connected, "VOID");
    const call = { reference: "VOIDV", authRef, captureRef: null, amountCents: 1 };

    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "voided", ref: authRef, amountCents: 4200 });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ status: "approved", state: "voided" });
    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "error", code: "already_voided" });
  });

  test("is voided while a person at the gateway reviews it", async () => {
    const { gateway } = await connect();
    const { ref } = await gateway.authorize(charge("HELD", heldWithMoneyCard));

    expect(await gateway.giveBack({ reference: "HELDV", authRef: ref ?? "", captureRef: null, amountCents: 4200 })).toMatchObject(
      { status: "voided", amountCents: 4200 },
    );
  });

  test("that was captured meanwhile stays, and the look-up tells the capture", async () => {
    const connected = await connect();
    const authRef = await captured(connected, "MEANWHILE");
    const call = { reference: "MEANWHILEV", authRef, captureRef: null, amountCents: 4200 };

    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "error", code: "already_captured" });
    connected.emulator.settle();
    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "error", code: "already_captured" });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ state: "captured", capturedCents: 4200 });
  });

  test.each([
    ["declined", "no_such_authorization"],
    ["expired", "authorization_expired"],
  ])("of a payment that is %s is refused: %s", async (status, code) => {
    const connected = await connect();
    const authRef = await authorized(connected, "GONE");
    connected.emulator.changeStatus(authRef, status);

    expect(await connected.gateway.giveBack({ reference: "GONEV", authRef, captureRef: null, amountCents: 4200 })).toMatchObject({
      status: "error",
      code,
    });
  });

  test("of a payment that the gateway does not know is refused", async () => {
    const { gateway } = await connect();

    for (const authRef of ["123", "not-a-number"])
      expect(await gateway.giveBack({ reference: "NONEV", authRef, captureRef: null, amountCents: 1 })).toMatchObject({
        status: "error",
        code: "no_such_authorization",
      });
  });
});

describe("captured money before it is settled", () => {
  test("goes back as a whole by a void of what was captured", async () => {
    const connected = await connect();
    const authRef = await captured(connected, "WHOLE", 4000);

    expect(
      await connected.gateway.giveBack({ reference: "WHOLER", authRef, captureRef: authRef, amountCents: 4000 }),
    ).toMatchObject({ status: "voided", ref: authRef, amountCents: 4000 });
  });

  test("waits for the night if a part goes back, and then goes back", async () => {
    const clock = { now: at };
    const connected = await connect({ now: () => clock.now });
    const authRef = await captured(connected, "PART");
    const call = { reference: "PARTR", authRef, captureRef: authRef, amountCents: 1200 };

    expect(await connected.gateway.giveBack(call)).toMatchObject({
      status: "too_early",
      code: "not_settled",
      until: Date.UTC(2027, 0, 16, 3),
    });
    clock.now = Date.UTC(2027, 0, 16, 3);
    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "too_early", until: Date.UTC(2027, 0, 17, 3) });
    connected.emulator.settle();
    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "refunded", amountCents: 1200 });
  });

  test("is not more than was captured", async () => {
    const connected = await connect();
    const authRef = await captured(connected, "BEYOND", 4000);

    expect(
      await connected.gateway.giveBack({ reference: "BEYONDR", authRef, captureRef: authRef, amountCents: 4001 }),
    ).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
  });

  test("cannot be refunded, as the gateway itself says", async () => {
    const connected = await connect();
    const authRef = await settled(connected, "RACE");
    connected.emulator.fail("refundTransaction", {
      answer: {
        transactionResponse: { responseCode: "3", transId: "0", errors: [{ errorCode: "54" }] },
        messages: { resultCode: "Error", message: [{ code: "E00027" }] },
      },
    });

    expect(
      await connected.gateway.giveBack({ reference: "RACER", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "error", code: "not_refundable" });
  });
});

describe("settled money", () => {
  test("goes back in equal parts, to the card's last four digits, and never beyond the capture", async () => {
    const connected = await connect();
    const { gateway, emulator } = connected;
    const authRef = await settled(connected, "PARTS");
    const refund = (reference: string, amountCents: number) =>
      gateway.giveBack({ reference, authRef, captureRef: authRef, amountCents });

    const first = await refund("PARTSA", 1500);
    expect(first).toMatchObject({ status: "refunded", amountCents: 1500, last4: "1111", brand: "visa" });
    expect(first.ref).not.toBe(authRef);
    expect(await refund("PARTSB", 1500)).toMatchObject({ status: "refunded", amountCents: 1500 });
    expect(await gateway.lookup({ ref: authRef })).toMatchObject({ state: "part_refunded", refundedCents: 3000 });
    expect(await refund("PARTSC", 1201)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
    emulator.settle();
    expect(await refund("PARTSD", 1200)).toMatchObject({ status: "refunded" });
    expect(await gateway.lookup({ ref: authRef })).toMatchObject({ state: "refunded", capturedCents: 4200, refundedCents: 4200 });
    expect(await gateway.lookup({ reference: "PARTSA" })).toMatchObject({
      kind: "refund",
      ref: first.ref,
      authRef,
      amountCents: 1500,
    });
  });

  test("that went back under this reference is not sent again, even after the gateway forgot the duplicate", async () => {
    const clock = { now: at };
    const connected = await connect({ now: () => clock.now });
    const authRef = await settled(connected, "AGAIN");
    const call = { reference: "AGAINR", authRef, captureRef: authRef, amountCents: 1000 };
    const first = await connected.gateway.giveBack(call);
    clock.now += 9 * 3_600_000;

    expect(await connected.gateway.giveBack(call)).toMatchObject({ status: "refunded", ref: first.ref, amountCents: 1000 });
    expect(connected.emulator.requests.filter(({ body }) => JSON.stringify(body).includes("refundTransaction"))).toHaveLength(1);
  });

  test.each([
    ["cut_before", "not_found"],
    ["cut_after", "approved"],
  ] as const)("whose refund had no answer is unknown (%s), and its look-up says %s", async (fault, status) => {
    const connected = await connect();
    const authRef = await settled(connected, "LOST");
    connected.emulator.fail("refundTransaction", fault);

    expect(
      await connected.gateway.giveBack({ reference: "LOSTR", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "unknown", code: "unreachable" });
    expect(await connected.gateway.lookup({ reference: "LOSTR" })).toMatchObject({ status });
  });

  test("counts what went back at the dashboard, but not what was taken back there", async () => {
    const connected = await connect();
    const { gateway, emulator } = connected;
    const authRef = await settled(connected, "DASHBOARD");
    const { transId } = emulator.refundAtDashboard(authRef, 4000);
    const call = { reference: "DASHBOARDR", authRef, captureRef: authRef, amountCents: 4200 };

    expect(await gateway.giveBack(call)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
    emulator.voidAtDashboard(transId);
    expect(await gateway.lookup({ ref: transId })).toMatchObject({ kind: "refund", status: "declined", state: "declined" });
    expect(await gateway.giveBack(call)).toMatchObject({ status: "refunded" });
  });

  test("that the cardholder disputes is not refunded on top", async () => {
    const connected = await connect();
    const authRef = await settled(connected, "DISPUTE");
    connected.emulator.changeStatus(authRef, "chargeback");

    expect(
      await connected.gateway.giveBack({ reference: "DISPUTER", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "error", code: "disputed" });
    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ state: "captured" });
  });
});

describe("money is left alone while the payment cannot be looked up", () => {
  test.each(["cut_before", "html", "error_before"] as const)("%s is unknown, and nothing is sent", async (fault) => {
    const connected = await connect();
    const authRef = await settled(connected, "BLIND");
    const before = connected.emulator.requests.length;
    connected.emulator.fail("getTransactionDetailsRequest", fault);

    expect(
      await connected.gateway.giveBack({ reference: "BLINDR", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "unknown", code: "not_sent" });
    expect(connected.emulator.requests).toHaveLength(before + 1);
  });

  test("also if only its refunds cannot be", async () => {
    const connected = await connect();
    const authRef = await settled(connected, "HALF");
    connected.emulator.fail("getSettledBatchListRequest", "truncated");

    expect(
      await connected.gateway.giveBack({ reference: "HALFR", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "unknown", code: "not_sent" });
    expect(connected.emulator.requests.at(-1)?.call).toBe("getSettledBatchListRequest");
  });

  test("and while its status says nothing yet", async () => {
    const connected = await connect();
    const authRef = await authorized(connected, "ODD");
    connected.emulator.changeStatus(authRef, "updatingSettlement");

    expect(await connected.gateway.giveBack({ reference: "ODDV", authRef, captureRef: null, amountCents: 4200 })).toMatchObject({
      status: "unknown",
      code: "not_sent",
    });
  });

  test("a deadline counts for all requests of a call together", async () => {
    const connected = await connect();
    const authRef = await settled(connected, "DEADLINE");
    const { emulator } = connected;
    const before = emulator.requests.length;
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => realNow() + (emulator.requests.length - before) * 20_000);
    onTestFinished(() => clock.mockRestore());

    expect(
      await connected.gateway.giveBack({ reference: "DEADLINER", authRef, captureRef: authRef, amountCents: 4200 }),
    ).toMatchObject({ status: "unknown", code: "not_sent" });
    expect(emulator.requests).toHaveLength(before + 1);
  });
});

test("the brand is the gateway's", async () => {
  const { gateway } = await connect();

  expect(await gateway.authorize(charge("BRAND", cards.masterCard))).toMatchObject({ brand: "mastercard", last4: "0015" });
  expect(await gateway.lookup({ reference: "BRAND" })).toMatchObject({ brand: "mastercard", last4: "0015" });
});
