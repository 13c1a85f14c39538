import { describe, expect, test } from "vitest";
import { changedPrice, changedPrices, type PriceChange } from "../../server/catalog/rules/price-change.ts";
import { priceChangeOf } from "../../server/staff/products/price-form.ts";

const by = (value: number, compareAt: PriceChange["compareAt"] = "kept"): PriceChange => ({ by: "percent", value, compareAt });

describe("prices that are changed together", () => {
  test("are rounded to whole cents, half a cent up", () => {
    expect([1, 50, 999, 1005, 333].map((price) => changedPrice(price, by(-1000)))).toEqual([1, 45, 899, 905, 300]);
    expect([10, 1005].map((price) => changedPrice(price, by(1250)))).toEqual([11, 1131]);
    expect(changedPrice(1999, by(-10_000))).toBe(0);
    expect(changedPrice(100, { by: "amount", value: -250 })).toBe(-150);
  });

  test("keep, show, or lose what they are compared with", () => {
    const mug = { price: 1000, compareAt: 1200 };
    expect(changedPrices(mug, by(-1000))).toEqual({ price: 900, compareAt: 1200 });
    expect(changedPrices(mug, by(-1000, "shown"))).toEqual({ price: 900, compareAt: 1200 });
    expect(changedPrices({ price: 1000, compareAt: null }, by(-1000, "shown"))).toEqual({ price: 900, compareAt: 1000 });
    expect(changedPrices({ price: 1000, compareAt: null }, by(1000, "shown"))).toEqual({ price: 1100, compareAt: null });
    expect(changedPrices(mug, by(1000, "removed"))).toEqual({ price: 1100, compareAt: null });
  });

  test("are typed as a percentage or as dollars", () => {
    const typed = (value: string, way: "lower" | "raise" = "lower") => {
      const change = priceChangeOf({ way, value, compareAt: "kept" });
      return change.ok ? [change.value.by, change.value.value] : change.code;
    };
    expect(typed("10%")).toEqual(["percent", -1000]);
    expect(typed("2.5 %", "raise")).toEqual(["percent", 250]);
    expect(typed("2.50")).toEqual(["amount", -250]);
    for (const wrong of ["", "0", "0%", "ten", "101%", "-5%", "1.234"]) expect([wrong, typed(wrong)]).toEqual([wrong, "invalid"]);
    expect(typed("1001%", "raise")).toBe("invalid");
  });
});
