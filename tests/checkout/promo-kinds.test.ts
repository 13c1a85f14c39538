import { describe, expect, test } from "vitest";
import { methodPath } from "../../server/checkout/paths.ts";
import { readPromo, removePromo } from "../../server/checkout/promo-records.ts";
import { redeem, releasePromo } from "../../server/checkout/promos.ts";
import { findPromo, findPromoUse } from "../../server/checkout/queries/promos.ts";
import type { PromoFields } from "../../server/checkout/rules/promo-fields.ts";
import { removeMethod } from "../../server/checkout/shipping-records.ts";
import { transact, transactOutcome } from "../../server/db/transaction.ts";
import { placed } from "../orders/order-fixture.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { addAutomatic, addPromo, blank, editPromo } from "./promo-fixture.ts";
import { type CheckoutJson, dataOf, engines, errorOf, openOn, pageOf, shopperAtPayment, shopperIn, textOf } from "./shopper.ts";

const buyTwo = { kind: "buy_get", amount: 0, buyQuantity: 2, getQuantity: 1, getPercent: 100 } as const;

const categoryOf = async ({ shop }: TestShop, slug: string) =>
  (await shop.db.selectFrom("category").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;

describe.each(engines)("what a promo is for, on %s", (engine) => {
  test("of one category it takes nothing off the rest, whose lines keep their price", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, { amount: 50, categoryIds: [await categoryOf(shop, "seeds")] });
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });

    expect((await shopper.addPromo("new")).status).toBe(200);

    expect(await shopper.totals()).toMatchObject({ discount: { amount: 5 }, total: { amount: 25 } });
    expect((await shopper.line("v-2"))?.totalPrice.net.amount).toBe(20);
    expect((await shopper.line("v-1"))?.totalPrice.net.amount).toBe(5);
  });

  test("a code for other products is refused in words", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, { productIds: ["p-3"] });
    const shopper = await shopperIn(shop, { "v-1": 1, "v-2": 1 });
    const refused = await shopper.addPromo("NEW");
    expect([refused.status, errorOf(refused)]).toEqual([422, "This promo code isn’t for any of these products."]);
  });

  test("free shipping by one method: said in words by another, kept by it, and gone with what it gave once another is chosen", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, { kind: "shipping", amount: 0, methodIds: ["standard"] });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await shopper.method("overnight");
    const words = "NEW applies to Standard shipping only.";
    const refused = await shopper.addPromo("new");
    expect([refused.status, errorOf(refused)]).toEqual([422, words]);

    await shopper.method("standard");
    expect((await shopper.addPromo("new")).status).toBe(200);
    expect(await shopper.totals()).toMatchObject({ shipping: { amount: 0 }, total: { amount: 21.65 } });
    const prices = [...pageOf(await shopper.page("shipping_method")).querySelectorAll(".radio-card__price")];
    expect(prices.map((price) => price.textContent)).toEqual(["Free", "$29.95"]);

    // The form is sent as without scripts.
    expect((await shopper.form(methodPath, { shippingMethodId: "overnight" })).status).toBe(303);
    expect(await shopper.totals()).toMatchObject({ shipping: { amount: 29.95 }, total: { amount: 51.6 } });
    const page = pageOf(await shopper.page("payment"));
    expect(textOf(page, ".notice")).toContain(`NEW was removed. ${words}`);
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("a discount for one method goes when another is chosen, with a word why, and is not held for that one", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, { methodIds: ["standard"] });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    expect((await shopper.addPromo("new")).status).toBe(200);
    expect((await shopper.totals()).discount.amount).toBe(2);
    await shopper.form(methodPath, { shippingMethodId: "overnight" });
    expect((await shopper.totals()).discount.amount).toBe(0);
    const notice = textOf(pageOf(await shopper.page("payment")), ".notice");
    expect(notice).toContain("NEW was removed. NEW applies to Standard shipping only.");
  });

  test("a promo without a code for one method is lost by another, which the sums say, and comes back", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop, { methodIds: ["standard"] });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    expect(await shopper.totals()).toMatchObject({ discount: { amount: 2 }, promo: "Summer sale" });
    await shopper.method("overnight");
    const lost = await shopper.totals();
    expect(lost).toMatchObject({ discount: { amount: 0 }, promoNote: "Summer sale applies to Standard shipping only." });
    expect(lost).not.toHaveProperty("promo");
    const page = pageOf(await shopper.page("payment"));
    expect(page.body.textContent).toContain("Summer sale applies to Standard shipping only.");
    await shopper.method("standard");
    expect(await shopper.totals()).toMatchObject({ discount: { amount: 2 } });
  });

  test("free shipping by one method is taken before a method is chosen, and charged as shown where it is narrowed meanwhile", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { kind: "shipping", amount: 0, methodIds: ["standard", "overnight"] });
    const shopper = await shopperAt(shop, { promo: "NEW" });
    await editPromo(shop, { kind: "shipping", amount: 0, methodIds: ["overnight"] });

    const changed = await shopper.pay();

    expect([changed.status, errorOf(changed)]).toEqual([409, "Your order total has changed."]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect((await shopper.pay(undefined, { quote: dataOf<{ quote: string }>(changed).quote })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a method that a promo is for stays", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, { kind: "shipping", amount: 0, methodIds: ["overnight"] });
    expect(await transact(shop.shop.db, (tx) => removeMethod(tx, "overnight"))).toMatchObject({
      error: "NEW is for this method: change that promo first.",
    });
    expect(await editPromo(shop, { kind: "shipping", amount: 0, methodIds: ["none"] })).toMatchObject({
      errors: [{ field: "methodIds", message: "One of these shipping methods is gone." }],
    });
    expect(await transact(shop.shop.db, (tx) => readPromo(tx, "promo-new"))).toMatchObject({ methodIds: ["overnight"] });
  });

  test("of three units the cheapest is free, and the code goes when one of them does", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, buyTwo);
    const shopper = await shopperIn(shop, { "v-1": 1, "v-3": 2 });
    await shopper.addPromo("NEW");
    expect(await shopper.totals()).toMatchObject({ subtotal: { amount: 70 }, discount: { amount: 10 } });

    const lineId = (await shopper.line("v-1"))?.id;
    const body = { checkoutId: shopper.checkoutId, lineId };
    const removed = dataOf<CheckoutJson>(await shopper.browser.delete("/storefront/checkout/line/remove", body));

    expect(removed).toMatchObject({
      promoCode: null,
      totalPrice: { gross: { amount: 60 } },
      notice: "NEW was removed. This promo code requires 3 or more of any products.",
    });
  });

  test("a gift is never one of the units that are counted", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, buyTwo);
    // Of seven units, two are free. If the gift counted as an eighth unit, it would be one of them.
    const shopper = await shopperIn(shop, { "v-3": 7 });
    await shopper.post("/storefront/checkout/line", { giftProductId: "p-9" });
    await shopper.addPromo("NEW");
    expect((await shopper.find()).lines.some(({ gift }) => gift)).toBe(true);
    expect((await shopper.totals()).discount.amount).toBe(60);
  });
});

