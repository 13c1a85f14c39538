import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate, dollars, parseDollars, priceRange, staffPriceRange, toAmount } from "../server/money.ts";

describe("money", () => {
  test("a price has two decimals and a dollar sign (requirement 144)", () => {
    expect(dollars(1200)).toBe("$12.00");
    expect(dollars(5)).toBe("$0.05");
    expect(dollars(123456789)).toBe("$1,234,567.89");
    expect(dollars(-150)).toBe("-$1.50");
  });

  test("a range shows where start and stop differ, one price where they are equal (requirement 145)", () => {
    expect(priceRange(1000, 2500)).toBe("$10.00 - $25.00");
    expect(priceRange(1000, 1000)).toBe("$10.00");
    expect([staffPriceRange(1000, 2500), staffPriceRange(1000, 1000)]).toEqual(["$10.00–$25.00", "$10.00"]);
  });

  test("the wire carries decimal dollars", () => {
    expect(toAmount(1250)).toBe(12.5);
    expect(toAmount(29)).toBe(0.29);
  });

  test("dollars of a text are exact to the cent, or refused", () => {
    expect(parseDollars("1,299.00")).toBe(129900);
    expect(parseDollars("50")).toBe(5000);
    expect(parseDollars("0.1")).toBe(10);
    expect(parseDollars("12.500")).toBe(1250);
    for (const text of ["", "12.345", "-1", "1e3", "abc", "1,2.00", ".5"]) expect(parseDollars(text)).toBeUndefined();
  });

  test("shares of an amount sum to it, and none is off by a whole cent", () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000 });
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cents, weights, (total, given) => {
        const sum = given.reduce((all, weight) => all + weight, 0);
        fc.pre(sum > 0);
        const shares = allocate(total, given);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (total * (given[index] ?? 0)) / sum)).toBeLessThan(1);
      }),
    );
  });
});
