import { describe, expect, test } from "vitest";
import { chargeOf, newReference, openNmi } from "./fixture.ts";

describe("money that was not captured", () => {
  test("is voided whole, whatever amount is named", async () => {
    const { gateway, authorized, recorded, emulator } = await openNmi();
    const authRef = await authorized();

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: null, amountCents: 1 });

    expect(result).toMatchObject({ status: "voided", ref: authRef, amountCents: 4200 });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "voided", capturedCents: 0, captureRef: null });
    const { security_key, ...fields } = emulator.calls.find(({ fields }) => fields.type === "void")?.fields ?? {};
    expect(fields).toEqual({ type: "void", transactionid: authRef });
  });

  test("is not touched once it was captured, here or at the dashboard", async () => {
    const { gateway, authorized, account, sent } = await openNmi();
    const authRef = await authorized();
    account.captureAtDashboard(authRef, 4200);

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: null, amountCents: 4200 });
    account.settle();
    const later = await gateway.giveBack({ reference: newReference(), authRef, captureRef: null, amountCents: 4200 });

    expect([result, later]).toMatchObject([
      { status: "error", code: "already_captured" },
      { status: "error", code: "already_captured" },
    ]);
    expect(sent("void")).toBe(0);
  });

  test("went back already, by an answer that was lost or at the dashboard", async () => {
    const { gateway, authorized, emulator, account, sent } = await openNmi();
    const lost = { reference: newReference(), authRef: await authorized(), captureRef: null, amountCents: 4200 };
    emulator.spoil("void", "cut_after");
    const elsewhere = { ...lost, authRef: await authorized() };
    account.voidAtDashboard(elsewhere.authRef);

    expect(await gateway.giveBack(lost)).toMatchObject({ status: "unknown" });
    expect(await gateway.giveBack(lost)).toMatchObject({ status: "voided", ref: lost.authRef, amountCents: 4200 });
    expect(await gateway.giveBack(elsewhere)).toMatchObject({ status: "voided", amountCents: 4200 });
    expect(sent("void")).toBe(1);
  });

  test("cannot be returned as if it was captured", async () => {
    const { gateway, authorized } = await openNmi();
    const authRef = await authorized();

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 4200 });

    expect(result).toMatchObject({ status: "error", code: "not_captured" });
  });
});

describe("captured money before the settlement", () => {
  test("is voided if all of it goes back", async () => {
    const { gateway, captured, recorded } = await openNmi();
    const authRef = await captured();

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 4200 });

    expect(result).toMatchObject({ status: "voided", ref: authRef, amountCents: 4200 });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "voided" });
  });

  test("names the captured amount if less was captured than authorized", async () => {
    const { gateway, authorized } = await openNmi();
    const authRef = await authorized();
    await gateway.capture({ reference: newReference(), authRef, amountCents: 4000 });
    const whole = { reference: newReference(), authRef, captureRef: authRef, amountCents: 4000 };

    expect(await gateway.giveBack(whole)).toMatchObject({ status: "voided", amountCents: 4000 });
    expect(await gateway.giveBack(whole)).toMatchObject({ status: "voided", amountCents: 4000 });
  });

  test("goes back in parts only after the next night", async () => {
    const { gateway, captured, account, sent, noon } = await openNmi();
    const authRef = await captured();
    const part = { reference: newReference(), authRef, captureRef: authRef, amountCents: 1000 };

    const early = await gateway.giveBack(part);

    expect(early).toMatchObject({ status: "too_early", ref: null, amountCents: null, until: noon + 15 * 3_600_000 });
    expect([sent("void"), sent("refund")]).toEqual([0, 0]);
    account.settle();
    expect(await gateway.giveBack(part)).toMatchObject({ status: "refunded", amountCents: 1000 });
  });

  test("waits for this night's settlement before three in the morning", async () => {
    const { gateway, captured, pass, noon } = await openNmi();
    const authRef = await captured();
    pass(14 * 60);

    const early = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 1 });

    expect(early).toMatchObject({ status: "too_early", until: noon + 15 * 3_600_000 });
  });
});