describe.each(engines)("a promo for a first order, on %s", (engine) => {
  test("is refused to an email with an order, in any letter case, and comes back when that is canceled", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { firstOrderOnly: true });
    const first = await shopperAt(shop, { promo: "NEW", email: "ada@example.com" });
    expect((await first.pay()).status).toBe(200);
    const second = await shopperIn(shop, { "v-2": 1 });
    await second.email("ADA@example.com");
    expect(errorOf(await second.addPromo("NEW"))).toBe("This promo code is for a first order.");

    const { db } = shop.shop;
    await transact(db, async (tx) => {
      await tx.updateTable("orders").set({ state: "canceled" }).execute();
      await tx.deleteFrom("promo_redemption").execute();
      await tx.updateTable("promo").set({ used: 0 }).where("id", "=", "promo-new").execute();
    });
    expect((await second.addPromo("NEW")).status).toBe(200);
  });

  test("is refused to an account with an order, whatever the email, also when it is held at the payment", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { firstOrderOnly: true });
    const first = await shopperAt(shop, { promo: "NEW", email: "ada@example.com" });
    const second = await shopperAt(shop, { promo: "NEW", email: "eve@example.com" });
    const third = await shopperIn(shop, { "v-2": 1 });
    const { db } = shop.shop;
    const customer = { email: "ada@example.com", email_norm: "ada@example.com", first_name: "Ada", last_name: "" };
    await db
      .insertInto("customer")
      .values({ id: "ada", ...customer, created_at: 1 })
      .execute();
    for (const { checkoutId } of [first, second, third])
      await db.updateTable("checkout").set({ customer_id: "ada" }).where("id", "=", checkoutId).execute();
    const use = (email: string, checkoutId: string) =>
      transactOutcome(db, (tx) =>
        redeem(tx, { promoId: "promo-new", checkoutId, email, customerId: "ada", now: shop.shop.now() }),
      );

    // While one payment is in progress the account has its claim; a third email is no way round it.
    expect(await use("ada@example.com", first.checkoutId)).toMatchObject({ ok: true });
    expect(await use("eve@example.com", second.checkoutId)).toMatchObject({ code: "promo_taken" });
    await transact(db, (tx) => releasePromo(tx, first.checkoutId));
    expect(await use("eve@example.com", second.checkoutId)).toMatchObject({ ok: true });
    await transact(db, (tx) => releasePromo(tx, second.checkoutId));

    await placed(db, { at: shop.shop.now(), customerId: "ada", email: "old@example.com" });
    expect(await use("eve@example.com", third.checkoutId)).toMatchObject({ code: "promo_taken" });
    const promo = await findPromo(db, "promo-new");
    const askedBy = (customerId: string | undefined) =>
      promo && findPromoUse(db, promo, { checkoutId: third.checkoutId, email: "eve@example.com", customerId, tags: [] });
    expect([(await askedBy("ada"))?.ordered, (await askedBy(undefined))?.ordered]).toEqual([true, false]);
  });

  test("is used once by an email that pays twice at one moment", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { firstOrderOnly: true });
    const shoppers = [await shopperAt(shop, { promo: "NEW" }), await shopperAt(shop, { promo: "NEW" })];

    const answers = await Promise.all(shoppers.map((one) => one.pay()));

    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });
});

