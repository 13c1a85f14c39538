import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dataOf, engines, errorOf, fieldValue, openOn, pageOf, shopperAtPayment, shopperIn, sqlOf } from "./shopper.ts";

const hour = 3_600_000;

describe.each(engines)("how often an address may try on %s", (engine) => {
  test("sixty promo codes that there are not end the guessing for an hour, and others never count", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const guess = async (code: string) => (await shopper.addPromo(code)).status;
    for (let right = 0; right < 3; right++) expect(await guess("WELCOME10")).toBe(200);
    for (const code of [" ", "EXPIRED1", "TAKE5"]) expect(await guess(code)).toBe(422);
    const at = shop.shop.now();
    const tries = Array.from({ length: 59 }, (_, n) => ({ id: `t-${n}`, kind: "promo-code", subject: "127.0.0.1", at }));
    await sqlOf(shop).insertInto("counted_try").values(tries).execute();

    for (const status of [422, 429, 429]) expect(await guess("GUESS1")).toBe(status);
    const late = await shopper.addPromo("WELCOME10");
    expect([late.status, errorOf(late)]).toEqual([429, "Too many tries. Please try again in 60 minutes."]);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(3500);
    expect((await shopper.find()).promoCode).toBe("WELCOME10");
    shop.pass(hour);
    expect(await guess("WELCOME10")).toBe(200);
  });

  test("without scripts the page says so beside the field, and keeps what was typed", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const at = shop.shop.now();
    const tries = Array.from({ length: 60 }, (_, n) => ({ id: `t-${n}`, kind: "promo-code", subject: "127.0.0.1", at }));
    await sqlOf(shop).insertInto("counted_try").values(tries).execute();

    const answer = await shopper.browser.form("/storefront/api/checkout/add-promo", {
      checkoutId: shopper.checkoutId,
      promoCode: "WELCOME10",
    });

    expect([answer.status, answer.text.includes("Too many tries. Please try again in 60 minutes.")]).toEqual([429, true]);
    expect(fieldValue(pageOf(answer), "promoCode")).toBe("WELCOME10");
  });

  test("ten thousand checkouts in an hour are enough, and a cart that is there still grows", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const at = shop.shop.now();
    await sql`WITH RECURSIVE begun (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM begun WHERE n < 9999)
      INSERT INTO counted_try (id, kind, subject, at) SELECT 'b-' || n, 'checkout-begun', '127.0.0.1', ${sql.lit(at)} FROM begun`.execute(
      sqlOf(shop),
    );
    const create = (browser = shop.browser()) => browser.post("/storefront/checkout/create", { lines: [] });
    const add = (browser = shop.browser()) => browser.form("/storefront/cart/add", { variantId: "v-2", quantity: "1" });

    expect([(await create()).status, (await add()).status]).toEqual([429, 429]);

    expect((await add(shopper.browser)).status).toBe(303);
    expect((await shopper.find()).lines[0]?.quantity).toBe(2);
    shop.pass(hour);
    expect(dataOf(await create())).toEqual({ checkoutId: expect.any(String) });
  });
});
