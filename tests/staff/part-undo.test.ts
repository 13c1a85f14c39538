import { describe, expect, test } from "vitest";
import type { ProductPictures, VariantFields } from "../../server/catalog/rules/product-fields.ts";
import { ok } from "../../server/outcome.ts";
import { variantDifferences } from "../../server/staff/products/product-lines.ts";
import { putBackPictures } from "../../server/staff/products/rules/picture-undo.ts";
import { putBackPrices } from "../../server/staff/products/rules/price-undo.ts";
import { mergeVariants, putBackVariants } from "../../server/staff/products/rules/variant-undo.ts";

/** Reads `a1200` as a variant and its price. */
const list = (text: string): VariantFields[] =>
  text.split(" ").map((word) => ({
    id: word.charAt(0),
    sku: word.charAt(0),
    options: {},
    price: Number(word.slice(1)),
    compareAt: null,
    grams: 0,
    barcode: "",
    lowStock: null,
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
    ["puts back an order, with one more where it stands", "a1 b1 c1", "c1 a1 b1", "c1 d1 a1 b1", "a1 d1 b1 c1"],
    ["puts back an order of those that are left", "a1 b1 c1", "c1 b1 a1", "c1 a1", "a1 c1"],
    ["puts one back in its place after another moved", "a1 b1 c1 d1", "d1 a1 b1 c1", "d1 b1 a1 c1", "b1 a1 c1 d1"],
    ["puts back the first of two moves of neighbors", "a1 b1 c1", "b1 a1 c1", "c1 b1 a1", "c1 a1 b1"],
    ["keeps what was put first since", "a1 b1", "b1", "d1 b1", "d1 a1 b1"],
  ])("%s", (_what, before, after, saved, expected) => {
    expect(putBack(before, after, saved)).toBe(expected);
  });

  test("puts back the fields that the change had changed, and leaves those that were changed since", () => {
    const [one, two, three] = [list("a1"), list("a2"), list("a2").map((variant) => ({ ...variant, barcode: "400" }))];
    expect(putBackVariants({ before: one, after: two, saved: three })).toEqual(ok([{ ...one[0], barcode: "400" }]));
    expect(
      putBackVariants({ before: two, after: three, saved: list("a7").map((each) => ({ ...each, barcode: "400" })) }),
    ).toEqual(ok(list("a7")));
    expect(
      putBackVariants({ before: one, after: three, saved: list("a3").map((each) => ({ ...each, barcode: "400" })) }),
    ).toMatchObject({ ok: false, code: "changed" });
  });

  test.each([
    ["changed again", "a1 b1", "a2 b1", "a3 b1", /^The variant a was changed again since/],
    ["taken off sale", "a1 b1", "a2 b1", "b1", /^The variant a was taken off sale since/],
    ["put on sale again, otherwise", "a1 b1", "b1", "a5 b1", /^The variant a was put on sale again since/],
    ["added by it and changed", "a1", "a1 b1", "a1 b2", /^The variant b was changed again since/],
    ["ordered again", "a1 b1 c1", "c1 b1 a1", "b1 c1 a1", /^The order of the variants was changed again/],
    ["moved again", "a1 b1 c1 d1", "d1 a1 b1 c1", "a1 b1 d1 c1", /^The order of the variants was changed again/],
  ])("is refused where a variant was %s", (_what, before, after, saved, expected) => {
    expect(putBack(before, after, saved)).toMatch(expected);
  });
});

describe("the undo of a change of prices for a time", () => {
  const prices = (text: string) =>
    text
      .split(" ")
      .filter(Boolean)
      .map((word) => ({
        id: word.charAt(0),
        variantId: `v-${word.charAt(0)}`,
        price: Number(word.slice(1)),
        startsAt: 1,
        endsAt: null,
        showsFormer: true,
      }));
  const undo = (before: string, after: string, saved: string) => {
    const outcome = putBackPrices({ before: prices(before), after: prices(after), saved: prices(saved) });
    return outcome.ok ? outcome.value.map(({ id, price }) => `${id}${price}`).join(" ") : outcome.error;
  };

  test.each([
    ["removes what was added, whatever became of the others", "a1", "a1 b1", "c1 b1", "c1"],
    ["brings back what was removed", "a1 b1", "b1", "c1", "a1 c1"],
    ["leaves out what ended since", "a1 b1", "a1", "", "b1"],
    ["knows no order", "a1 b1", "b1 a1", "b1 a1 c1", "b1 a1 c1"],
  ])("%s", (_what, before, after, saved, expected) => {
    expect(undo(before, after, saved)).toBe(expected);
  });

  test("is refused where that price is another one now", () => {
    expect(undo("", "a1200", "a1300")).toMatch(/^The price of \$12.00 for a time was changed again since/);
  });
});

