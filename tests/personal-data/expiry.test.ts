import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { batchRows, inBatches } from "../../server/db/batches.ts";
import { expiries } from "../../server/expiries.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { type Period, retention } from "../../server/retention.ts";
import { cards, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const hour = 3_600_000;

/**
 * Runs the expiry of periods that end together shortly before their end and after it; returns the
 * results of `count` at both times.
 */
async function aroundEnd({ shop }: TestShop, periods: readonly Period[], count: () => Promise<unknown>): Promise<unknown[]> {
  const start = shop.now();
  const counts = [];
  for (const from of [-hour, hour]) {
    for (const period of periods) await expiries[period](shop, start + retention[period] + from);
    counts.push(await count());
  }
  return counts;
}

const rowsOf = async ({ shop }: TestShop, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(shop.db);
  return Number(rows[0]?.n);
};

describe.each(engines)("on %s what is personal expires:", (engine) => {
  test("a checkout that was abandoned, with its lines, addresses and quotes, 30 days after its last change", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const { checkoutId } = await shopperAt(shop);
    const other = await shopperAt(shop);
    await db.updateTable("checkout").set({ state: "abandoned" }).where("id", "=", checkoutId).execute();
    const counts = async () => {
      const found: number[] = [];
      for (const table of ["checkout", "checkout_line", "checkout_address"]) found.push(await rowsOf(shop, table));
      return found;
    };

    const seen = await aroundEnd(shop, ["abandonedCheckout"], counts);

    expect(seen).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
    const [left] = await db.selectFrom("checkout").select(["id", "email"]).execute();
    expect(left).toEqual({ id: other.checkoutId, email: "ada@example.com" });
    expect(await db.selectFrom("quote").select("checkout_id").where("checkout_id", "=", checkoutId).execute()).toEqual([]);
  });

  test("of one whose payment was declined all but the attempt without a name", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const shopper = await shopperAt(shop);
    expect((await shopper.pay(cards.declined)).status).toBe(402);
    await db.updateTable("checkout").set({ state: "abandoned" }).execute();
    const personal = async () => {
      const tables = [
        await db.selectFrom("checkout").selectAll().execute(),
        await db.selectFrom("attempt").selectAll().execute(),
      ];
      return [
        // The digits must be a whole value, possibly in JSON text, since an id may contain the same
        // digits.
        JSON.stringify(tables).match(/ada@example\.com|Fern Lane|"(?:4242|0002)\\*"/g)?.length ?? 0,
        await rowsOf(shop, "checkout_address"),
      ];
    };

    const [before, after] = await aroundEnd(shop, ["abandonedCheckout", "declinedPayment"], personal);

    expect((before as number[])[0]).toBeGreaterThan(2);
    expect(after).toEqual([0, 0]);
    expect(await db.selectFrom("attempt").select(["state", "amount"]).execute()).toEqual([
      { state: "declined", amount: shopper.total },
    ]);
    expect(await findBreaches(db)).toEqual([]);
  });

  test("a paid checkout's copies, while the order keeps its own, and the keys of presses on Pay", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const shopper = await shopperAt(shop);
    expect((await shopper.pay(undefined, { key: "press-0123456789", formKey: "f".repeat(32) })).status).toBe(200);
    const counts = async () => {
      const [{ email } = { email: "none" }] = await db.selectFrom("checkout").select("email").execute();
      const found: unknown[] = [email];
      for (const table of ["checkout_address", "idempotency_key", "form_key", "key_fingerprint"])
        found.push((await rowsOf(shop, table)) > 0);
      return found;
    };

    const [before, after] = await aroundEnd(shop, ["completedCheckout", "requestKey"], counts);

    expect(before).toEqual(["ada@example.com", true, true, expect.any(Boolean), true]);
    expect(after).toEqual(["", false, false, false, false]);
    expect(await db.selectFrom("orders").select("email").execute()).toEqual([{ email: "ada@example.com" }]);
    expect(await rowsOf(shop, "order_address")).toBe(2);
    const quotes = await db.selectFrom("quote").select(["total", "terms"]).execute();
    expect(quotes).toEqual([{ total: shopper.total, terms: null }]);
    expect(await findBreaches(db)).toEqual([]);
    for (const change of ["UPDATE checkout SET email = 'x'", "UPDATE checkout SET notice = 'x'", "DELETE FROM checkout"])
      await expect(sql.raw(change).execute(db), change).rejects.toThrow("a completed checkout does not change");
  });
});

test.each([
  [10, [100, 200, 400, 500, 500]],
  [60, [100, 100, 100, 100, 100]],
  [300, [100, 50, 50, 50, 50]],
])("batches that take %i ms have so many rows, and a run ends after so many, however much there is to do", async (ms, sizes) => {
  let clock = 0;
  const reading = vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => reading.mockRestore());
  const seen: number[] = [];
  const total = await inBatches(async (most) => {
    seen.push(most);
    clock += ms;
    return most;
  });
  expect(seen.slice(0, 5)).toEqual(sizes);
  expect([total >= 100_000, total < 100_000 + batchRows]).toEqual([true, true]);
});
