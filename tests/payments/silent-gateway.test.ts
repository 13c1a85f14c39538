import { expect, onTestFinished, test, vi } from "vitest";
import { type Gateway, unanswered } from "../../server/payments/gateways/gateway.ts";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { payTimes } from "../../server/payments/times.ts";
import { waitFor } from "../../server/payments/wait.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { callOf, cards, expectInOrder, quick, shopperAt } from "./shopper.ts";

const timeout = unanswered("timeout");
const use = ({ shop }: TestShop, changes: Partial<Gateway>) => {
  shop.gateway = { ...shop.gateway, ...changes };
};

test("the times of docs/checkout.md: 20 s for the call, look-ups after 0.5, 1, 2 and 4 s, and all within the 32 s of a second press", () => {
  expect(payTimes).toMatchObject({ deadline: 20_000, lookups: [500, 1000, 2000, 4000], timeoutMs: 32_000 });
  expect(payTimes).toMatchObject({ lease: 60_000, renewEvery: 10_000 });
  expect(payTimes.deadline + payTimes.lookupsWithin).toBeLessThanOrEqual(payTimes.timeoutMs);
});

test("look-ups that get no answer take no more time together than they may", async () => {
  const shop = await openShop();
  const shopper = await shopperAt(shop);
  let clock = 0;
  const reading = vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => reading.mockRestore());
  const allowed: (number | undefined)[] = [];
  use(shop, {
    authorize: async () => timeout,
    lookup: async ({ deadlineMs }) => {
      allowed.push(deadlineMs);
      clock += deadlineMs ?? Number.POSITIVE_INFINITY;
      return timeout;
    },
  });
  const times = { ...quick, lookupDeadline: 3000, lookupsWithin: 8000 };
  expect(await pay(shop.shop, callOf(shop, shopper), times)).toMatchObject({ ok: false, code: "outcome_unknown" });
  expect(allowed).toEqual([3000, 3000, 2000]);
});

test("whoever waits counts the time, not how often it has looked", async () => {
  const shop = await openShop();
  const shopper = await shopperAt(shop);
  const hold = Promise.withResolvers<void>();
  const { authorize } = shop.shop.gateway;
  const reached = Promise.withResolvers<void>();
  use(shop, {
    authorize: async (call) => {
      reached.resolve();
      await hold.promise;
      return await authorize(call);
    },
  });
  const first = pay(shop.shop, callOf(shop, shopper), quick);
  await reached.promise;
  const { id } = await shop.shop.db.selectFrom("attempt").select("id").executeTakeFirstOrThrow();
  let clock = 0;
  const reading = vi.spyOn(performance, "now").mockImplementation(() => {
    clock += 1000;
    return clock;
  });
  const outcome = await waitFor(shop.shop, id, { ...quick, timeoutMs: 32_000, lookEvery: 1 });
  const looks = clock / 1000;
  reading.mockRestore();
  expect(outcome).toMatchObject({ ok: false, code: "paying" });
  expect(looks).toBeLessThan(100);
  hold.resolve();
  expect((await first).ok).toBe(true);
});

test("a payment whose money is held becomes an order, although the gateway is silent about others", async () => {
  const shop = await openShop();
  for (let nth = 0; nth < 5; nth++) await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.droppedBefore), quick);
  const shopper = await shopperAt(shop);
  const failpoint = async (name: string) => {
    if (name === "f.before_commit") throw new Error("no");
  };
  await pay({ ...shop.shop, failpoint }, callOf(shop, shopper), quick);
  const silence = Promise.withResolvers<void>();
  let asked = 0;
  use(shop, {
    lookup: async () => {
      asked += 1;
      await silence.promise;
      return timeout;
    },
  });
  const reconciling = reconcile(shop.shop, quick);
  const orders = async () => (await shop.shop.db.selectFrom("orders").select("id").execute()).length;
  await expect.poll(orders).toBe(1);
  await expect.poll(() => asked).toBe(4);
  silence.resolve();
  await reconciling;
  expect(asked).toBe(5);
  await expectInOrder(shop);
});
