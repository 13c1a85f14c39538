import { describe, expect, test } from "vitest";
import { lineRemovalPath } from "../../server/checkout/paths.ts";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, expectInOrder, shopperAt } from "./shopper.ts";

type Refusal = { code?: string; data?: { errors?: { field: string }[] } };

/** The values that the page showed are checked again when Pay is pressed. */
describe.each(engines)("before a card is charged, on %s", (engine) => {
  test("a product that may no longer be sold to the shopper's state is named, and nothing is charged", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const rule = { id: "x", country: "US", area: "TX", category_id: null, product_id: "p-2" };
    await shop.shop.db.insertInto("state_rule").values(rule).execute();

    const { body } = await shopper.pay();

    expect((body as Refusal).data?.errors?.map(({ field }) => field)).toEqual(["countryArea"]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    await expectInOrder(shop);
  });

  test("a cart that was emptied in another tab is told to be empty", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const { checkoutId } = shopper;
    const line = await shop.shop.db.selectFrom("checkout_line").select("id").executeTakeFirstOrThrow();
    expect((await shopper.browser.call("DELETE", lineRemovalPath, { checkoutId, lineId: line.id })).status).toBe(200);

    const { status, body } = await shopper.pay();

    expect([status, (body as Refusal).code]).toEqual([409, "cart_empty"]);
    expect(await atGateway(shop, "authorize")).toEqual([]);
  });

  test("a checkout that is being paid though no attempt is known is not paid once more", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("checkout").set({ state: "paying" }).execute();

    expect((await shopper.pay()).status).toBe(404);

    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect(await shop.shop.db.selectFrom("attempt").select("id").execute()).toEqual([]);
  });
});
