import { expect, test } from "vitest";
import { hasLostDigits, isGtin, plainCode } from "../../server/catalog/rules/codes.ts";

test.each(["4006381333931", "036000291452", "96385074", "10036000291459"])("%s is a GTIN", (code) => {
  expect(isGtin(code)).toBe(true);
});

test.each(["4006381333932", "400638133393", "1234567", "00000000", "4006381333931 ", "SHELF-12", ""])("%j is none", (code) => {
  expect(isGtin(code)).toBe(false);
});

test.each([
  ["'00417", "00417"],
  ["’4006381333931", "4006381333931"],
  ["'90s", "90s"],
  ["'A-1", "'A-1"],
  ["O'12", "O'12"],
])("the code %s is %s", (typed, code) => {
  expect(plainCode(typed)).toBe(code);
});

test.each([
  ["4.00638E+12", true],
  ["4,00638E+12", true],
  ["4E+12", true],
  ["2E10", false],
  ["E+12", false],
])("%s has lost digits: %s", (code, lost) => {
  expect(hasLostDigits(code)).toBe(lost);
});
