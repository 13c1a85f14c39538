import { describe, expect, test } from "vitest";
import type { RecordedTransaction } from "../../server/payments/gateways/gateway.ts";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { verdictOfRecord } from "../../server/payments/verdict.ts";
import { engines } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { atGateway, callOf, expectInOrder, quick, shopperAt } from "./shopper.ts";

const findings = { brand: "visa" as const, last4: "4242", avs: "Y", cvv: "M", code: "approved" };
const recorded = (change: Partial<RecordedTransaction>): RecordedTransaction => ({
  ...findings,
  status: "approved",
  key: "c-1",
  kind: "authorize",
  state: "authorized",
  ref: "ref-1",
  authRef: "ref-1",
  captureRef: null,
  amountCents: 2760,
  capturedCents: 0,
  refundedCents: 0,
  retryable: false,
  at: 1,
  ...change,
});

describe("what a looked-up authorisation means", () => {
  test.each(["authorized", "captured"] as const)("one that is %s pays for the order", (state) => {
    expect(verdictOfRecord(recorded({ state }), 2760)).toEqual({ is: "approved", ref: "ref-1", findings });
  });

  test.each(["voided", "refunded", "part_refunded"] as const)(
    "one that is %s pays for nothing, and no card was declined",
    (state) => {
      expect(verdictOfRecord(recorded({ state }), 2760)).toEqual({ is: "refused", findings });
      expect(verdictOfRecord(recorded({ state }), 2761)).toEqual({ is: "refused", findings });
    },
  );

  test("a declined one is a decline, whatever its state", () => {
    expect(verdictOfRecord(recorded({ status: "declined", state: "declined" }), 2760)).toEqual({ is: "declined", findings });
  });
});

describe.each(engines)("money that went back at the gateway before anybody asked, on %s", (engine) => {
  test.each(["void", "refund"] as const)("by a %s becomes no order, and stock and checkout are free again", async (way) => {
    const { shop, crashAt, states, orders } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("g.after_charge");
    await expect(pay(shop.shop, callOf(shop, shopper), quick)).rejects.toThrow("died at g.after_charge");
    const [held] = await atGateway(shop, "authorize");
    const { gateway } = shop.shop;
    const authRef = held?.ref ?? "";
    if (way === "void") await gateway.giveBack({ key: "owner:void", authRef, captureRef: null, amountCents: 4200 });
    else {
      const taken = await gateway.capture({ key: "owner:cap", authRef, amountCents: shopper.total });
      await gateway.giveBack({ key: "owner:ref", authRef: "", captureRef: taken.ref ?? "", amountCents: shopper.total });
    }
    shop.pass(quick.lease + 1);

    await reconcile(shop.shop, quick);

    expect(await orders()).toEqual([]);
    expect(await states()).toEqual(["declined"]);
    const { refusal_code } = await shop.shop.db.selectFrom("attempt").select("refusal_code").executeTakeFirstOrThrow();
    expect(refusal_code).toBe("failed");
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });
});
