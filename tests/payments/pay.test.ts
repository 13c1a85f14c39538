import { describe, expect, test } from "vitest";
import { moneyStateOf } from "../../server/orders/ledger.ts";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, cardForm, cards, expectInOrder, shopperAt } from "./shopper.ts";

const orderOf = (answer: { body: unknown }) => (answer.body as { data: { orderId: string } }).data.orderId;

describe.each(engines)("paying on %s", (engine) => {
  test("a guest pays and gets an order (requirements 62, 48)", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 2 }] });
    expect(shopper.browser.jar.has("checkoutId")).toBe(true);

    const answer = await shopper.pay();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { orderId: expect.stringMatching(/^[a-f0-9]{32}$/) } });
    expect(shopper.browser.jar.has("checkoutId")).toBe(false);
    const order = await shop.shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      id: orderOf(answer),
      number: 1001,
      total: shopper.total,
      email: "ada@example.com",
      last4: "4242",
      brand: "visa",
    });
    expect(order.visitor).toBe(shopper.browser.jar.get("visitor")?.split(".")[0]);
    const { on_hand, reserved } = await shop.shop.db
      .selectFrom("variant")
      .selectAll()
      .where("id", "=", "v-2")
      .executeTakeFirstOrThrow();
    expect([on_hand, reserved]).toEqual([8, 0]);
    await expectInOrder(shop);
    expect((await atGateway(shop, "capture")).map(({ amountCents }) => amountCents)).toEqual([shopper.total]);
    expect(await moneyStateOf(shop.shop.db, order.id)).toBe("paid");
  });

  test("paying again answers the same order and charges nothing (K5)", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const first = await shopper.pay();

    const again = await shopper.pay(cards.declined);

    expect(again.body).toEqual(first.body);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("a declined card leaves the checkout to the shopper, who pays with another (requirement 48)", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { promo: "ONEUSE" });

    const declined = await shopper.pay(cards.declined);

    expect(declined.status).toBe(402);
    expect(declined.body).toEqual({
      error: "Your card was declined. Check its details or use another card.",
      code: "declined",
      data: { formKey: expect.any(String) },
    });
    expect(shopper.browser.jar.has("checkoutId")).toBe(true);
    const { used } = await shop.shop.db.selectFrom("promo").select("used").where("code", "=", "ONEUSE").executeTakeFirstOrThrow();
    expect(used).toBe(0);
    await expectInOrder(shop);
    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
    expect(await shop.shop.db.selectFrom("attempt").select(["n", "state"]).orderBy("n").execute()).toEqual([
      { n: 1, state: "declined" },
      { n: 2, state: "captured" },
    ]);
  });

  test("a total that changed is shown and not charged", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute();

    const refused = await shopper.pay();

    expect(refused.status).toBe(409);
    const { total, quote } = (refused.body as { data: { total: { amount: number }; quote: string } }).data;
    expect(refused.body).toEqual({
      error: "Your order total has changed.",
      code: "changed",
      data: {
        total: { amount: total.amount, currency: "USD" },
        quote,
        changes: [
          { field: "total", old: "$27.60", new: "$33.01" },
          { field: "lines", old: expect.stringContaining("at $20.00"), new: expect.stringContaining("at $25.00") },
        ],
        formKey: expect.any(String),
      },
    });
    expect(total.amount).toBeGreaterThan(shopper.total / 100);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect(await shop.shop.db.selectFrom("attempt").selectAll().execute()).toEqual([]);
    expect((await shopper.pay(cards.good, { quote })).status).toBe(200);
    expect((await atGateway(shop, "authorize"))[0]?.amountCents).toBe(Math.round(total.amount * 100));
    await expectInOrder(shop);
  });

  test("without a quote the total shown last is what was agreed to, and one that was never shown is not charged", async () => {
    const shop = await openShop({ engine });
    const [shown, unshown] = [await shopperAt(shop), await shopperAt(shop)];
    await shop.shop.db.updateTable("checkout").set({ quote_id: null }).where("id", "=", unshown.checkoutId).execute();
    await shop.shop.db.deleteFrom("quote").where("checkout_id", "=", unshown.checkoutId).execute();
    const payWithout = ({ browser, checkoutId }: typeof shown) =>
      browser.post("/storefront/checkout/payment", { checkoutId, paymentDetails: cardForm() });

    expect((await payWithout(shown)).status).toBe(200);
    expect((await payWithout(unshown)).status).toBe(409);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
    expect((await payWithout(unshown)).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a quote of another checkout names no total of this one", async () => {
    const shop = await openShop({ engine });
    const [mine, other] = [await shopperAt(shop), await shopperAt(shop)];

    expect((await mine.pay(cards.good, { quote: other.quote })).status).toBe(409);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });

  test("an order of nothing needs no card and no gateway", async () => {
    const shop = await openShop({ engine });
    await shop.shop.db.updateTable("promo").set({ kind: "percent", amount: 100 }).where("code", "=", "WELCOME10").execute();
    await shop.shop.db.updateTable("shipping_method").set({ price: 0 }).execute();
    const shopper = await shopperAt(shop, { promo: "WELCOME10" });
    expect(shopper.total).toBe(0);

    const answer = await shopper.browser.post("/storefront/checkout/payment", {
      checkoutId: shopper.checkoutId,
      quote: shopper.quote,
    });

    expect(answer.status).toBe(200);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    const [attempt] = await shop.shop.db.selectFrom("attempt").selectAll().execute();
    expect(attempt).toMatchObject({ kind: "none", state: "finalized", amount: 0 });
    await expectInOrder(shop);
    expect(await moneyStateOf(shop.shop.db, orderOf(answer))).toBe("paid");
  });

  test("a card that is wrong as it stands is told beside its fields and goes nowhere", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const answer = await shopper.pay("4242 4242 4242 4241");

    expect(answer.status).toBe(200);
    const { errors } = (answer.body as { data: { errors: { field: string }[] } }).data;
    expect(errors.map(({ field }) => field)).toEqual(["cardNumber"]);
    expect(await shop.shop.db.selectFrom("attempt").selectAll().execute()).toEqual([]);
    await expectInOrder(shop);
  });

  test("a part or another amount approved is let go and counts as declined", async () => {
    const shop = await openShop({ engine });
    for (const card of [cards.partial, cards.altered, cards.voidFailsFirst]) {
      const shopper = await shopperAt(shop);
      const answer = await shopper.pay(card);
      expect(answer.status).toBe(card === cards.voidFailsFirst ? 200 : 402);
    }
    await expectInOrder(shop);
    expect((await atGateway(shop, "void")).length).toBe(2);
    expect((await atGateway(shop, "authorize")).map(({ state }) => state).sort()).toEqual(["captured", "voided", "voided"]);
  });
});
