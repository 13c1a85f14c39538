import { describe, expect, test } from "vitest";
import { applySchedules } from "../../server/catalog/apply-schedules.ts";
import { readSchedule, writeSchedule } from "../../server/catalog/product-schedule.ts";
import type { ProductSchedule, ScheduledPrice } from "../../server/catalog/rules/product-fields.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, saveAll, variant, variantId } from "./open-catalog.ts";

const hour = 3_600_000;
const none: ProductSchedule = { publishAt: null, unpublishAt: null, prices: [] };

/** Applies schedules without writing a history. */
const apply = (db: Db, at: number) => applySchedules(db, at, async () => {});

/** A cup that costs $10 and has a compare-at price of $11. */
async function openCup(engine: (typeof engines)[number]) {
  const db = await openCatalog(engine);
  await saveAll(db, [
    newProduct("cup", { published: false, variants: [variant("cup", { compareAt: 1100 }), variant("mug", { price: 3000 })] }),
  ]);
  const { id } = await db.selectFrom("product").select("id").executeTakeFirstOrThrow();
  return { db, id, cup: await variantId(db, "cup") };
}
const write = (db: Db, id: string, schedule: Partial<ProductSchedule>) =>
  transact(db, (tx) => writeSchedule(tx, id, { ...none, ...schedule }, now));
const productOf = (db: Db, id: string) =>
  db.selectFrom("product").select(["published", "price_start", "price_stop"]).where("id", "=", id).executeTakeFirstOrThrow();
const pricesOf = async (db: Db, id: string) => {
  const { price, compare_at } = await db
    .selectFrom("variant")
    .select(["price", "compare_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return [price, compare_at];
};
const sale = (variantId: string, changes: Partial<ScheduledPrice> = {}): ScheduledPrice => ({
  id: "sale",
  variantId,
  price: 800,
  startsAt: now + hour,
  endsAt: now + 2 * hour,
  showsFormer: true,
  ...changes,
});

describe.each(engines)("on %s", (engine) => {
  test("a product is published and hidden at its times, not a millisecond before", async () => {
    const { db, id } = await openCup(engine);
    await write(db, id, { publishAt: now + hour, unpublishAt: now + 2 * hour });
    const published = async (at: number) => {
      await apply(db, at);
      return (await productOf(db, id)).published;
    };
    expect(await published(now + hour - 1)).toBe(0);
    expect(await published(now + hour)).toBe(1);
    // Setting the clock back undoes nothing.
    expect(await published(now)).toBe(1);
    expect(await published(now + 2 * hour)).toBe(0);
    expect(await transact(db, (tx) => readSchedule(tx, id))).toEqual(none);
  });

  test("of both times that passed while the shop was off the later one counts", async () => {
    const { db, id } = await openCup(engine);
    await write(db, id, { publishAt: now + 2 * hour, unpublishAt: now + hour });
    await apply(db, now + 5 * hour);
    expect((await productOf(db, id)).published).toBe(1);
  });

  test("a price that was ended early, and is brought back, holds again, and ends once", async () => {
    const { db, id, cup } = await openCup(engine);
    await write(db, id, { prices: [sale(cup)] });
    await apply(db, now + hour);
    expect(await write(db, id, {})).toMatchObject({ ok: true });
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);
    expect(await write(db, id, { prices: [sale(cup)] })).toMatchObject({ ok: true });
    await apply(db, now + hour);
    expect(await pricesOf(db, cup)).toEqual([800, 1100]);
    await apply(db, now + 2 * hour);
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);
    expect(await transact(db, (tx) => readSchedule(tx, id))).toEqual(none);
  });

  test("a price holds for its time, and the former one comes back, whoever asks and how often", async () => {
    const { db, id, cup } = await openCup(engine);
    expect(await write(db, id, { prices: [sale(cup)] })).toMatchObject({ ok: true });
    await apply(db, now + hour - 1);
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);
    await Promise.all([apply(db, now + hour), apply(db, now + hour)]);
    expect([await pricesOf(db, cup), (await productOf(db, id)).price_start]).toEqual([[800, 1100], 800]);
    await Promise.all([apply(db, now + 2 * hour), apply(db, now + 2 * hour)]);
    expect([await pricesOf(db, cup), (await productOf(db, id)).price_start]).toEqual([[1000, 1100], 1000]);
    await apply(db, now + hour);
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);
  });

  test("one price follows another at one moment, and one that was slept through is never charged", async () => {
    const { db, id, cup } = await openCup(engine);
    const next = sale(cup, { id: "next", price: 700, startsAt: now + 2 * hour, endsAt: now + 3 * hour, showsFormer: false });
    await write(db, id, { prices: [sale(cup), next] });
    await apply(db, now + hour);
    await apply(db, now + 2 * hour);
    expect(await pricesOf(db, cup)).toEqual([700, 1100]);
    await apply(db, now + 3 * hour);
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);

    await write(db, id, { prices: [sale(cup, { id: "missed" })] });
    await apply(db, now + 9 * hour);
    expect(await pricesOf(db, cup)).toEqual([1000, 1100]);
  });

  test("a price that was set by hand meanwhile stays, and one that is taken out ends at once", async () => {
    const { db, id, cup } = await openCup(engine);
    await write(db, id, { prices: [sale(cup)] });
    await apply(db, now + hour);
    await db.updateTable("variant").set({ price: 950 }).where("id", "=", cup).execute();
    await apply(db, now + 2 * hour);
    expect((await pricesOf(db, cup))[0]).toBe(950);

    await write(db, id, { prices: [sale(cup, { id: "again" })] });
    await apply(db, now + hour);
    expect((await pricesOf(db, cup))[0]).toBe(800);
    await write(db, id, none);
    expect([(await pricesOf(db, cup))[0], (await productOf(db, id)).price_start]).toEqual([950, 950]);
  });

  test("times that cannot be are refused by field", async () => {
    const { db, id, cup } = await openCup(engine);
    const field = async (schedule: Partial<ProductSchedule>) => {
      const outcome = await write(db, id, schedule);
      return outcome.ok ? "saved" : (outcome.errors?.[0]?.field ?? outcome.code);
    };
    expect(await field({ publishAt: now, unpublishAt: now })).toBe("unpublishAt");
    expect(await field({ prices: [sale(cup, { endsAt: now + hour })] })).toBe("endsAt");
    expect(await field({ prices: [sale(cup), sale(cup, { id: "two", endsAt: null })] })).toBe("startsAt");
    expect(await field({ prices: [sale("another's")] })).toBe("not_found");
  });
});
