import { describe, expect, test } from "vitest";
import { refuse } from "../../server/outcome.ts";
import { AttemptGate } from "../../server/payments/attempt-gate.ts";
import { recordDecline } from "../../server/payments/rate-limits.ts";
import { networkOf } from "../../server/web/network.ts";
import { atGateway, cards, shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";

describe.each(engines)("thirty declined cards an hour and address on %s", (engine) => {
  test("without work are thirty, however many are sent at once, and whatever they say of where they come from", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 100 } });
    const shoppers = await Promise.all(Array.from({ length: 45 }, () => shopperAt(shop)));

    const answers = await Promise.all(
      shoppers.map((shopper, at) => {
        shopper.browser.headers = {
          "x-forwarded-for": `203.0.113.${at}`,
          "x-real-ip": `203.0.113.${at}`,
          forwarded: `for=203.0.113.${at}`,
        };
        return shopper.pay(cards.declined);
      }),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(30).fill(402), ...Array(15).fill(403)]);
    expect(await atGateway(shop, "authorize")).toHaveLength(30);
  });
});

test("behind one proxy the address is the one that the proxy saw, and what stood before it counts for nothing", async () => {
  const shop = await openShop({ env: { TRUST_PROXY: "1" } });
  const shopper = await shopperAt(shop);
  shopper.browser.headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.7" };

  expect((await shopper.pay(cards.declined)).status).toBe(402);

  const tries = await shop.shop.db.selectFrom("counted_try").select(["kind", "subject"]).orderBy("kind").execute();
  expect(tries).toContainEqual({ kind: "card-declined-address", subject: "203.0.113.7" });
});

test("shoppers of one address who are not declined all get through, however many come at once", async () => {
  const { shop } = await openShop({ pays: false });
  const gate = new AttemptGate();
  let under = 0;
  let most = 0;
  const work = async () => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setTimeout(resolve, 5));
    under -= 1;
    return { ok: true as const, value: "paid" };
  };
  const turn = { address: "203.0.113.9", timeoutMs: 10_000, lookEvery: 2 };

  const outcomes = await Promise.all(Array.from({ length: 100 }, () => gate.run(shop, turn, work)));

  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(30);
});

test("an address with one decline left is tried one card at a time, until somebody has waited too long", async () => {
  const { shop } = await openShop({ pays: false });
  const address = "2001:db8:1:2::9";
  for (let tries = 0; tries < 29; tries++)
    await shop.db
      .transaction()
      .execute((tx) => recordDecline(tx, { checkoutId: `c-${tries}`, address, customerId: null }, shop.now()));
  const gate = new AttemptGate();
  let letGo = () => {};
  const first = gate.run(shop, { address, timeoutMs: 1000, lookEvery: 1 }, async () => {
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return refuse("declined", "declined");
  });
  const shortWait = { address: "2001:db8:1:2:ffff::1", timeoutMs: 20, lookEvery: 5 };

  expect(await gate.run(shop, shortWait, async () => refuse("declined", "declined"))).toMatchObject({
    code: "too_many_tries",
    retryAfter: 5,
  });
  letGo();
  expect(await first).toMatchObject({ code: "declined" });
  expect(await gate.run(shop, shortWait, async () => refuse("declined", "declined"))).toMatchObject({ code: "declined" });
});

test("a household is one network, whatever addresses of its own it takes", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:0DB8:1:2::ffff"));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("x".repeat(500))).toHaveLength(64);
});
