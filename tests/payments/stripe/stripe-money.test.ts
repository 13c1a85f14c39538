import { describe, expect, test } from "vitest";
import { newReference, openStripe } from "./fixture.ts";

describe("a capture", () => {
  test("takes what was held, or less, once", async () => {
    const { gateway, authorized, recorded } = await openStripe();
    const authRef = await authorized();

    const result = await gateway.capture({ reference: newReference(), authRef, amountCents: 3000 });

    expect(result).toMatchObject({ status: "approved", ref: authRef, amountCents: 3000 });
    expect(await recorded({ ref: authRef })).toMatchObject({
      state: "captured",
      amountCents: 4200,
      capturedCents: 3000,
      refundedCents: 0,
      captureRef: authRef,
    });
    const again = await gateway.capture({ reference: newReference(), authRef, amountCents: 3000 });
    expect(again).toMatchObject({ status: "error", code: "already_captured" });
  });

  test("of more than is held, of a canceled payment, and of none is refused", async () => {
    const { gateway, authorized, account } = await openStripe();
    const authRef = await authorized();

    const capture = (ref: string, amountCents: number) =>
      gateway.capture({ reference: newReference(), authRef: ref, amountCents });
    expect(await capture(authRef, 4201)).toMatchObject({ status: "error", code: "amount_out_of_bounds" });
    account.cancel(authRef);
    expect(await capture(authRef, 4200)).toMatchObject({ status: "error", code: "unexpected_state" });
    expect(await capture("pi_none", 4200)).toMatchObject({ status: "error", code: "no_such_transaction" });
  });

  test("is tried anew after an error that Stripe keeps under its key", async () => {
    const { gateway, authorized, emulator } = await openStripe();
    const call = { reference: newReference(), authRef: await authorized(), amountCents: 4200 };
    emulator.spoil("capture", "failed");

    expect(await gateway.capture(call)).toMatchObject({ status: "unknown", code: "server_error" });
    expect(await gateway.capture(call)).toMatchObject({ status: "approved" });
  });
});

