import { describe, expect, test } from "vitest";
import { attemptKey, carriesId, isOwnKey } from "../../server/payments/rules/keys.ts";
import { engines, openShop } from "../support/shop.ts";
import { atGateway, shopperAt } from "./shopper.ts";

describe("keys of payments", () => {
  test("a key carries the id of the shop that made it, whatever else is like it", () => {
    const key = attemptKey("abcdefghij", "c0ffee", 2);
    expect(key).toBe("abcdefghij-c0ffee-2");
    expect(["abcdefghij", "abcdefghi", "abcdefghijc0ffee", ""].map((id) => carriesId(key, id))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("an attempt from before shops had ids is known by its own row", () => {
    const attempt = { checkout_id: "c0ffee", n: 2 };
    const own = (key: string) => isOwnKey({ ...attempt, key }, "abcdefghij");
    expect([own("c0ffee-2"), own("abcdefghij-c0ffee-2"), own("klmnopqrst-c0ffee-2"), own("c0ffee-1")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each(engines)("every payment of a database has the same id, and another database has another, on %s", async (engine) => {
    const ids: string[] = [];
    for (const shop of [await openShop({ engine }), await openShop({ engine })]) {
      // At once, so that both transactions may find no id yet.
      const shoppers = [await shopperAt(shop), await shopperAt(shop)];
      await Promise.all(shoppers.map((shopper) => shopper.pay()));
      const keys = (await atGateway(shop, "authorize")).map(({ key }) => key);
      const [id = ""] = new Set(keys.map((key) => key.split("-")[0] ?? ""));
      expect(keys.sort()).toEqual(shoppers.map(({ checkoutId }) => attemptKey(id, checkoutId, 1)).sort());
      ids.push(id);
    }
    expect(ids[0]).not.toBe(ids[1]);
  });
});
