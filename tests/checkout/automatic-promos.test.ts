import { describe, expect, test } from "vitest";
import { cartPath } from "../../server/checkout/cart-paths.ts";
import { stepPath } from "../../server/checkout/paths.ts";
import { deactivateDemoPromos, returnPromoUse } from "../../server/checkout/promos.ts";
import { simulateCheckout } from "../../server/checkout/simulate.ts";
import { transact } from "../../server/db/transaction.ts";
import { atGateway, cards, expectInOrder, quoteNow, shopperAt } from "../payments/shopper.ts";
import { openShop } from "../support/shop.ts";
import { addAutomatic, addPromo, editPromo } from "./promo-fixture.ts";
import { dataOf, engines, errorOf, openOn, pageOf, shopperAtPayment, shopperIn, textOf } from "./shopper.ts";

const summer = { automatic: true, name: "Summer sale", code: "SUMMER" };

describe.each(engines)("a promo without a code, on %s", (engine) => {
  test("applies by itself, by its name, and cannot be typed", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    expect(await shopper.totals()).toMatchObject({ discount: { amount: 2 }, promo: "Summer sale" });
    expect((await shopper.find()).promoCode).toBeNull();
    expect(errorOf(await shopper.addPromo("SUMMER"))).toBe("This promo code isn’t valid.");

    const page = pageOf(await shopper.browser.get(cartPath));
    expect(textOf(page, ".totals__discount dt")).toBe("Discount (Summer sale)");
  });

  test("for a first order is not offered while another payment may become that order", async () => {
    const shop = await openShop({ engine });
    await addAutomatic(shop, { firstOrderOnly: true });
    const first = await shopperAt(shop);
    expect((await first.pay(cards.held)).body).toMatchObject({ code: "held" });

    const second = await shopperAt(shop);
    expect(second.total).toBe(first.total + 216);
    expect((await second.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("outdoes a typed code that saves less, which stays typed, and gives way to one that saves more", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop, { amount: 15 });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    expect((await shopper.addPromo("WELCOME10")).status).toBe(200);
    const note = "Summer sale saves you more than WELCOME10, so it applies.";
    expect(await shopper.totals()).toMatchObject({ discount: { amount: 3 }, promo: "Summer sale", promoNote: note });
    expect((await shopper.find()).promoCode).toBe("WELCOME10");
    for (const path of [cartPath, stepPath("payment", shopper.checkoutId)])
      expect(pageOf(await shopper.browser.get(path)).body.textContent).toContain(note);
    expect(
      pageOf(await shopper.page("payment"))
        .querySelector("#promoCode")
        ?.getAttribute("value"),
    ).toBe("WELCOME10");

    await shopper.addPromo("ONEUSE");
    const totals = await shopper.totals();
    expect(totals).toMatchObject({ discount: { amount: 4 }, promo: "ONEUSE" });
    expect(totals).not.toHaveProperty("promoNote");
  });

  test("that gives free shipping counts what the method costs, and each method shows its price with its own best promo", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop, { kind: "shipping", amount: 0, name: "Free post" });
    await addAutomatic(shop, { amount: 50, code: "HALF", name: "Half price" }, "half");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    expect(await shopper.totals()).toMatchObject({ discount: { amount: 10 }, promo: "Half price" });
    await shopper.method("overnight");
    expect(await shopper.totals()).toMatchObject({
      ...{ discount: { amount: 0 }, shipping: { amount: 0 } },
      ...{ promo: "Free post", promoNote: "Free shipping with Free post." },
    });
    const prices = [...pageOf(await shopper.page("shipping_method")).querySelectorAll(".radio-card__price")];
    expect(prices.map((price) => price.textContent)).toEqual(["$5.95", "Free"]);
  });

  test("is on the order and its page, is used up by it, and comes back with its cancelation", async () => {
    const shop = await openShop({ engine });
    await addAutomatic(shop, { usageLimit: 1 });
    const shopper = await shopperAt(shop);
    const { orderId } = dataOf<{ orderId: string }>(await shopper.pay());
    const page = pageOf(await shopper.browser.get(stepPath("confirmation", orderId)));
    expect(textOf(page, ".totals__discount dt")).toBe("Discount (Summer sale)");
    await expectInOrder(shop);
    const uses = () => shop.shop.db.selectFrom("promo").select("used").where("id", "=", "summer").executeTakeFirstOrThrow();
    expect(await uses()).toEqual({ used: 1 });
    const next = await shopperIn(shop, { "v-2": 1 });
    expect((await next.totals()).discount.amount).toBe(0);

    await transact(shop.shop.db, (tx) => returnPromoUse(tx, shopper.checkoutId));
    expect(await uses()).toEqual({ used: 0 });
    expect((await next.totals()).discount.amount).toBe(2);
  });

  test("that ends between the page and Pay changes the total: 409, nothing charged, and then the new total", async () => {
    const shop = await openShop({ engine });
    await addAutomatic(shop);
    const shopper = await shopperAt(shop);
    await editPromo(shop, { ...summer, endsAt: 1 }, "summer");
    const refused = await shopper.pay();
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, "changed"]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect((await shopper.pay(undefined, { quote: await quoteNow(shopper) })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("of few uses serves as many of the shoppers who pay at one moment, and shows the others their new total", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 100 } });
    await addAutomatic(shop, { usageLimit: 2 });
    const numbers = Array.from({ length: 12 }, (_, at) => at);
    const rivals = await Promise.all(numbers.map((at) => shopperAt(shop, { email: `rival-${at}@example.com` })));

    const answers = await Promise.all(rivals.map((rival) => rival.pay()));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array<number>(10).fill(409)]);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => (body as { code: string }).code);
    expect(new Set(refused)).toEqual(new Set(["changed"]));
    expect(await atGateway(shop, "authorize")).toHaveLength(2);
    await expectInOrder(shop);
  });

  test("once per customer is gone for an email that used it, and the rest of the cart goes on", async () => {
    const shop = await openShop({ engine });
    await addAutomatic(shop, { oncePerCustomer: true });
    expect((await (await shopperAt(shop, { email: "ada@example.com" })).pay()).status).toBe(200);
    const again = await shopperAt(shop, { email: "ADA@example.com" });
    const answer = await again.pay();
    expect([answer.status, again.total - 2000 > 0]).toEqual([200, true]);
    const order = await shop.shop.db
      .selectFrom("orders")
      .select("promo_code")
      .where("checkout_id", "=", again.checkoutId)
      .executeTakeFirst();
    expect(order).toEqual({ promo_code: null });
    await expectInOrder(shop);
  });

  test("is known to a sample cart, and names what shoppers see", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop, { amount: 15 });
    const sample = { lines: [{ variantId: "v-2", quantity: 1 }], country: "US", area: "TX", methodId: undefined };
    const { priced } = await simulateCheckout(shop.shop.db, { ...sample, code: "WELCOME10" }, shop.shop.now());
    expect([priced.discount, priced.promo?.label, priced.promoNote]).toEqual([
      ...[300, "Summer sale"],
      "Summer sale saves you more than WELCOME10, so it applies.",
    ]);
  });

  test("of the demo shop does not apply in production, and every one needs a name", async () => {
    const shop = await openOn(engine);
    await addAutomatic(shop);
    await shop.shop.db.updateTable("promo").set({ demo: 1 }).where("id", "=", "summer").execute();
    await deactivateDemoPromos(shop.shop.db);
    expect((await (await shopperIn(shop, { "v-2": 1 })).totals()).discount.amount).toBe(0);
    expect(await addPromo(shop, { automatic: true })).toMatchObject({ errors: [{ field: "name" }] });
  });
});
