import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { moveAttempt } from "../../server/payments/queries/attempts.ts";
import { moveCheckout } from "../../server/payments/queries/reservations.ts";
import { engines, openShop } from "../support/shop.ts";
import { cards, shopperAt } from "./shopper.ts";

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

  test("of a checkout changes only from what it is", async () => {
    const shop = await openShop({ engine });
    const { db, now } = shop.shop;
    const { checkoutId } = await shopperAt(shop);

    const pays = transact(db, (tx) => moveCheckout(tx, checkoutId, { from: "paying", to: "open", now: now() }));

    await expect(pays).rejects.toThrow("did not go from paying to open");
  });
});
