import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { createPath, linePath } from "../../server/checkout/cart-paths.ts";
import { methodPath, paymentPath, promoPath, shippingPath } from "../../server/checkout/paths.ts";
import { finalize } from "../../server/payments/finalize.ts";
import { pay } from "../../server/payments/pay.ts";
import { findAttempt } from "../../server/payments/queries/attempts.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { isProof } from "../support/long-form.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { address, atGateway, callOf, cardForm, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";

/**
 * The points of a payment where a rival may act, in their order. At the two points before a commit
 * (`p.before_commit` and `f.before_commit`), the payment holds locks.
 */
const points = ["p.before_commit", "p.after_commit", "g.after_charge", "f.before_commit", "f.after_commit"] as const;
type Point = (typeof points)[number];

/**
 * The facts that a rival's action gets. The rival acts in another process while the payment of
 * shopper `of` stands at `point`.
 */
type Rival = { of: Shopper; point: Point; browser: TestBrowser; second: Awaited<ReturnType<typeof openSecondShop>>["shop"] };
type Rivalry = [name: string, rival: (rival: Rival) => Promise<unknown>];

const change =
  (path: string, body: Record<string, unknown>) =>
  ({ of, browser }: Rival) =>
    browser.call("POST", path, { checkoutId: of.checkoutId, ...body });

const rivalries: readonly Rivalry[] = [
  [
    "pays the same checkout",
    ({ of, browser }) =>
      browser.call("POST", paymentPath, { checkoutId: of.checkoutId, quote: of.quote, paymentDetails: cardForm() }),
  ],
  ["adds a line", change(linePath, { variantId: "v-3", quantity: 1 })],
  ["changes the address", change(shippingPath, { shippingAddress: { ...address, countryArea: "OR", postalCode: "97201" } })],
  ["changes the shipping method", change(methodPath, { shippingMethodId: "overnight" })],
  ["adds a promo code", change(promoPath("add"), { promoCode: "WELCOME10" })],
  ["removes the promo code", change(promoPath("remove"), {})],
  // Without the cookie the browser gets a new session, but the checkout goes on.
  [
    "loses its cookie and begins anew",
    async ({ browser }) => {
      browser.jar.delete("checkoutId");
      return await browser.call("POST", createPath, { lines: [{ variantId: "v-3", quantity: 1 }] });
    },
  ],
  ["looks for what was cut off", ({ second }) => reconcile(second, quick)],
];

/** Lets a rival run until it has ended or waits for a lock of the payment. */
async function letRun(rival: Promise<unknown>): Promise<void> {
  let ended = false;
  void rival.finally(() => {
    ended = true;
  });
  for (let round = 0; round < 20 && !ended; round++) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Opens two servers on one database. `at` starts a rival when the first server's next payment
 * reaches a point.
 */
async function openTwo(engine: Engine, stock: Record<string, number>) {
  const rivals = new Map<string, () => Promise<unknown>>();
  const outside = AsyncLocalStorage.snapshot();
  let running: Promise<unknown> | undefined;
  const shop = await openShop({
    engine,
    stock,
    failpoint: async (name) => {
      const begin = rivals.get(name);
      if (!begin) return;
      rivals.delete(name);
      // The rival runs outside the payment's transaction, as another process would.
      running = outside(begin).catch((error: unknown) => error);
      await letRun(running);
    },
  });
  const second = await openSecondShop(shop);
  const meet = async <Answered>(point: Point, rival: () => Promise<unknown>, first: () => Promise<Answered>) => {
    rivals.set(point, rival);
    const answer = await first();
    expect([point, rivals.size]).toEqual([point, 0]);
    return { answer, rival: await running };
  };
  return { shop, second, meet };
}

const statusOf = (answer: unknown) => (answer as Answer).status;

/**
 * The points where a rival meets the payment. The long form uses all points. The short form uses
 * every second point: one half on one engine, the other half on the other.
 */
function pointsFor([name]: Rivalry, engine: Engine): readonly Point[] {
  const first = rivalries.findIndex((each) => each[0] === name) + engines.indexOf(engine);
  return isProof ? points : points.filter((_, at) => (at + first) % 2 === 0);
}

describe.each(engines)("a payment that is met at each of its steps by another process, on %s", (engine) => {
  test.each(rivalries)("which %s: it is one order of what was shown, charged once", async (...rivalry) => {
    const [, rival] = rivalry;
    const met = pointsFor(rivalry, engine);
    const { shop, second, meet } = await openTwo(engine, { "v-2": 100, "v-3": 100 });
    for (const [at, point] of met.entries()) {
      const shopper = await shopperAt(shop, {
        promo: "TAKE5",
        lines: [{ variantId: "v-2", quantity: 2 }],
        email: `ada-${at}@example.com`,
      });
      const browser = second.browserOf(shopper.browser);
      await browser.token();

      const { answer, ...other } = await meet(
        point,
        () => rival({ of: shopper, point, browser, second: second.shop }),
        () => shopper.pay(),
      );

      expect([point, answer.status]).toEqual([point, 200]);
      expect([point, other.rival instanceof Error]).toEqual([point, false]);
      const order = await shop.shop.db
        .selectFrom("orders")
        .select(["id", "total"])
        .where("checkout_id", "=", shopper.checkoutId)
        .executeTakeFirstOrThrow();
      expect([point, order.total]).toEqual([point, shopper.total]);
      if (rival === rivalries[0]?.[1])
        expect([point, (other.rival as Answer).body]).toEqual([point, { data: { orderId: order.id } }]);
    }
    expect(await atGateway(shop, "authorize")).toHaveLength(met.length);
    await expectInOrder(shop);
  });

  test("which pays for the last unit: one gets it, and the other is told so and not charged", async () => {
    const stock = Object.fromEntries(points.map((_, at) => [`v-${at + 20}`, 1]));
    const { shop, second, meet } = await openTwo(engine, stock);
    for (const [at, point] of points.entries()) {
      const lines = [{ variantId: `v-${at + 20}`, quantity: 1 }];
      const [one, other] = [
        await shopperAt(shop, { lines, email: `one-${at}@example.com` }),
        await shopperAt(shop, { lines, email: `other-${at}@example.com` }),
      ];
      const browser = second.browserOf(other.browser);
      await browser.token();
      const call = { checkoutId: other.checkoutId, quote: other.quote, paymentDetails: cardForm() };

      const met = await meet(
        point,
        () => browser.call("POST", paymentPath, call),
        () => one.pay(),
      );

      expect([point, met.answer.status, statusOf(met.rival)]).toEqual([point, 200, 409]);
    }
    expect(await atGateway(shop, "authorize")).toHaveLength(points.length);
    await expectInOrder(shop);
  });

  test("whose lease ran out and was taken over: what was sent is an order, and what was not is charged no more", async () => {
    const { shop, second, meet } = await openTwo(engine, { "v-2": 100 });
    for (const [at, point] of (["p.after_commit", "g.after_charge"] as const).entries()) {
      const shopper = await shopperAt(shop, { email: `ada-${at}@example.com` });
      const takeOver = async () => {
        shop.pass(quick.lease + 1);
        await reconcile(second.shop, quick);
      };

      const { answer } = await meet(point, takeOver, () => pay(shop.shop, callOf(shop, shopper), quick));

      expect([point, answer.ok]).toEqual([point, point === "g.after_charge"]);
      await expectInOrder(shop);
      expect((await shopper.pay()).status).toBe(200);
    }
    expect(await atGateway(shop, "authorize")).toHaveLength(2);
    await expectInOrder(shop);
  });

  test("which finalizes it too: there is one order, and whoever comes second finds it done", async () => {
    const { shop, second, meet } = await openTwo(engine, { "v-2": 100 });
    const shopper = await shopperAt(shop);
    const again = async () => {
      const { id } = await second.shop.db.selectFrom("attempt").select("id").executeTakeFirstOrThrow();
      const attempt = await findAttempt(second.shop.db, id);
      if (attempt) await finalize(second.shop, attempt);
    };

    const met = await meet("f.before_commit", again, () => shopper.pay());
    expect([met.answer.status, met.rival]).toEqual([200, undefined]);
    await again();

    expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("which finds the card declined as the payment does: stock is released once, and the checkout is open", async () => {
    const { shop, second, meet } = await openTwo(engine, { "v-2": 5 });
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });
    const takeOver = async () => {
      shop.pass(quick.lease + 1);
      await reconcile(second.shop, quick);
    };

    const { answer } = await meet("g.after_charge", takeOver, () =>
      pay(shop.shop, callOf(shop, shopper, "4000000000000002"), quick),
    );

    expect(answer).toMatchObject({ ok: false, code: "declined" });
    await expectInOrder(shop);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });
});
