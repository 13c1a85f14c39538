import { describe, expect, onTestFinished, test } from "vitest";
import { openStripeGateway } from "../../../server/payments/gateways/stripe/stripe-gateway.ts";
import { referenceOf } from "../../../server/payments/references.ts";
import { remembering } from "../../../server/payments/remembering.ts";
import { engines, openShop } from "../../support/shop.ts";
import { charge } from "../gateways-live.ts";
import { StripeEmulator } from "./emulator.ts";
import { payOn } from "./fixture.ts";

const minute = 60_000;

describe.each(engines)("Stripe, remembered by the shop on %s", (engine) => {
  const open = async () => {
    const { shop, pass } = await openShop({ engine, pays: false });
    const { db, now } = shop;
    const emulator = await new StripeEmulator(now).start();
    onTestFinished(() => emulator.stop());
    const keyless = openStripeGateway({ url: emulator.url, secret: emulator.secretKey, now });
    const memory = () => remembering(keyless, { db, now });
    const hosted = { returnUrl: "https://shop.example/paid", cancelUrl: "https://shop.example/back", until: now() + 30 * minute };
    const page = (key: string) => charge(key, undefined, { means: { hosted } });
    return { gateway: memory(), restarted: memory, emulator, page, db, now, pass };
  };

  /** A payment of this key that the shopper has made on the page. */
  const paid = async (key: string) => {
    const shop = await open();
    const opened = await shop.gateway.authorize(shop.page(key));
    if (opened.status !== "elsewhere") throw new Error(opened.code);
    await payOn(opened.page.address);
    const found = await shop.gateway.lookup({ key });
    if (found.status !== "approved") throw new Error(found.status);
    return { ...shop, opened, authRef: found.ref };
  };

  test("opens one page per key, finds its payment by the page that it stored, and moves its money", async () => {
    const { gateway, restarted, emulator, authRef } = await paid("k-1");
    expect(await gateway.lookup({ key: "k-1" })).toMatchObject({ key: "k-1", state: "authorized", ref: authRef });
    expect(await restarted().lookup({ key: "k-1" })).toMatchObject({ ref: authRef });
    expect(emulator.calls.map(({ name }) => name)).not.toContain("list_sessions");

    const capture = { key: "k-1:cap", authRef, amountCents: 4200 };
    expect(await gateway.capture(capture)).toMatchObject({ status: "approved", ref: authRef });
    expect(await gateway.capture(capture)).toMatchObject({ status: "approved", ref: authRef });
    expect(await gateway.capture({ ...capture, amountCents: 4199 })).toMatchObject({ code: "key_conflict" });
    const refund = { key: "k-1:ref:r-1", authRef, captureRef: authRef, amountCents: 500 };
    expect(await gateway.giveBack(refund)).toMatchObject({ status: "refunded", amountCents: 500 });
    expect(await gateway.giveBack(refund)).toMatchObject({ status: "refunded", amountCents: 500 });

    expect(emulator.calls.filter(({ name }) => name === "capture" || name === "refund")).toHaveLength(2);
    expect(await gateway.lookup({ key: refund.key })).toMatchObject({
      key: refund.key,
      kind: "refund",
      state: "refunded",
      authRef,
    });
    expect(await gateway.lookup({ ref: authRef })).toMatchObject({ key: "k-1", state: "part_refunded" });
  });

  test("never sends a page twice; the look-up finds the one whose answer was lost, and closes it", async () => {
    const { gateway, emulator, page } = await open();
    emulator.spoil("create_session", "cut_after");
    expect(await gateway.authorize(page("k-1"))).toMatchObject({ status: "unknown" });

    expect(await gateway.authorize(page("k-1"))).toMatchObject({ status: "unknown", code: "outcome_unknown" });
    expect(await gateway.lookup({ key: "k-1" })).toEqual({ status: "not_found" });
    expect(await gateway.closePage?.({ key: "k-1" })).toEqual({ status: "closed" });

    expect(emulator.account.sessions).toMatchObject([{ status: "expired" }]);
  });

  test("sends a capture or a refund once whose answer was lost", async () => {
    const { gateway, emulator, authRef } = await paid("k-1");
    const capture = { key: "k-1:cap", authRef, amountCents: 4200 };
    emulator.spoil("capture", "cut_after");
    expect(await gateway.capture(capture)).toMatchObject({ status: "unknown" });
    expect(await gateway.capture(capture)).toMatchObject({ status: "approved", amountCents: 4200 });

    const refund = { key: "k-1:ref:r-1", authRef, captureRef: authRef, amountCents: 500 };
    emulator.spoil("refund", "cut_after");
    expect(await gateway.giveBack(refund)).toMatchObject({ status: "unknown" });
    expect(await gateway.giveBack(refund)).toMatchObject({ status: "refunded", amountCents: 500 });

    expect(emulator.calls.filter(({ name }) => name === "capture" || name === "refund")).toHaveLength(2);
    expect(emulator.account.refunds).toHaveLength(1);
  });

  test("lists what the shop made by its keys, and finds a payment whose row was lost with a backup", async () => {
    const { gateway, db, now, pass, authRef } = await paid("k-1");
    await gateway.capture({ key: "k-1:cap", authRef, amountCents: 4200 });
    await gateway.giveBack({ key: "k-1:ref:r-1", authRef, captureRef: authRef, amountCents: 500 });
    const period = { since: now() - minute, until: now() + 10 * minute };
    const keysNow = async () => {
      const listing = await gateway.list(period);
      return listing.status === "listed" ? listing.transactions.map(({ key }) => key).toSorted() : [];
    };
    expect(await keysNow()).toEqual(["k-1", "k-1:ref:r-1"]);

    await db.deleteFrom("gateway_call").execute();
    pass(2 * 86_400_000);
    const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    const lost = ["k-1", "k-1:ref:r-1"].map((key) => `${id}-${referenceOf(id, key)}`);
    expect(await keysNow()).toEqual(lost.toSorted());
    expect(await gateway.lookup({ key: "k-1" })).toMatchObject({ key: "k-1", ref: authRef });
  });
});
