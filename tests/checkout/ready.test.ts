import { describe, expect, test } from "vitest";
import { findWhole, type WholeCheckout } from "../../server/checkout/change.ts";
import { lockCheckout } from "../../server/checkout/find.ts";
import { priceCheckout } from "../../server/checkout/price-checkout.ts";
import { findQuote, showQuote } from "../../server/checkout/quotes.ts";
import { readyToPay } from "../../server/checkout/ready.ts";
import { transact } from "../../server/db/transaction.ts";
import type { TestShop } from "../support/shop.ts";
import { engines, idaho, ontario, openOn, type Shopper, shopperAtPayment, shopperIn, sqlOf, texas } from "./shopper.ts";

/** The result that a payment starting now would get. */
const readiness = (shop: TestShop, { checkoutId }: Shopper) =>
  transact(sqlOf(shop), async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (!checkout) throw new Error("no checkout");
    const now = shop.shop.now();
    return await readyToPay(tx, checkout, await priceCheckout(tx, checkout, now));
  });

const wholeOf = async (shop: TestShop, { checkoutId }: Shopper): Promise<WholeCheckout> => {
  const row = await sqlOf(shop).selectFrom("checkout").select("visitor").where("id", "=", checkoutId).executeTakeFirstOrThrow();
  const visitor = { id: row.visitor ?? undefined, customerId: undefined };
  const found = await findWhole(sqlOf(shop), { visitor, checkoutId, now: shop.shop.now() });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

describe.each(engines)("what must hold before a payment, on %s", (engine) => {
  test("a checkout whose steps are all answered is ready, with its addresses and method", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    expect(await readiness(shop, shopper)).toEqual({
      ok: true,
      value: { shipping: texas, billing: texas, method: { id: "standard", name: "Standard" } },
    });
    await shopper.post("/storefront/checkout/billing", { billingAddress: ontario });
    expect(await readiness(shop, shopper)).toMatchObject({ ok: true, value: { shipping: texas, billing: ontario } });
  });

  test("each missing step is a field error", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const fields = async () => {
      const outcome = await readiness(shop, shopper);
      return outcome.ok ? [] : outcome.errors?.map(({ field }) => field);
    };
    expect(await fields()).toEqual(["email", "streetAddress1"]);
    await shopper.email();
    await shopper.ship();
    expect(await fields()).toEqual(["shippingMethodId"]);
    await shopper.method();
    expect(await fields()).toEqual([]);
    await sqlOf(shop).updateTable("shipping_method").set({ active: 0 }).execute();
    expect(await fields()).toEqual(["shippingMethodId"]);
  });

  test("an empty cart is not paid for, nor a gift alone", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await sqlOf(shop).updateTable("checkout_line").set({ gift: 1 }).execute();
    await sqlOf(shop).updateTable("gift_rule").set({ threshold: 0 }).execute();
    expect(await readiness(shop, shopper)).toMatchObject({ ok: false, code: "cart_empty", error: "Your cart is empty." });
    await sqlOf(shop).deleteFrom("checkout_line").execute();
    expect(await readiness(shop, shopper)).toMatchObject({ ok: false, code: "cart_empty", error: "Your cart is empty." });
  });

  test("products that ran out or went out of sale are named", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 3 });
    await sqlOf(shop).updateTable("variant").set({ reserved: 8 }).where("id", "=", "v-2").execute();
    expect(await readiness(shop, shopper)).toMatchObject({
      ok: false,
      code: "out_of_stock",
      error: "Only 2 of “Product 2” are left.",
    });
    await sqlOf(shop).updateTable("product").set({ published: 0 }).where("id", "=", "p-2").execute();
    expect(await readiness(shop, shopper)).toMatchObject({
      ok: false,
      code: "out_of_stock",
      error: "“Product 2” is no longer sold.",
    });
  });

  test("a state that forbids the products since the shipping step is a field error on countryArea", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const { category_id } = await sqlOf(shop)
      .selectFrom("product")
      .select("category_id")
      .where("id", "=", "p-2")
      .executeTakeFirstOrThrow();
    await sqlOf(shop)
      .insertInto("state_rule")
      .values({ id: "no-texas", country: "US", area: "TX", category_id, product_id: null })
      .execute();
    expect(await readiness(shop, shopper)).toMatchObject({
      ok: false,
      error: "some errors found",
      errors: [{ field: "countryArea", message: "“Product 2” can’t be sold in Texas." }],
    });
  });

  test("products that were added after the address are judged by its state", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.email();
    await shopper.ship(idaho);
    await shopper.method();
    await shopper.post("/storefront/checkout/line", { variantId: "v-1" });
    expect(await readiness(shop, shopper)).toMatchObject({ errors: [{ field: "countryArea" }] });
  });
});

test.each(engines)("a text that is no id locks nothing on %s", async (engine) => {
  const shop = await openOn(engine);
  for (const id of ["nul\u0000byte", "", "x".repeat(1000)])
    expect(await transact(sqlOf(shop), (tx) => lockCheckout(tx, id))).toBeUndefined();
});

describe.each(engines)("quotes on %s", (engine) => {
  test("name one total of one checkout, and the same total by the same name", async () => {
    const shop = await openOn(engine);
    const [one, other] = [await shopperIn(shop, { "v-2": 1 }), await shopperIn(shop, { "v-3": 1 })];
    const { quote, total } = await one.totals();
    const named = (checkoutId: string, id: string) => findQuote(sqlOf(shop), checkoutId, id).then((quote) => quote?.total);

    expect(await named(one.checkoutId, quote)).toBe(2000);
    expect(total.amount).toBe(20);
    expect(await named(other.checkoutId, quote)).toBeUndefined();
    expect(await named(one.checkoutId, "no such quote")).toBeUndefined();

    const { checkout, priced } = await wholeOf(shop, one);
    const again = await transact(sqlOf(shop), (tx) => showQuote(tx, checkout, priced, 1));
    expect(again).toMatchObject({ id: quote, total: 2000 });
  });

  test("an earlier quote keeps naming its total after a newer one was shown", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const before = await shopper.totals();
    await shopper.post("/storefront/checkout/line", { variantId: "v-2" });
    const after = await shopper.totals();
    const named = (id: string) => findQuote(sqlOf(shop), shopper.checkoutId, id).then((quote) => quote?.total);
    expect([await named(before.quote), await named(after.quote)]).toEqual([2000, 4000]);
  });

  test("looking twice at once makes one name", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const looks = await Promise.all(Array.from({ length: 6 }, () => shopper.totals()));
    expect(new Set(looks.map(({ quote }) => quote)).size).toBe(1);
    expect(await sqlOf(shop).selectFrom("quote").select("id").execute()).toHaveLength(1);
  });
});
