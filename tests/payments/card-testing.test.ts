import { describe, expect, test } from "vitest";
import { paymentPath } from "../../server/checkout/paths.ts";
import { declineLimit, recordDecline } from "../../server/payments/rate-limits.ts";
import { solved } from "../identity/bot.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, cards, expectInOrder, type Shopper, shopperOn } from "./shopper.ts";
import { challengeIn, cheapWork, countDeclines, countsOf } from "./work.ts";

/** The shop runs behind one proxy, so that each browser can name its own address. */
const openBehindProxy = (engine: "sqlite" | "postgres", env: Record<string, string> = {}) =>
  openShop({ engine, stock: { "v-2": 1000 }, env: { TRUST_PROXY: "1", ...env } });

function shopperFrom(shop: TestShop, address: string): Promise<Shopper> {
  const browser = shop.browser();
  browser.headers = { "x-forwarded-for": address };
  return shopperOn(browser);
}

const workRequired = { status: 403, body: { code: "work_required", data: { challenge: expect.anything() } } };
const from = "203.0.113.9";

describe.each(engines)("a card tester, on %s", (engine) => {
  test("who tries 200 cards on many checkouts from many addresses of one /24 gets 60 to the bank, and an honest shopper there pays with work", async () => {
    const shop = await openBehindProxy(engine);
    const statuses: number[] = [];
    for (let checkout = 0; checkout < 50; checkout++) {
      const tester = await shopperFrom(shop, `203.0.113.${checkout}`);
      for (let card = 0; card < 4; card++) statuses.push((await tester.pay(cards.declined)).status);
    }
    expect(statuses).toEqual([...Array(60).fill(402), ...Array(140).fill(403)]);
    expect(await atGateway(shop, "authorize")).toHaveLength(60);

    const honest = await shopperFrom(shop, "203.0.113.200");
    const asked = await honest.pay();
    expect(asked).toMatchObject(workRequired);
    const paid = await honest.pay(cards.good, { work: await solved(challengeIn(asked)) });

    expect(paid.status).toBe(200);
    expect((await (await shopperFrom(shop, "203.0.114.1")).pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("is asked by checkout, address, wider network, and the whole shop", async () => {
    const shop = await openBehindProxy(engine, { MAX_DECLINES_PER_HOUR: "1000" });
    const elsewhere = "2001:db8:7::1";
    for (const [times, declined] of [
      [30, countsOf("2001:db8:1:2::9")],
      [60, { network: "2001:db8:9::/48" }],
    ] as const)
      await countDeclines(shop, times, declined);
    for (const [address, status] of [
      ["2001:db8:1:2:ffff::1", 403],
      ["2001:db8:1:3::1", 200],
      ["2001:db8:9:77::1", 403],
      [elsewhere, 200],
    ] as const)
      expect([address, (await (await shopperFrom(shop, address)).pay()).status]).toEqual([address, status]);
    const shopper = await shopperFrom(shop, elsewhere);
    await countDeclines(shop, 5, { checkout: shopper.checkoutId });
    expect(await shopper.pay()).toMatchObject(workRequired);

    await countDeclines(shop, 250, { shop: "guests" });

    expect(await (await shopperFrom(shop, elsewhere)).pay()).toMatchObject(workRequired);
  });

  test("beyond the shop's budget is refused until an hour has passed, with whatever work", async () => {
    const shop = await openBehindProxy(engine, { MAX_DECLINES_PER_HOUR: "40" });
    const shopper = await shopperFrom(shop, from);
    await countDeclines(shop, 39, { shop: "guests" });
    const work = await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 4 });
    expect((await shopper.pay(cards.declined, { work })).status).toBe(402);

    const more = await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 16 });
    const refused = await shopper.pay(cards.good, { work: more });

    expect([refused.status, refused.body]).toMatchObject([429, { code: "too_many_tries" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    shop.pass(3_600_001);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("gains little by what is taken, and an honest shop all that it needs: one declined card in four is free", async () => {
    const shop = await openBehindProxy(engine, { MAX_DECLINES_PER_HOUR: "4" });
    for (let order = 0; order < 6; order++) expect((await (await shopperFrom(shop, `198.51.${order}.1`)).pay()).status).toBe(200);
    await countDeclines(shop, 1, { shop: "guests" });

    const shopper = await shopperFrom(shop, from);

    expect((await shopper.pay(cards.declined)).status).toBe(402);
    expect(await shopper.pay()).toMatchObject(workRequired);
  });

  test("of guests leaves customers a budget of their own, and the reverse", async () => {
    const { shop } = await openShop({ engine, pays: false });
    const payer = { checkoutId: "c-1", address: from };
    const limit = (customerId: string | null) => declineLimit(shop.db, { ...payer, customerId }, 8, shop.now());
    const declines = async (times: number, customerId: string | null) => {
      for (let at = 0; at < times; at++)
        await shop.db
          .transaction()
          .execute((tx) => recordDecline(tx, { checkoutId: `c-${at}`, address: `198.51.${at}.1`, customerId }, shop.now()));
    };
    await declines(8, null);
    expect([(await limit(null))?.code, (await limit("ann"))?.code]).toEqual(["too_many_tries", undefined]);

    await declines(2, "ann");
    expect((await limit("bea"))?.code).toBe("work_required");
    await declines(6, "ann");
    expect((await limit("bea"))?.code).toBe("too_many_tries");
  });

  test("who sends twenty cards at once with one piece of work gets one of them to the bank", async () => {
    const shop = await openBehindProxy(engine);
    await countDeclines(shop, 30, countsOf(from));
    const shopper = await shopperFrom(shop, from);
    const work = await cheapWork(shop, { checkoutId: shopper.checkoutId });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => shopper.pay(cards.declined, { work, formKey: `form-${at}` })),
    );

    for (const { status } of answers) expect([402, 403]).toContain(status);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
  });

  test("who asks for the same press again, or waits for it, is not counted, and needs no work for its answer", async () => {
    const shop = await openBehindProxy(engine);
    await countDeclines(shop, 29, countsOf(from));
    const shopper = await shopperFrom(shop, from);
    const declined = await shopper.pay(cards.declined, { key: "key-1" });

    const again = await shopper.pay(cards.good, { key: "key-1" });

    expect([declined.status, again.status]).toEqual([402, 402]);
    expect(await shopper.pay(cards.good, { key: "key-2" })).toMatchObject(workRequired);
    const rows = await shop.shop.db
      .selectFrom("counted_try")
      .select(["kind", "subject"])
      .where("kind", "like", "card-declined%")
      .where("subject", "=", "203.0.113.9")
      .execute();
    expect(rows).toHaveLength(30);
  });
});

describe("work", () => {
  async function atLimit(times = 30) {
    const shop = await openBehindProxy("sqlite");
    await countDeclines(shop, times, countsOf(from));
    return { shop, shopper: await shopperFrom(shop, from) };
  }
  const refused = async (shopper: Shopper, work: string) =>
    expect(await shopper.pay(cards.good, { work })).toMatchObject(workRequired);

  test("is used up by the card that it lets pass, declined or not", async () => {
    const { shop, shopper } = await atLimit();
    const work = await cheapWork(shop, shopper);
    expect((await shopper.pay(cards.declined, { work })).status).toBe(402);

    await refused(shopper, work);

    expect(await atGateway(shop, "authorize")).toHaveLength(1);
  });

  test("stays good where nothing was tried with it: a wrong field, a changed total, no work needed", async () => {
    const shop = await openBehindProxy("sqlite");
    const shopper = await shopperFrom(shop, from);
    const work = await cheapWork(shop, shopper);
    expect((await shopper.pay(cards.declined, { work })).status).toBe(402);
    await countDeclines(shop, 30, countsOf(from));
    expect((await shopper.pay("4242", { work })).text).toContain("cardNumber");
    expect((await shopper.pay(cards.good, { work, quote: "0".repeat(32) })).status).toBe(409);

    expect((await shopper.pay(cards.good, { work })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("for another checkout, for a sign-up, too little, expired, forged or none at all is refused with a new challenge", async () => {
    const { shop, shopper } = await atLimit(90);
    const other = await shopperFrom(shop, "198.51.100.1");
    const work = await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 2 });
    const changed = (change: (copy: { challenge: { parameters: { data: { factor: number } } }; solution: object }) => void) => {
      const copy = JSON.parse(Buffer.from(work, "base64").toString());
      change(copy);
      return Buffer.from(JSON.stringify(copy)).toString("base64");
    };

    await refused(shopper, await cheapWork(shop, { checkoutId: other.checkoutId, factor: 16 }));
    await refused(shopper, await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 16, action: "LOGIN" }));
    await refused(shopper, await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 1 }));
    await refused(
      shopper,
      changed(({ challenge }) => Object.assign(challenge.parameters.data, { factor: 16 })),
    );
    await refused(
      shopper,
      changed(({ solution }) => Object.assign(solution, { derivedKey: "00".repeat(32) })),
    );
    await refused(shopper, "no work");
    await refused(shopper, "");
    const expired = await cheapWork(shop, { checkoutId: shopper.checkoutId, factor: 16 });
    shop.pass(10 * 60_000 + 1);
    await refused(shopper, expired);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    shop.pass(-10 * 60_000 - 1);
    expect((await shopper.pay(cards.good, { work })).status).toBe(200);
  });

  test("is told how much: each challenge is for this checkout, and takes more the more cards were declined", async () => {
    const { shopper } = await atLimit(90);
    const { data } = challengeIn(await shopper.pay()).parameters;
    expect(data).toEqual({ action: "PAY", subject: shopper.checkoutId, factor: 4, most: 3000 });
  });

  test("is not asked of an order that costs nothing", async () => {
    const { shop } = await atLimit(90);
    await shop.shop.db.updateTable("promo").set({ kind: "percent", amount: 100 }).where("code", "=", "WELCOME10").execute();
    await shop.shop.db.updateTable("shipping_method").set({ price: 0 }).execute();
    const browser = shop.browser();
    browser.headers = { "x-forwarded-for": from };
    expect((await (await shopperOn(browser, { promo: "WELCOME10" })).pay()).status).toBe(200);
  });

  test("counts the same address whatever port a proxy adds to it", async () => {
    const { shop } = await atLimit();
    expect(await (await shopperFrom(shop, `${from}:4711`)).pay()).toMatchObject(workRequired);
  });

  test("longer than any is refused as malformed, before anything else", async () => {
    const { shopper } = await atLimit();
    const answer = await shopper.browser.post(paymentPath, { checkoutId: shopper.checkoutId, work: "x".repeat(2001) });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("work")]);
  });
});
