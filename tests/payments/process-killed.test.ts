import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { pageReturnPath } from "../../server/checkout/paths.ts";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, often, proofEngines } from "../support/long-form.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { rawEmailsIn } from "../support/sent-emails.ts";
import { pageIn, payOn, press } from "./hosted-shop.ts";
import { expectClean, expectSettled, passTime, sweepLater } from "./settled.ts";
import {
  expireLeases,
  gatewayKinds,
  inDatabase,
  prepareEnvironment,
  type ShopEnvironment,
  startCommand,
  startShop,
  store,
  until,
} from "./shop-process.ts";
import { cards, shopperOn } from "./shopper.ts";

const attemptsIn = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.selectFrom("attempt").select(["state", "amount"]).execute());

const inState = (place: ShopEnvironment, wanted: string) =>
  until(async () => (await attemptsIn(place))[0]?.state === wanted || undefined);

async function payOne(shop: RunningShop): Promise<void> {
  expect((await (await shopperOn(new TestBrowser(shop.url))).pay()).status).toBe(200);
}

/**
 * The owner cancels by command while no shop runs; resolves with the shop that then moves the
 * money.
 */
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

/**
 * In the short form, the owner cancels while the shop runs. One process then handles the payment
 * from the beginning to the end.
 */
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

/** Ends the leases of jobs. */
const minuteLater = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.updateTable("job").set({ lease_until: 0 }).where("state", "=", "waiting").execute());

/** The failpoints of a refund's process, and the payment's state at each. */
const placesOfRefund = [
  ["refund.begin", "captured"],
  ["refund.after", "refunding"],
  ["refund.before", "refunding"],
].slice(0, often(2, 3));

const refundsIn = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.selectFrom("order_refund").select(["state", "sent_at", "settled_event"]).execute());

/**
 * Opens an address that forwards all requests to the gateway. It reports each answer, by its
 * request's path, before it passes the answer on.
 */
async function listenBefore({ gateway }: ShopEnvironment, tell: (path: string) => void): Promise<string> {
  const between = createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = method === "GET" ? {} : { body: await text(request) };
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const answer = await fetch(`${gateway.url}${path}`, { method, ...body, headers: { authorization, "content-type": type } });
    const told = await answer.text();
    tell(path);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(told);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void between.close());
  return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
}

const placesOfOrphan = ["orphan.after", "orphan.before"].slice(0, often(1, 2));

describe.each(proofEngines)("a server killed while it is paid, on %s", (engine) => {
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

  test.each([
    ["e.before_store", "sent", "not_found"],
    ["e.after_pay", "elsewhere", "captured"],
  ])("at %s of a page of the gateway: after the restart the payment is decided", async (failpoint, state, end) => {
    const place = await prepareEnvironment(engine, { env: { PAYMENT_CARD_FORM: "hosted" } });
    const killed = await startShop(place, `${failpoint}:kill`);
    const shopper = await shopperOn(new TestBrowser(killed.url));
    const pressed = await press(shopper).catch(() => undefined);
    if (pressed) {
      await payOn(pageIn(pressed));
      await shopper.browser.get(pageReturnPath(shopper.checkoutId)).catch(() => {});
    }
    expect(await until(async () => killed.process.signalCode ?? undefined)).toBe("SIGKILL");
    expect(await attemptsIn(place)).toMatchObject([{ state }]);
    await passTime(place);

    const restarted = await startShop(place);
    await inState(place, end);
    await expectSettled(place);
    expect(await restarted.end()).toBe(0);
    expect(await gatewayKinds(place)).toEqual(end === "captured" ? ["authorize", "capture"] : []);
    await expectClean(place);
  });

  test.each(placesOfRefund)(
    "at %s, while canceled money goes back: after the restart it has gone back once, and the shopper was told once",
    async (failpoint, state) => {
      const place = await prepareEnvironment(engine);

      const killed = await (isProof ? cancelWhileStopped : cancelWhileRunning)(place, `${failpoint}:kill`);

      expect(await until(async () => killed.process.signalCode ?? undefined)).toBe("SIGKILL");
      expect(await attemptsIn(place)).toMatchObject([{ state }]);
      expect(await gatewayKinds(place)).toEqual(["authorize", "capture", ...(failpoint === "refund.after" ? ["refund"] : [])]);
      await expectClean(place);
      await minuteLater(place);

      const restarted = await startShop(place);
      await inState(place, "refunded");
      await until(async () => (await rawEmailsIn(place.directory)).length === 3 || undefined);
      expect(await restarted.end()).toBe(0);

      expect(await gatewayKinds(place)).toEqual(["authorize", "capture", "refund"]);
      expect(await expectSettled(place)).toEqual({ orders: 0, cents: 0 });
      await expectClean(place);
    },
  );

  test.each(placesOfOrphan)(
    "at %s, while money that paid for no order goes back: after the restart it has gone back once",
    async (failpoint) => {
      const place = await prepareEnvironment(engine);
      const killed = await startShop(place, `${failpoint}:kill`);
      expect((await (await shopperOn(new TestBrowser(killed.url))).pay(cards.declinedButCharged)).status).toBe(402);
      await sweepLater(place);
      await passTime(place);

      expect(await until(async () => killed.process.signalCode ?? undefined)).toBe("SIGKILL");
      expect(await attemptsIn(place)).toMatchObject([{ state: "voiding" }]);
      expect(await gatewayKinds(place)).toEqual(["authorize", ...(failpoint === "orphan.after" ? ["void"] : [])]);
      await minuteLater(place);

      const restarted = await startShop(place);
      await inState(place, "voided");
      expect(await expectSettled(place)).toEqual({ orders: 0, cents: 0 });
      expect(await restarted.end()).toBe(0);
      expect(await gatewayKinds(place)).toEqual(["authorize", "void"]);
      await expectClean(place);
    },
  );

  test("after the gateway was asked about a refund that the owner settles: nothing was recorded, and it is settled once", async () => {
    const place = await prepareEnvironment(engine);
    const shop = await startShop(place);
    await payOne(shop);
    await inState(place, "captured");
    await shop.end();
    expect((await store(place, "refund", "1001", "--amount", "5.00")).code).toBe(0);
    const words = ["refund", "1001", "--settle", "1", "--note", "check 1042"];
    // The refund is looked up first, then its payment.
    const asked: string[] = [];
    const url = await listenBefore(place, (path) => {
      asked.push(path);
      if (asked.length === 2) killed.kill("SIGKILL");
    });
    const killed = startCommand({ ...place, env: { ...place.env, PAYMENT_GATEWAY_URL: url } }, ...words);

    await once(killed, "close");

    expect([killed.signalCode, asked]).toEqual([
      "SIGKILL",
      [expect.stringMatching(/^\/lookup/), expect.stringMatching(/^\/lookup/)],
    ]);
    expect(await refundsIn(place)).toEqual([{ state: "requested", sent_at: null, settled_event: null }]);
    await expectClean(place);
    expect(await store(place, ...words)).toEqual({
      code: 0,
      said: "Order 1001: refund of $5.00 recorded as paid by other means.\n",
    });
    expect(await attemptsIn(place)).toMatchObject([{ state: "part_refunded" }]);
    if (isProof) {
      expect((await store(place, ...words)).code).toBe(1);
      const restarted = await startShop(place);
      await until(async () => (await rawEmailsIn(place.directory)).length === 2 || undefined);
      expect(await restarted.end()).toBe(0);
    }
    expect(await gatewayKinds(place)).toEqual(["authorize", "capture"]);
    await expectClean(place);
  });
});
