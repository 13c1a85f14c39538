import { describe, expect, test } from "vitest";
import { confirmRedemption, redeem, releasePromo } from "../../server/checkout/promos.ts";
import { normaliseEmail } from "../../server/customers/rules/email.ts";
import { transact, transactOutcome } from "../../server/db/transaction.ts";
import { production } from "../support/production.ts";
import type { TestShop } from "../support/shop.ts";
import { type CheckoutJson, dataOf, engines, errorOf, ontario, openOn, shopperIn, sqlOf } from "./shopper.ts";

const removePath = "/storefront/api/checkout/remove-promo";

describe.each(engines)("promo codes on %s", (engine) => {
  test("a code is applied and removed without a token (requirements 63, 64, 121)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 2 });

    const added = await shopper.addPromo("WELCOME10");
    const { promoCode, totalPrice } = await shopper.find();
    const { discount } = await shopper.totals();
    const body = { checkoutId: shopper.checkoutId, promoCode: "WELCOME10" };
    const removed = await shopper.browser.call("POST", removePath, body, { csrf: false });

    expect([added.status, removed.status]).toEqual([200, 200]);
    expect([promoCode, totalPrice.gross.amount, discount.amount]).toEqual(["WELCOME10", 36, 4]);
    expect(await shopper.find()).toMatchObject({ promoCode: null, totalPrice: { gross: { amount: 40 } } });
  });

  test("its letter case and the spaces around it do not matter", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    expect((await shopper.addPromo("  welcome10 ")).status).toBe(200);
    expect((await shopper.find()).promoCode).toBe("WELCOME10");
  });

  test("a code that does not hold is refused with its reason (requirement 120)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const refused = async (code: string) => {
      const answer = await shopper.addPromo(code);
      return [answer.status, errorOf(answer)];
    };

    expect(await refused("NOSUCH")).toEqual([422, "This promo code isn’t valid."]);
    expect(await refused("EXPIRED1")).toEqual([422, "This promo code has ended."]);
    expect(await refused("TAKE5")).toEqual([422, "This promo code requires $30.00 or more in products."]);
    expect(await refused("%")).toEqual([422, "This promo code isn’t valid."]);
    expect(await refused(" ")).toEqual([422, "Enter a promo code."]);
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("an amount is taken off from its minimum on, and a second code takes the place of the first", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 1 });
    await shopper.addPromo("TAKE5");
    expect((await shopper.totals()).total.amount).toBe(25);

    await shopper.addPromo("WELCOME10");

    expect((await shopper.totals()).total.amount).toBe(27);
    expect((await shopper.find()).promoCode).toBe("WELCOME10");
  });

  test("free shipping takes the price of the method off", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.email();
    await shopper.ship(ontario);
    await shopper.method();
    expect((await shopper.totals()).shipping.amount).toBe(5.95);
    await shopper.addPromo("SHIPFREE");
    expect((await shopper.totals()).shipping.amount).toBe(0);
  });

  test("a code whose minimum is lost is taken off, and the shopper is told once", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 1, "v-1": 1 });
    await shopper.addPromo("TAKE5");

    const body = { checkoutId: shopper.checkoutId, lineId: (await shopper.line("v-3"))?.id };
    const removed = dataOf<CheckoutJson>(await shopper.browser.delete("/storefront/checkout/line/remove", body));

    expect(removed).toMatchObject({
      promoCode: null,
      totalPrice: { gross: { amount: 10 } },
      notice: "TAKE5 was removed. This promo code requires $30.00 or more in products.",
    });
    expect((await shopper.find()).notice).toBeUndefined();
    await shopper.post("/storefront/checkout/line", { variantId: "v-3" });
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("a code that ends while it is on a checkout no longer counts, and is taken off at the next look", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.addPromo("WELCOME10");
    const before = await shopper.totals();
    await sqlOf(shop).updateTable("promo").set({ active: 0 }).where("code", "=", "WELCOME10").execute();

    const after = await shopper.totals();

    expect([before.total.amount, after.total.amount]).toEqual([18, 20]);
    expect(after.quote).not.toBe(before.quote);
    expect(await shopper.find()).toMatchObject({
      promoCode: null,
      notice: "WELCOME10 was removed. This promo code isn’t valid.",
    });
    await sqlOf(shop).updateTable("promo").set({ active: 1 }).where("code", "=", "WELCOME10").execute();
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("a code of one use each is refused to an email that has used it, in any letter case", async () => {
    const shop = await openOn(engine);
    const [first, second] = [await shopperIn(shop, { "v-2": 1 }), await shopperIn(shop, { "v-2": 1 })];
    await redeemFor(shop, first.checkoutId, "promo-once", "mary@example.com");
    await second.email("MARY@example.com");

    const answer = await second.addPromo("ONCEEACH");

    expect([answer.status, errorOf(answer)]).toEqual([422, "You’ve already used this promo code."]);
    await second.email("other@example.com");
    expect((await second.addPromo("ONCEEACH")).status).toBe(200);
  });

  test("a code of one use each that was applied first is taken off when such an email is entered", async () => {
    const shop = await openOn(engine);
    const [first, second] = [await shopperIn(shop, { "v-2": 1 }), await shopperIn(shop, { "v-2": 1 })];
    await redeemFor(shop, first.checkoutId, "promo-once", "mary@example.com");
    await second.addPromo("ONCEEACH");

    await second.email("mary@example.com");

    expect(await second.find()).toMatchObject({ promoCode: null, totalPrice: { gross: { amount: 20 } } });
  });

  test("a limit is never passed, however many redeem at once; what was given back can be used again", async () => {
    const shop = await openOn(engine);
    await sqlOf(shop).updateTable("promo").set({ usage_limit: 3 }).where("id", "=", "promo-one").execute();
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => shopperIn(shop)));

    const outcomes = await Promise.all(
      shoppers.map(({ checkoutId }, index) => redeemFor(shop, checkoutId, "promo-one", `shopper${index}@example.com`)),
    );

    const winners = shoppers.filter((_, index) => outcomes[index]?.ok);
    expect(winners).toHaveLength(3);
    expect(await usesOf(shop, "promo-one")).toEqual({ used: 3, redemptions: 3 });
    await transact(sqlOf(shop), (tx) => releasePromo(tx, winners[0]?.checkoutId ?? ""));
    await transact(sqlOf(shop), (tx) => releasePromo(tx, winners[0]?.checkoutId ?? ""));
    expect(await usesOf(shop, "promo-one")).toEqual({ used: 2, redemptions: 2 });
    const late = shoppers.find((_, index) => !outcomes[index]?.ok);
    expect(await redeemFor(shop, late?.checkoutId ?? "", "promo-one", "late@example.com")).toMatchObject({ ok: true });
  });

  test("one email redeems a code of one use each once, however many checkouts try at once", async () => {
    const shop = await openOn(engine);
    const shoppers = await Promise.all(Array.from({ length: 8 }, () => shopperIn(shop)));
    const mails = ["mary@example.com", "Mary@Example.com", "MARY@EXAMPLE.COM", " mary@example.com"];

    const outcomes = await Promise.all(
      shoppers.map(({ checkoutId }, index) => redeemFor(shop, checkoutId, "promo-once", mails[index % mails.length] ?? "")),
    );

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: "You’ve already used this promo code." });
    expect(await usesOf(shop, "promo-once")).toEqual({ used: 1, redemptions: 1 });
  });

  test("a use of a placed order is final", async () => {
    const shop = await openOn(engine);
    const { checkoutId } = await shopperIn(shop);
    await redeemFor(shop, checkoutId, "promo-one", "mary@example.com");
    await transact(sqlOf(shop), (tx) => confirmRedemption(tx, checkoutId));
    await transact(sqlOf(shop), (tx) => releasePromo(tx, checkoutId));
    expect(await usesOf(shop, "promo-one")).toEqual({ used: 1, redemptions: 1 });
  });

  test("a code that is used up by others is refused, and one's own use does not count against oneself", async () => {
    const shop = await openOn(engine);
    const [first, second] = [await shopperIn(shop, { "v-2": 1 }), await shopperIn(shop, { "v-2": 1 })];
    await first.addPromo("ONEUSE");
    await second.addPromo("ONEUSE");

    await redeemFor(shop, first.checkoutId, "promo-one", "mary@example.com");

    expect((await first.find()).promoCode).toBe("ONEUSE");
    expect(await second.find()).toMatchObject({
      promoCode: null,
      notice: "ONEUSE was removed. This promo code has been used up.",
    });
    expect(errorOf(await second.addPromo("ONEUSE"))).toBe("This promo code has been used up.");
  });
});

