import { describe, expect, test } from "vitest";
import { engines } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { atGateway, expectInOrder, quick, shopperAt } from "./shopper.ts";

const day = 24 * 3600 * 1000;
const jumps = [
  ["a day ahead", day],
  ["a day back", -day],
] as const;

/** The payment's position when the clock jumps, and the number of orders that result. */
const places = [
  ["p.after_commit", 0],
  ["g.after_charge", 1],
  ["f.before_commit", 1],
  ["f.after_commit", 1],
  ["cap.before", 1],
  ["cap.after", 1],
] as const;

describe.each(engines)("a clock that jumps, on %s", (engine) => {
  test.each(jumps)("%s changes no money, holds no goods and loses no capture, wherever a payment is", async (_, jump) => {
    for (const [place, count] of places) {
      const { shop, crashAt, orders, payAndCrash, restart } = await crashingShop(engine);
      const shopper = await shopperAt(shop, { promo: "ONEUSE", lines: [{ variantId: "v-2", quantity: 2 }] });
      crashAt(place, place === "f.before_commit" ? 1 + quick.retries.length : 1);
      await payAndCrash(shopper);
      await shop.runJobs();

      shop.pass(jump);
      // A restart lets one lease time pass. This ends every lease, even if the clock jumped. It is
      // also enough for the pauses between a job's tries, which last seconds.
      await restart();
      await restart();
      await shop.runJobs();

      await expectInOrder(shop);
      expect([place, await orders()]).toEqual([place, expect.objectContaining({ length: count })]);
      expect([place, (await atGateway(shop, "capture")).map(({ amountCents }) => amountCents)]).toEqual([
        place,
        Array(count).fill(shopper.total),
      ]);
      const { reserved } = await shop.shop.db
        .selectFrom("variant")
        .select("reserved")
        .where("id", "=", "v-2")
        .executeTakeFirstOrThrow();
      expect([place, reserved]).toEqual([place, 0]);
    }
  });

  test.each(jumps)("%s between the page and Pay changes nothing that was shown", async (_, jump) => {
    const { shop } = await crashingShop(engine);
    const shopper = await shopperAt(shop, { promo: "WELCOME10" });

    shop.pass(jump);

    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
    expect((await atGateway(shop, "capture")).map(({ amountCents }) => amountCents)).toEqual([shopper.total]);
  });
});
