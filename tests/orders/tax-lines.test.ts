import { expect, test } from "vitest";
import { thumbnailUrl } from "../../server/media/shared-picture.ts";
import { taxLines } from "../../server/orders/rules/tax-lines.ts";

test("a receipt has a row for each tax rate and one for shipping, which add up to the order's tax", () => {
  const lines = [
    { tax: 100, taxPpm: 20_000 },
    { tax: 500, taxPpm: 82_500 },
    { tax: 0, taxPpm: 0 },
    { tax: 325, taxPpm: 82_500 },
    { tax: 7 },
  ];
  expect(taxLines({ tax: 982, lines })).toEqual([
    { name: "Tax 8.25%", amount: 825 },
    { name: "Tax 2%", amount: 100 },
    { name: "Tax", amount: 7 },
    { name: "Tax on shipping", amount: 50 },
  ]);
  expect(taxLines({ tax: 0, lines: [{ tax: 0, taxPpm: 82_500 }] })).toEqual([{ name: "Tax", amount: 0 }]);
});

test("the picture of an email is a small JPEG", () => {
  const hash = "0123456789abcdef0123456789abcdef";
  expect(thumbnailUrl(`/media/${hash}-960.webp`)).toBe(`/media/${hash}-320.jpg`);
  expect(thumbnailUrl(`/media/${hash}-200.webp`)).toBe(`/media/${hash}-200.jpg`);
  expect(thumbnailUrl("/media/drawn/glass-1.svg")).toBe("/media/drawn/glass-1.jpg");
});
