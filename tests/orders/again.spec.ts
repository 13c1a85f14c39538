import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn, withDatabase } from "../support/signed-in.ts";
import { orderIn } from "./demo-order.ts";

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("a customer buys an order's products again, and reads what is out of stock", async ({ page, context, shop }) => {
    const customerId = `again-${key}`;
    await signIn(context, shop, customerId);
    const { id } = await orderIn(shop, { customerId });
    const soldOut = await withDatabase(shop, async (db) => {
      const [line] = await db
        .selectFrom("order_line")
        .select("variant_id")
        .where("order_id", "=", id)
        .orderBy("position")
        .execute();
      const none = { id: line?.variant_id ?? "", on_hand: 0, reserved: 0 };
      const before = await db
        .selectFrom("variant")
        .select(["id", "on_hand", "reserved"])
        .where("id", "=", none.id)
        .executeTakeFirstOrThrow();
      await db.updateTable("variant").set(none).where("id", "=", none.id).execute();
      return before;
    });
    await page.goto(`/storefront/dashboard/orders/${id}/`);
    await page.getByRole("button", { name: "Buy again" }).click();
    await expect(page).toHaveURL(/storefront\/cart/);
    await expect(page.getByText(/is out of stock\./)).toBeVisible();
    await expect(page.getByRole("main").locator(".line")).toHaveCount(1);
    if (javaScriptEnabled) await expectAccessible(page);
    await withDatabase(shop, (db) => db.updateTable("variant").set(soldOut).where("id", "=", soldOut.id).execute());
  });
});