describe("the undo of a change of pictures", () => {
  /**
   * Reads `aFern` as a file and its description; `shows` says which variant shows which picture.
   */
  const pictures = (text: string, shows: Record<string, string> = {}): ProductPictures => {
    const words = text.split(" ").filter(Boolean);
    const at = (file: string) => words.findIndex((word) => word.startsWith(file));
    return {
      pictures: words.map((word) => ({
        kind: "stored",
        key: word.charAt(0),
        alt: word.slice(1),
        width: 1,
        height: 1,
        wantedUrl: null,
      })),
      shows: Object.fromEntries(Object.entries(shows).map(([variant, file]) => [variant, at(file)])),
    };
  };
  const undo = (before: ProductPictures, after: ProductPictures, saved: ProductPictures) => {
    const outcome = putBackPictures({ before, after, saved });
    if (!outcome.ok) return outcome.error;
    const { pictures: all = [], shows = {} } = outcome.value;
    const shown = Object.entries(shows).map(([variant, at]) => `${variant}=${all[at]?.key}`);
    return [...all.map(({ key, alt }) => `${key}${alt}`), ...shown].join(" ");
  };

  test.each([
    ["a description, after others were described, moved, and added", "a1 b1", "a2 b1", "c1 b7 a2", "c1 b7 a1"],
    ["a removal, in its place", "a1 b1 c1", "a1 c1", "a7 c1 d1", "a7 b1 c1 d1"],
    ["an addition", "a1", "a1 b1", "c1 a7 b1", "c1 a7"],
    ["a place, after another was added", "a1 b1 c1", "c1 a1 b1", "c1 a1 b7 d1", "a1 b7 c1 d1"],
    ["one of two of the same file", "a1 a2", "a1 a3", "a1 a3 b1", "a1 a2 b1"],
  ])("puts back %s", (_what, before, after, saved, expected) => {
    expect(undo(pictures(before), pictures(after), pictures(saved))).toBe(expected);
  });

  test.each([
    ["described again", "a1 b1", "a2 b1", "a3 b1", /^Picture 1 \(1\) was changed again since/],
    ["removed", "a1 b1", "a1 b2", "a1", /^Picture 2 \(1\) was removed since/],
    ["ordered again", "a1 b1 c1", "c1 b1 a1", "b1 c1 a1", /^The order of the pictures was changed again/],
  ])("is refused where that picture was %s", (_what, before, after, saved, expected) => {
    expect(undo(pictures(before), pictures(after), pictures(saved))).toMatch(expected);
  });

  test("leaves every variant with the picture that it has, and gives back the one that it lost", () => {
    const before = pictures("a b c", { one: "b", two: "c" });
    const after = pictures("a c", { one: "a", two: "c" });
    expect(undo(before, after, pictures("d a c", { one: "a", two: "d" }))).toBe("d a b c one=b two=d");
    expect(undo(before, after, pictures("d a c", { one: "d", two: "c" }))).toBe("d a b c one=d two=c");
  });

  test("gives a variant back its picture, wherever that stands now, and is refused where it was chosen again", () => {
    const [before, after] = [pictures("a b c", { one: "a" }), pictures("a b c", { one: "b" })];
    expect(undo(before, after, pictures("b a c", { one: "b" }))).toBe("b a c one=a");
    expect(undo(before, after, pictures("a b c", { one: "c" }))).toBe(
      "A variant was given another picture since. Choose it by hand.",
    );
  });

  test("shows by the first one what was shown by a picture that is taken away again", () => {
    expect(undo(pictures("a", { one: "a" }), pictures("a b", { one: "a" }), pictures("a b", { one: "b" }))).toBe("a one=a");
  });
});

describe("two versions of a product's variants", () => {
  const merge = (saved: string, typed: string, theirs: readonly string[]) =>
    mergeVariants(list(saved), list(typed), (id) => theirs.includes(id))
      .map(({ id, price }) => `${id}${price}`)
      .join(" ");

  test.each([
    ["a2 b1", "a1 b2", ["a.price"], "a2 b2"],
    ["a2 b2", "a1 b1", ["a.price", "b.price"], "a2 b2"],
    ["a2 b2", "a1 b1", ["a.sku", "a.grams"], "a1 b1"],
    ["a1 c1", "a1 b1 c1", ["b"], "a1 c1"],
    ["a1 c1", "a1 b1 c1", [], "a1 b1 c1"],
    ["a1 b1 c1", "a1 c1", ["b"], "a1 b1 c1"],
    ["a1 b1 c1", "a1 c1", [], "a1 c1"],
    ["b2 a1 c1", "a1 b1 d1", ["", "b.price", "c"], "b2 d1 a1 c1"],
  ])("are one of the choices: %s, %s, %s", (saved, typed, theirs, expected) => {
    expect(merge(saved, typed, theirs)).toBe(expected);
  });

  test("are compared field by field", () => {
    const named = { id: "e", sku: "E", price: 100, compareAt: null, grams: 0, barcode: "", lowStock: null };
    const differences = variantDifferences(
      [...list("b1200 a1200 c100"), { ...named, options: { Size: "S" } }],
      [...list("a1400 b1200 d100"), { ...named, grams: 12, options: { Format: "S" } }],
    );
    expect(differences).toEqual([
      { id: "a.price", label: "Variant a: price", saved: "$12.00", typed: "$14.00" },
      { id: "c", label: "Variant c", saved: "c, $1.00", typed: "not on sale" },
      { id: "e.options", label: "Variant S: options", saved: "Size: S", typed: "Format: S" },
      { id: "e.grams", label: "Variant S: weight", saved: "0 g", typed: "12 g" },
      { id: "d", label: "Variant d", saved: "not on sale", typed: "d, $1.00" },
      { id: "", label: "Order of variants", saved: "b, a, S", typed: "a, b, S" },
    ]);
  });
});
