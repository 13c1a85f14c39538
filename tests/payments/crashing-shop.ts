import { expect } from "vitest";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { type Engine, openShop } from "../support/shop.ts";
import { callOf, cards, quick, type Shopper } from "./shopper.ts";

/**
 * A shop whose process can be made to crash at a failpoint. `crashAt(name, times)` chooses the
 * failpoint and how many times it crashes. No code after the failpoint runs then.
 */
export async function crashingShop(engine: Engine) {
  const crashesLeft = new Map<string, number>();
  const shop = await openShop({
    engine,
    failpoint: async (name) => {
      const left = crashesLeft.get(name) ?? 0;
      crashesLeft.set(name, left - 1);
      if (left > 0) throw new Error(`died at ${name}`);
    },
  });
  const attempts = () => shop.shop.db.selectFrom("attempt").select("state").orderBy("created_at").execute();
  const states = async () => (await attempts()).map(({ state }) => state);
  const orders = async () => (await shop.shop.db.selectFrom("orders").select("id").execute()).map(({ id }) => id);
  const payAndCrash = async (shopper: Shopper, card: string = cards.good) => {
    await pay(shop.shop, callOf(shop, shopper, card), quick).catch((error: Error) => expect(error.message).toMatch(/^died at/));
  };
  /** Starts another process after the crashed process's lease has ended. */
  const restart = async () => {
    shop.pass(quick.lease + 1);
    await reconcile(shop.shop, quick);
  };
  return { shop, crashAt: (name: string, times = 1) => crashesLeft.set(name, times), states, orders, payAndCrash, restart };
}
