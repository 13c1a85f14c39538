import { describe, expect, test } from "vitest";
import { refusedCall } from "../../server/payments/gateways/gateway.ts";
import { declinedText } from "../../server/payments/rules/attempt.ts";
import { engines, openShop } from "../support/shop.ts";
import { cards, shopperAt } from "./shopper.ts";

describe.each(engines)("why an attempt ended, on %s", (engine) => {
  test("is stored as a code, and told again in its words", async () => {
    const shop = await openShop({ engine });
    const [declined, failed] = [await shopperAt(shop), await shopperAt(shop)];
    const { gateway } = shop.shop;

    await declined.pay(cards.declined, { key: "press-1" });
    shop.shop.gateway = { ...gateway, authorize: async () => refusedCall("unauthorized") };
    await failed.pay();

    expect(await shop.shop.db.selectFrom("attempt").select("refusal_code").orderBy("created_at").execute()).toEqual([
      { refusal_code: "declined" },
      { refusal_code: "failed" },
    ]);
    const replayed = await declined.pay(cards.good, { key: "press-1" });
    expect([replayed.status, replayed.body]).toEqual([402, expect.objectContaining({ error: declinedText, code: "declined" })]);
  });
});
