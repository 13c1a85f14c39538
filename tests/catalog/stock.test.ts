import { describe, expect, test } from "vitest";
import { release, reserve, restock, sell, unitsLeft } from "../../server/catalog/stock.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact, transactOutcome } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, saveAll, variant, variantId } from "./open-catalog.ts";

const stockOf = (db: Db, id: string) =>
  db.selectFrom("variant").select(["on_hand", "reserved"]).where("id", "=", id).executeTakeFirstOrThrow();

const hold = (db: Db, ...units: { variantId: string; quantity: number }[]) => transactOutcome(db, (tx) => reserve(tx, units));

describe.each(engines)("stock on %s", (engine) => {
  async function open(stock: number) {
    const db = await openCatalog(engine);
    await saveAll(db, [
      newProduct("beaker", { name: "Beaker", variants: [variant("b-1", { stock }), variant("b-2", { name: "Tall" })] }),
    ]);
    return { db, one: await variantId(db, "b-1"), two: await variantId(db, "b-2") };
  }

  test("holding units leaves them in stock, and nobody else gets them", async () => {
    const { db, one } = await open(5);

    const held = await hold(db, { variantId: one, quantity: 2 }, { variantId: one, quantity: 1 });

    expect(held.ok).toBe(true);
    expect(await stockOf(db, one)).toEqual({ on_hand: 5, reserved: 3 });
    expect(await unitsLeft(db, one)).toBe(2);
  });

  test("more than are left is refused by name, and what was held by the same call is released", async () => {
    const { db, one, two } = await open(2);

    const refused = await hold(db, { variantId: two, quantity: 11 }, { variantId: one, quantity: 1 });

    expect(refused).toMatchObject({ ok: false, code: "out_of_stock", error: "Only 10 of “Beaker, Tall” are left." });
    expect(await stockOf(db, one)).toEqual({ on_hand: 2, reserved: 0 });
    expect(await hold(db, { variantId: one, quantity: 1 })).toMatchObject({ ok: true });
    expect(await hold(db, { variantId: one, quantity: 2 })).toMatchObject({ error: "Only 1 of “Beaker” is left." });
  });

  test("two lines of one product are refused by what is left for both", async () => {
    const { db, one } = await open(3);

    const refused = await hold(db, { variantId: one, quantity: 2 }, { variantId: one, quantity: 2 });

    expect(refused).toMatchObject({ ok: false, code: "out_of_stock", error: "Only 3 of “Beaker” are left." });
    expect(await stockOf(db, one)).toEqual({ on_hand: 3, reserved: 0 });
  });

  test("what is gone is out of stock; what is no longer sold is too", async () => {
    const { db, one, two } = await open(0);
    expect(await hold(db, { variantId: one, quantity: 1 })).toMatchObject({ error: "“Beaker” is out of stock." });

    await db.updateTable("product").set({ published: 0 }).execute();

    expect(await hold(db, { variantId: two, quantity: 1 })).toMatchObject({ error: "“Beaker, Tall” is out of stock." });
    expect(await unitsLeft(db, two)).toBe(0);
    expect(await unitsLeft(db, "nobody")).toBe(0);
  });

  test("a sale takes held units out of stock and a return adds them again; the movements sum to what is there", async () => {
    const { db, one } = await open(5);
    await hold(db, { variantId: one, quantity: 3 });

    await transact(db, (tx) => sell(tx, [{ variantId: one, quantity: 3 }], "o-1", now));
    expect(await stockOf(db, one)).toEqual({ on_hand: 2, reserved: 0 });
    await transact(db, (tx) => restock(tx, [{ variantId: one, quantity: 3 }], "o-1", now));

    expect(await stockOf(db, one)).toEqual({ on_hand: 5, reserved: 0 });
    const moved = await db
      .selectFrom("stock_movement")
      .select(["kind", "units", "order_id"])
      .where("variant_id", "=", one)
      .orderBy("units")
      .execute();
    expect(moved).toEqual([
      { kind: "sold", units: -3, order_id: "o-1" },
      { kind: "restocked", units: 3, order_id: "o-1" },
      { kind: "initial", units: 5, order_id: null },
    ]);
  });

  test("units that are not held are neither released nor sold", async () => {
    const { db, one } = await open(5);
    await hold(db, { variantId: one, quantity: 1 });

    await expect(transact(db, (tx) => release(tx, [{ variantId: one, quantity: 2 }]))).rejects.toThrow("does not hold 2");
    await expect(transact(db, (tx) => sell(tx, [{ variantId: one, quantity: 2 }], "o-1", now))).rejects.toThrow(
      "does not hold 2",
    );
    await transact(db, (tx) => release(tx, [{ variantId: one, quantity: 1 }]));

    expect(await stockOf(db, one)).toEqual({ on_hand: 5, reserved: 0 });
  });

  test("of twenty shoppers who want the last unit one gets it, nineteen are refused", async () => {
    const { db, one } = await open(1);

    const answers = await Promise.all(Array.from({ length: 20 }, () => hold(db, { variantId: one, quantity: 1 })));

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const errors = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    expect(errors).toEqual(Array(19).fill("“Beaker” is out of stock."));
    expect(await stockOf(db, one)).toEqual({ on_hand: 1, reserved: 1 });
  });

  test("the table itself refuses to hold more than there is", async () => {
    const { db, one } = await open(1);
    const beyond = db.updateTable("variant").set({ reserved: 2 }).where("id", "=", one).execute();
    await expect(beyond).rejects.toThrow();
  });
});
