import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { moveAttempt } from "../../server/payments/queries/attempts.ts";
import { findAttemptByIdempotencyKey } from "../../server/payments/queries/request-keys.ts";
import { moveCheckout } from "../../server/payments/queries/reservations.ts";
import { engines, openShop } from "../support/shop.ts";
import { cards, type Shopper, shopperAt } from "./shopper.ts";

describe.each(engines)("a state that is stored, on %s", (engine) => {
  test("of an attempt changes only along the state machine, and only from what it is", async () => {
    const shop = await openShop({ engine });
    const { db, now } = shop.shop;
    expect((await (await shopperAt(shop)).pay(cards.declined)).status).toBe(402);
    const { id } = await db.selectFrom("attempt").select("id").executeTakeFirstOrThrow();
    const stateNow = async () => (await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state;

    await expect(moveAttempt(db, id, { from: "declined", to: "captured", now: now() })).rejects.toThrow("does not go");
    expect(await moveAttempt(db, id, { from: "sent", to: "authorized", now: now() })).toBe(false);

    expect(await stateNow()).toBe("declined");
  });

  test("of a press, its key, names an attempt of its own checkout alone", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop, { email: "b@example.com" })];
    expect((await one.pay(cards.declined, { key: "press-1" })).status).toBe(402);
    const named = ({ checkoutId }: Shopper) =>
      transact(shop.shop.db, (tx) => findAttemptByIdempotencyKey(tx, checkoutId, "press-1"));

    expect((await named(one))?.checkout_id).toBe(one.checkoutId);
    expect(await named(other)).toBeUndefined();
  });

  test("of a checkout changes only from what it is", async () => {
    const shop = await openShop({ engine });
    const { db, now } = shop.shop;
    const { checkoutId } = await shopperAt(shop);

    const pays = transact(db, (tx) => moveCheckout(tx, checkoutId, { from: "paying", to: "open", now: now() }));

    await expect(pays).rejects.toThrow("did not go from paying to open");
  });
});
