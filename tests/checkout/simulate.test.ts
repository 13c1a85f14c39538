import { describe, expect, test } from "vitest";
import { simulateCheckout } from "../../server/checkout/simulate.ts";
import { engines, openOn, shopperIn, texas } from "./shopper.ts";

describe.each(engines)("a sample cart on %s", (engine) => {
  test("comes to what a shopper with the same cart is shown", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2, "v-3": 1 });
    await shopper.email();
    await shopper.ship(texas);
    await shopper.method("overnight");
    await shopper.addPromo("TAKE5");
    const shown = await shopper.totals();

    const lines = [
      { variantId: "v-1", quantity: 2 },
      { variantId: "v-3", quantity: 1 },
    ];
    const sample = { lines, code: "take5", country: "US", area: "TX", methodId: "overnight" };
    const { priced, methods } = await simulateCheckout(shop.shop.db, sample, shop.shop.now());

    const cents = ({ amount }: { amount: number }) => Math.round(amount * 100);
    const { subtotal, discount, shipping, tax, total } = priced;
    expect({ subtotal, discount, shipping, tax, total }).toEqual({
      subtotal: cents(shown.subtotal),
      discount: cents(shown.discount),
      shipping: cents(shown.shipping),
      tax: cents(shown.tax),
      total: cents(shown.total),
    });
    expect(tax).toBeGreaterThan(0);
    expect(methods.map(({ id }) => id)).toEqual(["standard", "overnight"]);
  });

  test("says why its code or its state is refused", async () => {
    const shop = await openOn(engine);
    const base = { lines: [{ variantId: "v-1", quantity: 1 }], country: "US", area: "ID", methodId: undefined };
    const simulated = (code: string) => simulateCheckout(shop.shop.db, { ...base, code }, shop.shop.now());
    expect((await simulated("TAKE5")).promoRefused).toBe(
      "TAKE5 was removed. This promo code requires $30.00 or more in products.",
    );
    expect((await simulated("NOSUCH")).promoRefused).toBe("This promo code isn’t valid.");
    const { stateRefused, promoRefused } = await simulated("");
    expect([stateRefused, promoRefused]).toEqual([expect.stringContaining("Product 1"), undefined]);
  });
});
