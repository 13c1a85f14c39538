import { expect, test } from "vitest";
import { isEnoughWork, workFactor } from "../../server/web/proof-of-work/factor.ts";

test.each([
  [0, 0],
  [29, 0],
  [30, 1],
  [59, 1],
  [60, 2],
  [90, 4],
  [120, 8],
  [150, 16],
  [10_000, 16],
])("after %i tries of which 30 are free, the next one takes %i times the usual work", (count, factor) => {
  expect(workFactor([{ count, free: 30 }])).toBe(factor);
});

test("the highest of several counts decides, and no count at all takes no work", () => {
  expect(
    workFactor([
      { count: 4, free: 5 },
      { count: 60, free: 30 },
      { count: 60, free: 60 },
    ]),
  ).toBe(2);
  expect(workFactor([])).toBe(0);
});

test("work is enough while others raised what is asked by one step, not by two", () => {
  expect([1, 2, 4].map((needed) => isEnoughWork(1, needed))).toEqual([true, true, false]);
  expect(isEnoughWork(0, 1)).toBe(false);
});
