import { describe, expect, test } from "vitest";
import type { ProductWords } from "../../server/transfer/rules/format.ts";
import { classifierFor, type Mapping } from "../../server/transfer/rules/mapping/sorting.ts";

const categories = new Map([
  ["apparel", "apparel"],
  ["glass", "glass"],
  ["hand-blown glass", "glass"],
]);

const words = (changes: Partial<ProductWords> = {}): ProductWords => ({
  types: [],
  tags: [],
  options: new Map(),
  columns: new Map(),
  ...changes,
});
const categoryOf = (mapping: Mapping, changes: Partial<ProductWords>) =>
  classifierFor(mapping, categories)(words(changes)).category;

/** One product's values: attribute → value names. */
function valuesOf(attributes: Mapping["attributes"], changes: Partial<ProductWords>) {
  const found = classifierFor({ attributes }, categories)(words(changes)).attributes;
  return found?.map(({ attribute, value }) => `${attribute.name}/${attribute.slug}: ${value.name}/${value.slug}`);
}

describe("a mapping gives a category", () => {
  const mapping: Mapping = {
    categories: { types: { Shirts: "apparel", "*": "glass" }, tags: { Glassware: "Hand-blown Glass" } },
  };

  test.each([
    [{ types: ["SHIRTS "] }, "apparel"],
    [{ types: ["Clothing > Shirts"] }, "apparel"],
    [{ types: ["Shirts > Polo"] }, "apparel"],
    [{ types: ["Lamps"], tags: ["glassware"] }, "glass"],
    [{ types: ["Shirts"], tags: ["glassware"] }, "apparel"],
    [{ types: ["Apparel"], tags: ["glassware"] }, "apparel"],
    [{ types: ["Lamps"] }, "glass"],
    [{}, "glass"],
  ])("%j: %s", (changes, category) => expect(categoryOf(mapping, changes)).toBe(category));

  test("where it says nothing, it gives none", () => {
    expect(categoryOf({}, { types: ["Lamps"], tags: ["x"] })).toBeUndefined();
    expect(categoryOf({ categories: {} }, { types: ["Glass"] })).toBe("glass");
    expect(categoryOf({}, { types: ["Home > Hand-blown glass > Bowls"] })).toBe("glass");
  });
});

describe("a mapping gives attributes", () => {
  test("from types, tags and what follows a prefix, each value once", () => {
    const style = { name: "Style", types: { Suits: "Formal" }, tags: { men: "Men", male: "Men" }, tagPrefix: "Style_" };
    const given = { types: ["suits"], tags: ["Men", "male", "style_Crème brûlée", "Style_", "sale"] };
    expect(valuesOf([style], given)).toEqual([
      "Style/style: Formal/formal",
      "Style/style: Men/men",
      "Style/style: Crème brûlée/creme-brulee",
    ]);
  });

  test("from every value of an option and of a column", () => {
    const size = { slug: "how-large", name: "Size", options: ["size", "Größe"], columns: ["color (product.metafields.x)"] };
    const given = {
      options: new Map([
        ["Size", ["S", "M"]],
        ["Colour", ["red"]],
      ]),
      columns: new Map([["Color (product.metafields.x)", "black; ; s "]]),
    };
    expect(valuesOf([size], given)).toEqual(["Size/how-large: S/s", "Size/how-large: M/m", "Size/how-large: black/black"]);
  });

  test("none to a product that has nothing of them; without attributes it says nothing of them", () => {
    expect(valuesOf([{ name: "Style", tags: { men: "Men" } }], {})).toEqual([]);
    expect(valuesOf(undefined, { tags: ["men"] })).toBeUndefined();
  });

  test("a value is called the same in every product", () => {
    const sort = classifierFor({ attributes: [{ name: "Size", options: ["Size"] }] }, categories);
    const named = (value: string) => sort(words({ options: new Map([["Size", [value]]]) })).attributes?.[0]?.value;
    expect([named("Large"), named("LARGE")]).toEqual(Array(2).fill({ slug: "large", name: "Large" }));
  });
});

describe("what a mapping leaves aside is told", () => {
  test("types and tags with how many products have them, the most frequent first", () => {
    const sort = classifierFor(
      { categories: { types: { Shirts: "apparel" } }, attributes: [{ name: "A", tagPrefix: "a_" }] },
      categories,
    );
    sort(words({ types: ["Shirts", "Clothing > Tops"], tags: ["new", "Zip", "a_1"] }));
    sort(words({ types: ["Glass"], tags: ["zip"] }));
    expect(sort.notes?.()).toEqual(["Types skipped,  1: Clothing > Tops (1)", "Tags skipped,  2: Zip (2), new (1)"]);
  });

  test("of very many, twenty by name", () => {
    const sort = classifierFor({}, categories);
    const tags = Array.from({ length: 10_050 }, (_, at) => `t${String(at).padStart(5, "0")}`);
    sort(words({ tags }));
    const [note = ""] = sort.notes?.() ?? [];
    expect(note).toMatch(/^Tags skipped, {2}10050: t00000 \(1\), .*, t00019 \(1\) and 10030 more$/);
  });

  test("values that options and columns brought, and texts that are no value", () => {
    const sort = classifierFor({ attributes: [{ name: "Size", options: ["Size"], columns: ["Fit"] }] }, categories);
    sort(words({ options: new Map([["Size", ["S", "M"]]]), columns: new Map([["Fit", "x".repeat(256)]]) }));
    expect(sort.notes?.()).toEqual([
      "Size, 2 values from options and columns: M (1), S (1)",
      `Size, skipped because they are longer than 255 characters: ${"x".repeat(80)}… (1)`,
    ]);
    expect(sort.columns).toEqual(new Set(["fit"]));
  });

  test("what the mapping names and no product has", () => {
    const attribute = { name: "Size", types: { Tops: "S" }, tags: { m: "M" }, options: ["Size"], columns: ["Fit"] };
    const sort = classifierFor(
      { categories: { types: { Shirtz: "apparel", "*": "glass" }, tags: { mne: "glass" } }, attributes: [attribute] },
      categories,
    );
    sort(words({ tags: ["M"] }));
    expect(sort.notes?.()).toEqual([
      "The mapping has names that no product has: type Shirtz, tag mne, type Tops, option Size, column Fit",
    ]);
  });
});

describe("types that are called skipped", () => {
  const notesOf = (changes: Partial<ProductWords>) => {
    const sort = classifierFor({}, categories);
    sort(words(changes));
    return sort.notes?.();
  };

  test("are not those of products that are left out, whose categories are missing", () => {
    expect(notesOf({ types: ["Pans"] })).toEqual([]);
    expect(classifierFor({}, categories)(words({ types: ["Kitchen > Pans"] })).missing).toBe("Pans");
    expect(classifierFor({}, categories, "glass")(words({ types: ["Pans"] })).missing).toBeUndefined();
  });

  test("are not those that need not be asked, once one before them names a category", () => {
    expect(notesOf({ types: ["Glass", "Home > Decor"], areAlternatives: true })).toEqual([]);
    expect(notesOf({ types: ["Pans", "Glass"], areAlternatives: true })).toEqual(["Types skipped,  1: Pans (1)"]);
    expect(notesOf({ types: ["Glass", "Sale"] })).toEqual(["Types skipped,  1: Sale (1)"]);
  });
});
