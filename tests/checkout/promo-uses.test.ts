import { describe, expect, test } from "vitest";
import { redeem, releasePromo, returnPromoUse } from "../../server/checkout/promos.ts";
import { deleteRedemption } from "../../server/checkout/queries/promos.ts";
import { transact, transactOutcome } from "../../server/db/transaction.ts";
import { engines, openOn, shopperIn, sqlOf } from "./shopper.ts";

describe.each(engines)("the uses of a promo code, on %s", (engine) => {
  async function open() {
    const shop = await openOn(engine);
    const db = sqlOf(shop);
    const { checkoutId } = await shopperIn(shop, { "v-2": 1 });
    const now = shop.shop.now();
    const use = () =>
      transactOutcome(shop.shop.db, (tx) => redeem(tx, { promoId: "promo-one", checkoutId, email: "ada@example.com", now }));
    const used = async () =>
      (await db.selectFrom("promo").select("used").where("id", "=", "promo-one").executeTakeFirstOrThrow()).used;
    return { shop, db, checkoutId, now, use, used };
  }

  test("are counted only while it runs and is below its limit, whatever a page showed before", async () => {
    const { db, now, use, used } = await open();
    const running = { active: 1, starts_at: now - 1000, ends_at: now + 1000, usage_limit: 1, used: 0 };
    const stopped = [{ active: 0 }, { starts_at: now + 1 }, { ends_at: now - 1 }, { usage_limit: 0 }];
    for (const change of stopped) {
      await db
        .updateTable("promo")
        .set({ ...running, ...change })
        .where("id", "=", "promo-one")
        .execute();
      const refused = { ok: false, code: "promo_taken", error: "This promo code has been used up or has ended." };
      expect([change, await use()]).toEqual([change, refused]);
      expect([change, await used()]).toEqual([change, 0]);
    }
    await db.updateTable("promo").set(running).where("id", "=", "promo-one").execute();

    expect(await use()).toMatchObject({ ok: true });
    expect(await used()).toBe(1);
  });

  test("are returned once, by whoever held them: of a payment by its end, of an order by its cancelation", async () => {
    const { shop, db, checkoutId, use, used } = await open();
    const fail = () => transact(shop.shop.db, (tx) => releasePromo(tx, checkoutId));
    const cancel = () => transact(shop.shop.db, (tx) => returnPromoUse(tx, checkoutId));
    await use();

    await cancel();
    expect(await used()).toBe(1);
    await fail();
    await fail();
    expect(await used()).toBe(0);

    await use();
    await db.updateTable("promo_redemption").set({ state: "used" }).execute();
    await fail();
    expect(await used()).toBe(1);
    await cancel();
    await cancel();
    expect(await used()).toBe(0);
  });

  test("are not released that became an order's after they were found to be held", async () => {
    const { shop, db, use } = await open();
    await use();
    const { id } = await db.selectFrom("promo_redemption").select("id").executeTakeFirstOrThrow();
    await db.updateTable("promo_redemption").set({ state: "used" }).execute();

    expect(await transact(shop.shop.db, (tx) => deleteRedemption(tx, id))).toBe(false);
    expect(await db.selectFrom("promo_redemption").select("state").execute()).toEqual([{ state: "used" }]);
  });
});
