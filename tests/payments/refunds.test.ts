import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { bookRefunded, moneyStateOf } from "../../server/orders/ledger.ts";
import { engines } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { atGateway, expectInOrder, shopperAt } from "./shopper.ts";

describe.each(engines)("money that goes back, on %s", (engine) => {
  const refund = async (
    shop: Awaited<ReturnType<typeof crashingShop>>["shop"],
    subject: string,
    orderId: string,
    amount: number,
  ) => {
    const row = {
      id: subject,
      kind: "refund",
      subject,
      payload: JSON.stringify({ orderId, amount }),
      run_at: 0,
      created_at: 0,
      done_at: null,
    };
    await shop.shop.db.insertInto("job").values(row).execute();
    await shop.runJobs();
  };

  test("is refunded in parts, each once, and never more than was paid", async () => {
    const { shop, crashAt, states, orders } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    await shopper.pay();
    await expectInOrder(shop);
    const [orderId = ""] = await orders();

    crashAt("refund.after");
    await refund(shop, "r-1", orderId, 500);
    shop.pass(3000);
    await expectInOrder(shop);
    expect(await states()).toEqual(["part_refunded"]);
    expect(await moneyStateOf(shop.shop.db, orderId)).toBe("part_refunded");

    // The job's process may die after the refund was booked and before the job was done.
    const taken = { state: "waiting", payload: JSON.stringify({ orderId, amount: 500 }), lease_until: 0 } as const;
    await shop.shop.db.updateTable("job").set(taken).where("id", "=", "r-1").execute();
    await shop.runJobs();
    expect(await states()).toEqual(["part_refunded"]);
    const job = shop.shop.db.selectFrom("job").select(["state", "failure"]).where("id", "=", "r-1");
    expect(await job.execute()).toEqual([{ state: "done", failure: "" }]);

    await refund(shop, "r-2", orderId, shopper.total);
    expect(await states()).toEqual(["part_refunded"]);
    await expectInOrder(shop);
    await refund(shop, "r-3", orderId, shopper.total - 500);

    expect(await moneyStateOf(shop.shop.db, orderId)).toBe("refunded");
    const given = (await atGateway(shop, "refund")).filter(({ status }) => status === "approved");
    expect(given.map(({ amountCents }) => amountCents)).toEqual([500, shopper.total - 500]);
    const { db, now } = shop.shop;
    const requested = await db.selectFrom("order_refund").select("key").orderBy("n").execute();
    expect(requested.map(({ key }) => key)).toEqual(["r-1", "r-3"]);
    const again = transact(db, (tx) => bookRefunded(tx, orderId, "r-1", now()));
    await expect(again).rejects.toThrow("a refund was decided before");
  });

  test("is let go when it was not taken yet, and refunded when it was", async () => {
    const { shop, crashAt, states, orders } = await crashingShop(engine);
    const cancel = async (orderId: string) => {
      const row = {
        id: orderId,
        kind: "void",
        subject: orderId,
        payload: JSON.stringify({ orderId }),
        run_at: 0,
        created_at: 0,
        done_at: null,
      };
      await shop.shop.db.insertInto("job").values(row).execute();
      await shop.runJobs();
    };
    crashAt("cap.before");
    await (await shopperAt(shop)).pay();
    await shop.runJobs();
    const [first = ""] = await orders();
    await cancel(first);
    expect(await states()).toEqual(["voided"]);
    expect(await moneyStateOf(shop.shop.db, first)).toBe("voided");
    shop.pass(3000);
    await (await shopperAt(shop)).pay();
    await shop.runJobs();
    const second = (await orders()).find((id) => id !== first) ?? "";
    await cancel(second);

    await expectInOrder(shop);

    expect((await states()).sort()).toEqual(["refunded", "voided"]);
    expect(await moneyStateOf(shop.shop.db, second)).toBe("refunded");
  });
});