describe("settled money", () => {
  test("is refunded in parts, each a transaction with its own order ID", async () => {
    const { gateway, settled, recorded, emulator } = await openNmi();
    const authRef = await settled();
    const reference = newReference();

    const first = await gateway.giveBack({ reference, authRef, captureRef: authRef, amountCents: 1000 });
    const second = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 3200 });

    expect([first, second]).toMatchObject([
      { status: "refunded", amountCents: 1000 },
      { status: "refunded", amountCents: 3200 },
    ]);
    const { security_key, ...fields } = emulator.calls.find(({ fields }) => fields.type === "refund")?.fields ?? {};
    expect(fields).toEqual({ type: "refund", transactionid: authRef, amount: "10.00", orderid: reference });
    expect(await recorded({ reference })).toMatchObject({ kind: "refund", state: "refunded", ref: first.ref, authRef });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "refunded", capturedCents: 4200, refundedCents: 4200 });
  });

  test.each(["transactions", "actions"] as const)("is refunded up to what is left, with refunds as %s", async (refunds) => {
    const { gateway, settled, account, recorded, sent } = await openNmi();
    account.refunds = refunds;
    const authRef = await settled();
    account.refundAtDashboard(authRef, 4000);

    expect(await recorded({ ref: authRef })).toMatchObject({ state: "part_refunded", refundedCents: 4000 });
    const more = { reference: newReference(), authRef, captureRef: authRef, amountCents: 300 };
    expect(await gateway.giveBack(more)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
    expect(sent("refund")).toBe(0);
    expect(await gateway.giveBack({ ...more, amountCents: 200 })).toMatchObject({ status: "refunded", amountCents: 200 });
  });

  test("is not refunded twice under one reference, even if the first answer was lost", async () => {
    const { gateway, settled, emulator, sent } = await openNmi();
    const authRef = await settled();
    const refund = { reference: newReference(), authRef, captureRef: authRef, amountCents: 1000 };
    emulator.spoil("refund", "cut_after");

    expect(await gateway.giveBack(refund)).toMatchObject({ status: "unknown" });
    expect(await gateway.giveBack(refund)).toMatchObject({ status: "refunded", amountCents: 1000 });
    expect(sent("refund")).toBe(1);
  });

  test("that NMI will not void, since it was settled meanwhile, is refused: the caller looks anew", async () => {
    const { gateway, captured, emulator } = await openNmi();
    const authRef = await captured();
    emulator.spoil("void", {
      body: "response=3&responsetext=Only transactions pending settlement can be voided REFID:1&transactionid=&type=void&response_code=300",
    });

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 4200 });

    expect(result).toMatchObject({ status: "error", code: "already_settled" });
  });
});

describe("nothing is sent", () => {
  test("for a payment that NMI does not have, or declined", async () => {
    const { gateway, sent, account } = await openNmi();
    await gateway.authorize(chargeOf(newReference(), "4000000000000002"));
    const declined = account.transactions[0]?.id ?? "";
    const call = { reference: newReference(), captureRef: null, amountCents: 4200 };

    expect(await gateway.giveBack({ ...call, authRef: "1" })).toMatchObject({ status: "error", code: "no_such_authorization" });
    expect(await gateway.giveBack({ ...call, authRef: declined })).toMatchObject({ code: "no_such_authorization" });
    expect(sent("void")).toBe(0);
  });

  test.each(["cut_before", "server_error", { body: "" }] as const)("if the records answer with %o", async (mishap) => {
    const { gateway, settled, emulator, sent } = await openNmi();
    const authRef = await settled();
    emulator.spoil("query", mishap);

    const result = await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 4200 });

    expect(result).toMatchObject({ status: "unknown" });
    expect(sent("refund")).toBe(0);
  });
});