describe("money that goes back", () => {
  test("is canceled while it is only held, and says so again", async () => {
    const { gateway, authorized, recorded, sent } = await openStripe();
    const reference = newReference();
    const authRef = await authorized(reference);
    const money = { reference: newReference(), authRef, captureRef: null, amountCents: 4200 };

    expect(await gateway.giveBack(money)).toMatchObject({ status: "voided", amountCents: 4200 });
    expect(await gateway.giveBack(money)).toMatchObject({ status: "voided", amountCents: 4200 });

    expect(await recorded({ ref: authRef })).toMatchObject({ state: "voided", reference });
    expect(sent("cancel")).toBe(1);
  });

  test("without a capture is refused once the payment was captured", async () => {
    const { gateway, captured, sent } = await openStripe();
    const authRef = await captured();

    const money = { reference: newReference(), authRef, captureRef: null, amountCents: 4200 };
    expect(await gateway.giveBack(money)).toMatchObject({ status: "error", code: "already_captured" });
    expect([sent("cancel"), sent("refund")]).toEqual([0, 0]);
  });

  test("is refunded at once, in parts, and never more than is left", async () => {
    const { gateway, captured, recorded } = await openStripe();
    const authRef = await captured();
    const back = (amountCents: number) =>
      gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents });

    expect(await back(500)).toMatchObject({ status: "refunded", ref: expect.stringMatching(/^re_/), amountCents: 500 });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "part_refunded", refundedCents: 500 });
    expect(await back(3701)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
    expect(await back(3700)).toMatchObject({ status: "refunded", amountCents: 3700 });
    expect(await recorded({ ref: authRef })).toMatchObject({ state: "refunded", refundedCents: 4200, capturedCents: 4200 });
  });

  test("is not refunded before the capture, nor where nothing was held", async () => {
    const { gateway, authorized, account } = await openStripe();
    const authRef = await authorized();
    const back = (ref: string) =>
      gateway.giveBack({ reference: newReference(), authRef: ref, captureRef: ref, amountCents: 500 });

    expect(await back(authRef)).toMatchObject({ status: "error", code: "not_captured" });
    expect(await back("pi_none")).toMatchObject({ status: "error", code: "no_such_authorization" });
    const { id } = account.addIntent({ last_payment_error: { type: "card_error", code: "card_declined" } });
    expect(await back(id)).toMatchObject({ status: "error", code: "no_such_authorization" });
  });

  test("is refunded once under one reference, also where the answer was lost and the key is forgotten", async () => {
    const { gateway, captured, emulator, account, pass, recorded } = await openStripe();
    const authRef = await captured();
    const money = { reference: newReference(), authRef, captureRef: authRef, amountCents: 500 };
    emulator.spoil("refund", "cut_after");

    expect(await gateway.giveBack(money)).toMatchObject({ status: "unknown" });
    pass(2 * 86_400_000);
    expect(await gateway.giveBack(money)).toMatchObject({ status: "refunded", amountCents: 500 });

    expect(account.refunds).toHaveLength(1);
    expect(await recorded({ reference: money.reference })).toMatchObject({ kind: "refund", state: "refunded", authRef });
  });

  test("is refunded once if two processes send the refund at a time", async () => {
    const { gateway, captured, account } = await openStripe();
    const authRef = await captured();
    const money = { reference: newReference(), authRef, captureRef: authRef, amountCents: 500 };

    await Promise.all([gateway.giveBack(money), gateway.giveBack(money)]);

    expect(account.refunds).toHaveLength(1);
  });

  test("that the bank sent back is refunded again", async () => {
    const { gateway, captured, account, recorded } = await openStripe();
    const authRef = await captured();
    const money = { reference: newReference(), authRef, captureRef: authRef, amountCents: 500 };
    const first = await gateway.giveBack(money);

    account.failRefund(first.ref ?? "");
    expect(await recorded({ reference: money.reference })).toMatchObject({ status: "declined", code: "refund_failed" });

    expect(await gateway.giveBack(money)).toMatchObject({
      status: "refunded",
      ref: expect.not.stringMatching(String(first.ref)),
    });
    expect(await recorded({ reference: money.reference })).toMatchObject({ state: "refunded" });
  });

  test("is declined if the bank refuses the refund, and unknown if the bank wants more", async () => {
    const { gateway, captured, account } = await openStripe();
    const authRef = await captured();
    const back = () => gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 500 });

    account.refundStatus = "failed";
    expect(await back()).toMatchObject({ status: "declined", code: "refund_failed" });
    account.refundStatus = "requires_action";
    expect(await back()).toMatchObject({ status: "unknown", code: "bad_answer" });
    account.refundStatus = "pending";
    expect(await back()).toMatchObject({ status: "refunded" });
  });

  test("of a disputed payment is refused, which still counts as captured", async () => {
    const { gateway, captured, recorded } = await openStripe();
    const authRef = await captured(newReference(), "4000000000000259");

    expect(await recorded({ ref: authRef })).toMatchObject({ state: "captured", refundedCents: 0, disputed: true });
    const money = { reference: newReference(), authRef, captureRef: authRef, amountCents: 500 };
    expect(await gateway.giveBack(money)).toMatchObject({ status: "error", code: "disputed" });
  });

  test("is voided where the authorization has lapsed", async () => {
    const { gateway, authorized, account, recorded } = await openStripe();
    const authRef = await authorized();
    account.cancel(authRef, "automatic");

    expect(await recorded({ ref: authRef })).toMatchObject({ state: "expired", capturedCents: 0 });
    const money = { reference: newReference(), authRef, captureRef: null, amountCents: 4200 };
    expect(await gateway.giveBack(money)).toMatchObject({ status: "voided", amountCents: 4200 });
  });
});

describe("what is done at Stripe's dashboard", () => {
  test("is what the shop finds", async () => {
    const { gateway, authorized, account, recorded } = await openStripe();
    const [captured, canceled, refunded] = [await authorized(), await authorized(), await authorized()];

    account.capture(captured);
    account.cancel(canceled, "requested_by_customer");
    account.capture(refunded);
    account.refund(refunded, 700);

    expect(await recorded({ ref: captured })).toMatchObject({ state: "captured", capturedCents: 4200 });
    expect(await recorded({ ref: canceled })).toMatchObject({ state: "voided" });
    expect(await recorded({ ref: refunded })).toMatchObject({ state: "part_refunded", refundedCents: 700 });
    const money = { reference: newReference(), authRef: refunded, captureRef: refunded, amountCents: 3501 };
    expect(await gateway.giveBack(money)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
  });
});