/** The owner's changes between the page load and the press on Pay. */
const changes: [what: string, before: Partial<PromoFields>, after: Partial<PromoFields>][] = [
  ["its products", { amount: 20 }, { amount: 20, productIds: ["p-3"] }],
  ["its percentage", { amount: 20 }, { amount: 25 }],
  ["how many are given", { ...buyTwo, buyQuantity: 1 }, { ...buyTwo, buyQuantity: 1, getPercent: 50 }],
  ["how many are to be bought", { ...buyTwo, buyQuantity: 1 }, { ...buyTwo, buyQuantity: 2 }],
  ["its minimum", { amount: 20 }, { amount: 20, minimum: 100_000 }],
];

describe.each(engines)("a promo that changes between the page and Pay, on %s", (engine) => {
  test.each(changes)("%s: 409 without a charge, and then the new total", async (_what, before, after) => {
    const shop = await openShop({ engine });
    await addPromo(shop, before);
    const shopper = await shopperAt(shop, { promo: "NEW", lines: [{ variantId: "v-2", quantity: 2 }] });
    expect(await editPromo(shop, after)).toMatchObject({ ok: true });

    const refused = await shopper.pay();

    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, "changed"]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const { quote } = (refused.body as { data: { quote: string } }).data;
    expect((await shopper.pay(undefined, { quote })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("its end alone, where the total stays, changes nothing that was agreed to", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const shopper = await shopperAt(shop, { promo: "NEW" });
    await editPromo(shop, { endsAt: Date.UTC(2090, 0, 1) });
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });
});

describe.each(engines)("what the owner sets of a promo, on %s", (engine) => {
  const messagesOf = (outcome: unknown) =>
    (outcome as { errors?: { field: string; message: string }[] }).errors?.map(({ field, message }) => [field, message]);

  test("is stored, read, and changed as it is", async () => {
    const shop = await openOn(engine);
    const fields = { ...blank, ...buyTwo, categoryIds: [await categoryOf(shop, "seeds")], productIds: ["p-2"] };
    await addPromo(shop, fields);
    const read = () => transact(shop.shop.db, (tx) => readPromo(tx, "promo-new"));
    expect(await read()).toEqual(fields);
    await editPromo(shop, { amount: 20, usageLimit: 5, endsAt: 99 });
    expect(await read()).toEqual({ ...blank, amount: 20, usageLimit: 5, endsAt: 99 });
  });

  test("is refused where it makes no sense, or names what is gone", async () => {
    const shop = await openOn(engine);
    expect(messagesOf(await addPromo(shop, { code: "welcome10" }))).toContainEqual([
      "code",
      "Enter a code of 2 to 40 letters, digits, hyphens, or underscores.",
    ]);
    expect(messagesOf(await addPromo(shop, { amount: 101 }))).toEqual([["amount", "Enter a whole percentage from 1 to 100."]]);
    expect(messagesOf(await addPromo(shop, { startsAt: 10, endsAt: 9 }))).toEqual([
      ["endsAt", "The last day is before the first one."],
    ]);
    expect(messagesOf(await addPromo(shop, { categoryIds: ["gone"], productIds: ["gone"] }))).toEqual([
      ["categoryIds", "One of these categories is gone."],
      ["productIds", "One of these products is gone."],
    ]);
  });

  test("a code is one promo's alone, whatever its letters' case", async () => {
    const shop = await openOn(engine);
    const { db } = shop.shop;
    await db.updateTable("promo").set({ code: "Welcome10" }).where("id", "=", "promo-10").execute();
    expect(messagesOf(await addPromo(shop, { code: "WELCOME10" }))).toEqual([
      ["code", "There is a promo with this code, perhaps one that has ended."],
    ]);
  });

  test("a promo that was used keeps its code and kind, and its limit stays above its uses", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, {});
    await shop.shop.db.updateTable("promo").set({ used: 2 }).where("id", "=", "promo-new").execute();
    const message = "This code was used 2 times. Stop it, and create another one.";
    expect(messagesOf(await editPromo(shop, { code: "OTHER", kind: "shipping", usageLimit: 1 }))).toEqual([
      ["code", message],
      ["kind", message],
      ["usageLimit", "It was used 2 times already."],
    ]);
    expect(await editPromo(shop, { amount: 20 })).toMatchObject({ ok: true });
  });

  test("one that a shopper has applied is not deleted", async () => {
    const shop = await openOn(engine);
    await addPromo(shop, {});
    await addPromo(shop, { code: "UNUSED", productIds: ["p-2"] }, "promo-unused");
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.addPromo("NEW");
    const remove = (id: string) => transact(shop.shop.db, (tx) => removePromo(tx, id));
    expect(await remove("promo-new")).toMatchObject({ ok: false, code: "limit_reached" });
    expect(await remove("promo-unused")).toMatchObject({ ok: true });
  });
});

