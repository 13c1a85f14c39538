import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn, withDatabase } from "../support/signed-in.ts";
import { placed } from "./order-fixture.ts";

inCombinations(["390 on"], ({ width, javaScriptEnabled, key }) => {
  test("a customer sees who carries an order and can follow it", async ({ page, context, shop }) => {
    const customerId = `tracks-${key}`;
    await signIn(context, shop, customerId);
    const { id } = await withDatabase(shop, async (db) => {
      const row = await db.selectFrom("variant").select(["id", "product_id"]).limit(1).executeTakeFirstOrThrow();
      const line = {
        productId: row.product_id,
        variantId: row.id,
        productSlug: "lemon-meridian",
        productName: "Lemon Meridian",
        variantName: "3 seeds",
        picture: "",
        quantity: 1,
        gift: false,
        unitPrice: 2400,
        discount: 0,
        tax: 0,
        net: 2400,
      };
      const delivery = { from: "2026-12-02", to: "2026-12-04" };
      const order = await placed(db, { at: Date.now(), customerId, lines: [line], delivery });
      const sent = { state: "fulfilled", carrier: "UPS", tracking: "1Z999AA1" } as const;
      await db.updateTable("orders").set(sent).where("id", "=", order.id).execute();
      return order;
    });
    await page.goto(`/storefront/dashboard/orders/${id}/`);
    await expect(page.getByText("Estimated delivery: Wed, Dec 2 – Fri, Dec 4, 2026")).toBeVisible();
    const link = page.getByRole("link", { name: "1Z999AA1" });
    await expect(link).toHaveAttribute("href", "https://www.ups.com/track?tracknum=1Z999AA1");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (javaScriptEnabled) await expectAccessible(page);
  });
});