test("a code of the demo shop does not exist in production", async () => {
  const shop = await openOn("sqlite", { env: production });
  await sqlOf(shop).updateTable("promo").set({ demo: 1 }).where("code", "=", "WELCOME10").execute();
  const shopper = await shopperIn(shop, { "v-2": 1 });

  expect((await shopper.addPromo("WELCOME10")).status).toBe(422);
  expect((await shopper.addPromo("ONEUSE")).status).toBe(200);
});

test("a code of the demo shop that was put on before the shop went into production holds no more", async () => {
  const shop = await openOn("sqlite");
  await sqlOf(shop).updateTable("promo").set({ demo: 1 }).where("code", "=", "WELCOME10").execute();
  const [demo, own] = [await shopperIn(shop, { "v-2": 1 }), await shopperIn(shop, { "v-2": 1 })];
  expect([(await demo.addPromo("WELCOME10")).status, (await own.addPromo("ONEUSE")).status]).toEqual([200, 200]);
  await openOn("sqlite", { products: "none", env: { ...production, DATA_DIR: shop.directory } });

  expect(await demo.find()).toMatchObject({
    promoCode: null,
    totalPrice: { gross: { amount: 20 } },
    notice: expect.stringContaining("promo code"),
  });
  expect((await own.find()).promoCode).toBe("ONEUSE");
});

test("the promo calls refuse another site, which they cannot tell by a token", async () => {
  const shop = await openOn("sqlite");
  const shopper = await shopperIn(shop, { "v-2": 1 });
  const body = { checkoutId: shopper.checkoutId, promoCode: "WELCOME10" };
  const from = async (headers: Record<string, string>) =>
    (await shopper.browser.call("POST", "/storefront/api/checkout/add-promo", body, { csrf: false, headers })).status;

  expect(await from({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await from({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await from({ origin: "https://evil.example" })).toBe(403);
  expect(await from({ origin: "null" })).toBe(403);
  expect((await shopper.find()).promoCode).toBeNull();
  expect(await from({ "sec-fetch-site": "same-origin" })).toBe(200);
});

const redeemFor = (shop: TestShop, checkoutId: string, promoId: string, email: string) =>
  transactOutcome(sqlOf(shop), (tx) => redeem(tx, { promoId, checkoutId, email, now: Date.now() }));

async function usesOf(shop: TestShop, promoId: string) {
  const db = sqlOf(shop);
  const { used } = await db.selectFrom("promo").select("used").where("id", "=", promoId).executeTakeFirstOrThrow();
  const redemptions = await db.selectFrom("promo_redemption").select("email_norm").where("promo_id", "=", promoId).execute();
  expect(redemptions.every(({ email_norm }) => email_norm === normaliseEmail(email_norm))).toBe(true);
  return { used, redemptions: redemptions.length };
}