describe.each(engines)("two codes for a first order, on %s", (engine) => {
  test("used at one moment by one email count once, and whose payment failed may use another", async () => {
    // The first payment waits for the answer to the second one, so that no order comes between.
    const answered = Promise.withResolvers<void>();
    const shop = await openShop({
      engine,
      failpoint: (name) => (name === "p.after_commit" ? answered.promise : Promise.resolve()),
    });
    await addPromo(shop, { firstOrderOnly: true, code: "FIRST" }, "promo-first");
    await addPromo(shop, { firstOrderOnly: true, code: "HELLO" }, "promo-hello");
    const codes = ["FIRST", "HELLO"];
    const shoppers = await Promise.all(codes.map((promo) => shopperAt(shop, { promo, email: "ada@example.com" })));

    const payments = shoppers.map((shopper) => shopper.pay());
    await Promise.race(payments);
    answered.resolve();
    const answers = await Promise.all(payments);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map((answer) => errorOf(answer))).toContain("This promo code is for a first order.");
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect(await shop.shop.db.selectFrom("first_order_claim").selectAll().execute()).toEqual([]);

    const [one, other] = await Promise.all(codes.map((promo) => shopperAt(shop, { promo, email: "bo@example.com" })));
    expect((await one?.pay(cards.declined))?.status).toBe(402);
    expect((await other?.pay())?.status).toBe(200);
    await expectInOrder(shop);
  });

  test("one that begins while the other becomes an order is refused by that order", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { firstOrderOnly: true, code: "FIRST" }, "promo-first");
    const shopper = await shopperAt(shop, { promo: "FIRST", email: "ada@example.com" });
    const { checkoutId } = await shopperIn(shop, { "v-1": 1 });
    expect((await shopper.pay()).status).toBe(200);
    // This use simulates a payment that priced its checkout before the order was written.
    await addPromo(shop, { firstOrderOnly: true, code: "HELLO" }, "promo-hello");
    const late = { promoId: "promo-hello", checkoutId, email: "Ada@example.com", now: shop.shop.now() };
    expect(await transactOutcome(shop.shop.db, (tx) => redeem(tx, late))).toMatchObject({ ok: false, code: "promo_taken" });
  });
});
