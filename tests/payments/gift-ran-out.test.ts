import { expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, expectInOrder, shopperAt } from "./shopper.ts";

test.each(engines)("a gift that ran out after it was shown is told, and nothing is charged, on %s", async (engine) => {
  const shop = await openShop({ engine });
  const shopper = await shopperAt(shop, { lines: [{ variantId: "v-3", quantity: 4 }] });
  const { checkoutId } = shopper;
  await shopper.browser.post("/storefront/checkout/line", { checkoutId, giftProductId: "p-9" });
  const { on_hand } = await shop.shop.db
    .selectFrom("variant")
    .select("on_hand")
    .where("id", "=", "v-9")
    .executeTakeFirstOrThrow();
  await shop.shop.db.updateTable("variant").set({ on_hand: 0 }).where("id", "=", "v-9").execute();

  const refused = await shopper.pay();

  expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, "changed"]);
  expect(await atGateway(shop, "authorize")).toEqual([]);
  const page = await shopper.browser.get(`/storefront/checkout/payment/${checkoutId}/`);
  expect(page.text).toContain("Your gift was removed because it’s out of stock.");
  await shop.shop.db.updateTable("variant").set({ on_hand }).where("id", "=", "v-9").execute();
  const { quote } = (refused.body as { data: { quote: string } }).data;
  expect((await shopper.pay(undefined, { quote })).status).toBe(200);
  expect(await shop.shop.db.selectFrom("order_line").select(["variant_id"]).execute()).toEqual([{ variant_id: "v-3" }]);
  await expectInOrder(shop);
});
