import { describe, expect, test } from "vitest";
import { attemptKey, carriesId, isOwnKey, looksLikeKey, namedByKey } from "../../server/payments/rules/keys.ts";
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

  test.each([
    ["abcdefghij-c0ffee-2", { attemptKeys: ["abcdefghij-c0ffee-2"] }],
    ["abcdefghij-c0ffee-2:cap", { attemptKeys: ["abcdefghij-c0ffee-2:cap", "abcdefghij-c0ffee-2"] }],
    ["c0ffee-2:void-300", { attempt: { checkoutId: "c0ffee", n: 2 } }],
    ["abcdefghij-c0ffee-2:ref:0dd-r12", { attempt: { checkoutId: "abcdefghij-c0ffee", n: 2 }, orderId: "0dd" }],
    ["0dd-r12", { refundKeys: ["0dd-r12"], orderId: "0dd", attempt: undefined }],
    ["abcdefghij-0dd-refund-0", { orphanId: "0dd" }],
    ["abcdefghij-0dd-void", { orphanId: "0dd" }],
  ])("%s names what it was made for", (key, expected) => {
    expect(namedByKey(key)).toMatchObject(expected);
  });

  test("a name, a part of one, or a sentence is no key", () => {
    expect(["ann@example.com", "x", "r-1", "ann", "order 1001 of May"].map(looksLikeKey)).toEqual([
      ...[false, false, false, false, false],
    ]);
    expect(["till-7", "pi_3Nq", "60123456789"].map(looksLikeKey)).toEqual([true, true, true]);
  });

  test.each(engines)("every payment of a database has the same id, and another database has another, on %s", async (engine) => {
    const ids: string[] = [];
    for (const shop of [await openShop({ engine }), await openShop({ engine })]) {
      // The requests are simultaneous, so that both transactions may find no id yet.
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
