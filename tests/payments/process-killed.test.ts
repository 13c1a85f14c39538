import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, proofEngines } from "../support/long-form.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { rawEmailsIn } from "../support/sent-emails.ts";
import type { Engine } from "../support/shop.ts";
import { expectClean } from "./settled.ts";
import {
  expireLeases,
  gatewayKinds,
  inDatabase,
  prepareEnvironment,
  type ShopEnvironment,
  startShop,
  store,
  until,
} from "./shop-process.ts";
import { shopperOn } from "./shopper.ts";

const attemptsIn = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.selectFrom("attempt").select(["state", "amount"]).execute());

const inState = (place: ShopEnvironment, wanted: string) =>
  until(async () => (await attemptsIn(place))[0]?.state === wanted || undefined);

async function payOne(shop: RunningShop): Promise<void> {
  expect((await (await shopperOn(new TestBrowser(shop.url))).pay()).status).toBe(200);
}

/** The owner cancels by the command while no shop runs; resolves with the shop that then moves the money. */
async function cancelWhileStopped(place: ShopEnvironment, failpoint: string): Promise<RunningShop> {
  const paidAt = await startShop(place);
  await payOne(paidAt);
  await inState(place, "captured");
  await paidAt.end();
  const canceled = await store(place, "cancel", "1001");
  expect([canceled.code, canceled.said]).toEqual([0, "Order 1001 is canceled.\nThe payment: waiting for the shop to start.\n"]);
  expect(await inDatabase(place, ({ db }) => findBreaches(db))).toEqual([]);
  return await startShop(place, failpoint);
}

/** The short form: one process from the payment to its end. */
async function cancelWhileRunning(place: ShopEnvironment, failpoint: string): Promise<RunningShop> {
  const shop = await startShop(place, failpoint);
  await payOne(shop);
  await inState(place, "captured");
  await inDatabase(place, async ({ db }) => {
    const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(db, id, Date.now(), returnPromoUse);
  });
  return shop;
}

const placeOfRefund = (engine: Engine) => (engine === "sqlite" ? "refund.after:kill" : "refund.before:kill");

describe.each(proofEngines)("a server killed while it is paid, on %s", { timeout: 120_000 }, (engine) => {
  test("right after the charge: after the restart there is the order, with that one authorisation", async () => {
    const place = await prepareEnvironment(engine);
    const killed = await startShop(place, "g.after_charge:kill");
    const shopper = await shopperOn(new TestBrowser(killed.url));

    await expect(shopper.pay()).rejects.toThrow();

    expect(await killed.end()).toBeNull();
    expect(killed.process.signalCode).toBe("SIGKILL");
    expect(await attemptsIn(place)).toEqual([{ state: "sent", amount: shopper.total }]);
    await expireLeases(place);

    const restarted = await startShop(place);
    const browser = new TestBrowser(restarted.url);
    for (const [name, value] of shopper.browser.jar) browser.jar.set(name, value);
    const { orderId } = await until(async () => {
      const paid = await browser.get(`/storefront/checkout/payment/${shopper.checkoutId}/`);
      const found = /confirmation\/([a-f0-9]{32})/.exec(paid.headers.get("location") ?? "")?.[1];
      return found === undefined ? undefined : { orderId: found };
    });
    expect((await browser.get(`/storefront/checkout/confirmation/${orderId}/`)).text).toContain("1001");
    await inState(place, "captured");
    expect(await restarted.end("SIGTERM")).toBe(0);
    await expectClean(place);
    expect(await gatewayKinds(place)).toEqual(["authorize", "capture"]);
  });

  test("before the gateway was asked: after the restart the stock is free again, and fsck tells what was damaged since", async () => {
    const place = await prepareEnvironment(engine);
    const killed = await startShop(place, "p.after_commit:kill");
    const shopper = await shopperOn(new TestBrowser(killed.url));
    await expect(shopper.pay()).rejects.toThrow();
    expect(await killed.end()).toBeNull();
    await expireLeases(place);

    const restarted = await startShop(place);
    const browser = new TestBrowser(restarted.url);
    for (const [name, value] of shopper.browser.jar) browser.jar.set(name, value);
    await inState(place, "not_found");
    await restarted.end("SIGKILL");

    expect(await gatewayKinds(place)).toEqual([]);
    expect(await inDatabase(place, ({ db }) => db.selectFrom("variant").select("reserved").execute())).toEqual([{ reserved: 0 }]);
    await expectClean(place);
    await inDatabase(place, ({ db }) => db.updateTable("variant").set({ reserved: 1 }).execute());
    const { code, said } = await store(place, "fsck");
    expect(code).toBe(1);
    expect(said).toMatch(/^I2 .*variant=v-2 on_hand=10 reserved=1 moved=10 held=0$/m);
  });

  test("while canceled money goes back: after the restart it has gone back once, and the shopper was told once", async () => {
    const place = await prepareEnvironment(engine);

    const killed = await (isProof ? cancelWhileStopped : cancelWhileRunning)(place, placeOfRefund(engine));

    expect(await until(async () => killed.process.signalCode ?? undefined)).toBe("SIGKILL");
    await inState(place, "refunding");
    await expectClean(place);
    // A minute later.
    await inDatabase(place, ({ db }) => db.updateTable("job").set({ lease_until: 0 }).where("state", "=", "waiting").execute());

    const restarted = await startShop(place);
    await inState(place, "refunded");
    await until(async () => (await rawEmailsIn(place.directory)).length === 3 || undefined);
    expect(await restarted.end()).toBe(0);

    expect(await gatewayKinds(place)).toEqual(["authorize", "capture", "refund"]);
    await expectClean(place);
  });
});
