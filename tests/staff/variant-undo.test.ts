import { describe, expect, test } from "vitest";
import type { VariantFields } from "../../server/catalog/rules/product-fields.ts";
import { putBackVariants } from "../../server/staff/rules/variant-undo.ts";

/** `a1200`: a variant and its price. */
const list = (text: string): VariantFields[] =>
  text.split(" ").map((word) => ({
    ...{ id: word.charAt(0), sku: word.charAt(0), options: {}, price: Number(word.slice(1)) },
    ...{ compareAt: null, grams: 0, barcode: "" },
  }));
const putBack = (before: string, after: string, saved: string) => {
  const outcome = putBackVariants({ before: list(before), after: list(after), saved: list(saved) });
  return outcome.ok ? outcome.value.map(({ id, price }) => `${id}${price}`).join(" ") : outcome.error;
};

describe("the undo of a change of variants", () => {
  test.each([
    ["puts back a price, whatever became of the others", "a1 b1 c1", "a2 b1 c1", "b7 a2 d5", "b7 a1 d5"],
    ["puts back what is not put back yet", "a1 b1", "a2 b2", "a1 b2", "a1 b1"],
    ["does nothing twice", "a1 b1", "a2 b1", "a1 b7", "a1 b7"],
    ["takes what was added off sale", "a1", "a1 b1", "a7 b1 c1", "a7 c1"],
    ["puts what was taken off sale in its place", "a1 b1 c1", "a1 c1", "d1 a7 c1", "d1 a7 b1 c1"],
    ["puts the first one first", "a1 b1", "b1", "b7 c1", "a1 b7 c1"],
    ["puts back an order, with prices as they are now", "a1 b1", "b1 a1", "b7 a1", "a1 b7"],
    ["puts back an order with what was taken off sale", "a1 b1 c1", "c1 a1", "c7 a1", "a1 b1 c7"],
  ])("%s", (_what, before, after, saved, expected) => {
    expect(putBack(before, after, saved)).toBe(expected);
  });

  test.each([
    ["changed again", "a1 b1", "a2 b1", "a3 b1", /^The variant a was changed again since/],
    ["taken off sale", "a1 b1", "a2 b1", "b1", /^The variant a was taken off sale since/],
    ["put on sale again, otherwise", "a1 b1", "b1", "a5 b1", /^The variant a was put on sale again since/],
    ["added by it and changed", "a1", "a1 b1", "a1 b2", /^The variant b was changed again since/],
    ["one more, where it changed the order", "a1 b1", "b1 a1", "b1 a1 c1", /^Variants were put on sale or taken off since/],
    ["ordered again", "a1 b1 c1", "b1 a1 c1", "c1 b1 a1", /order was changed again/],
  ])("is refused where a variant was %s", (_what, before, after, saved, expected) => {
    expect(putBack(before, after, saved)).toMatch(expected);
  });
});
