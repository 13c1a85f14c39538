import { expect, test } from "vitest";
import { CatalogIndex, type Restriction } from "../../server/catalog/rules/catalog-index/catalog-index.ts";
import { listedCollection, newerSince, nextDay } from "../../server/catalog/rules/collected.ts";
import { type CollectionFields, collectionFaults, mostOfCollection } from "../../server/catalog/rules/collection-fields.ts";
import { collectionFiltersOf, filtersOf, listingPath } from "../../server/catalog/rules/listing.ts";

const collection: CollectionFields = {
  name: "Red things",
  slug: "red-things",
  intro: "",
  seoTitle: "",
  seoDescription: "",
  chosenBy: "hand",
  products: [],
  label: null,
  values: [],
  priceMin: null,
  priceMax: null,
  newerDays: null,
};
const faultsOf = (changes: Partial<CollectionFields>, others = [{ name: "Blue", slug: "blue" }]) =>
  collectionFaults({ ...collection, ...changes }, others, ["glass"]).map(({ field }) => field);

test("a collection's fields are refused one by one, each by its name", () => {
  expect(faultsOf({})).toEqual([]);
  for (const [changes, fields] of [
    [{ name: "" }, ["name"]],
    [{ name: "blue" }, ["name"]],
    [{ name: "x".repeat(61) }, ["name"]],
    [{ slug: "Red" }, ["slug"]],
    [{ slug: "glass" }, ["slug"]],
    [{ slug: "blue" }, ["slug"]],
    [{ intro: "x".repeat(301) }, ["intro"]],
    [{ seoTitle: "x\u202e" }, ["seoTitle"]],
    [{ seoDescription: "x".repeat(321) }, ["seoDescription"]],
    [{ chosenBy: "rule" }, ["chosenBy"]],
    [{ chosenBy: "rule", newerDays: 30 }, []],
    [{ chosenBy: "rule", values: ["color:red"] }, []],
    [{ newerDays: 0 }, ["newerDays"]],
    [{ newerDays: Number.NaN }, ["newerDays"]],
    [{ priceMin: Number.NaN }, ["priceMin"]],
    [{ priceMin: 200, priceMax: 100 }, ["priceMax"]],
    [{ products: Array.from({ length: mostOfCollection.products + 1 }, String) }, ["products"]],
  ] as const)
    expect([changes, faultsOf(changes as Partial<CollectionFields>)]).toEqual([changes, fields]);
});

const product = (id: string, changes: object = {}) => ({
  ...{ id, name: id, price: 1000, popularity: 0, categoryId: "c", valueIds: [] as string[], createdAt: 0 },
  ...changes,
});

test("a product is in a collection if it meets every condition of it", () => {
  const index = new CatalogIndex();
  index.change(
    [],
    [
      product("red", { valueIds: ["color:red", "label sale"], price: 500, createdAt: 50 }),
      product("green", { valueIds: ["color:green"], price: 1500, createdAt: 100 }),
      product("large red", { valueIds: ["color:red", "size:l"], price: 2500, createdAt: 150 }),
    ],
  );
  const within = (restriction: Restriction, first?: readonly string[]) =>
    index
      .narrow({ categoryIds: [], picks: new Map(), found: undefined, within: restriction, ...(first && { first }) })
      .ids({ order: "name_asc", limit: 10, offset: 0 });
  expect(within({})).toEqual(["green", "large red", "red"]);
  expect(within({ values: [["color:red"]] })).toEqual(["large red", "red"]);
  expect(within({ values: [["color:red", "color:green"], ["size:l"]] })).toEqual(["large red"]);
  expect(within({ values: [["label sale"]] })).toEqual(["red"]);
  expect(within({ values: [[]] })).toEqual([]);
  expect(within({ price: { min: 1000, max: 2000 } })).toEqual(["green"]);
  expect(within({ since: 100 })).toEqual(["green", "large red"]);
  expect(within({ since: 100, values: [["color:red"]], price: { min: undefined, max: 2000 } })).toEqual([]);
  expect(within({ ids: ["red", "green", "gone"] }, ["red", "green", "gone"])).toEqual(["red", "green"]);

  index.change(["red"], []);
  expect(within({ ids: ["red", "green"] })).toEqual(["green"]);
  expect(within({ since: 0 })).toEqual(["green", "large red"]);
});

test("the counts of a collection's filters are about its products alone", () => {
  const index = new CatalogIndex();
  const [red, green] = [product("red", { valueIds: ["color:red"] }), product("green", { valueIds: ["color:green"] })];
  index.change([], [red, green, product("other", { categoryId: "d", valueIds: ["color:red"] })]);
  const result = index.narrow({ categoryIds: [], picks: new Map(), found: undefined, within: { ids: ["red", "green"] } });
  expect([result.total, result.withValue("color:red", "color"), result.inCategory("c"), result.inCategory("d")]).toEqual([
    2, 1, 2, 0,
  ]);
});

test("the age of products changes at the beginning of a day, in UTC", () => {
  const noon = Date.UTC(2026, 5, 30, 12);
  expect(newerSince(30, noon)).toBe(Date.UTC(2026, 4, 31));
  expect(nextDay(noon)).toBe(Date.UTC(2026, 6, 1));
  expect(listedCollection({ ...collection, newerDays: 30 }, noon)).toEqual({
    slug: "red-things",
    isByHand: true,
    since: undefined,
  });
  expect(listedCollection({ ...collection, chosenBy: "rule", newerDays: 30 }, noon).since).toBe(newerSince(30, noon));
});

test("a collection's listing has its own address, and leaves its own order out of it", () => {
  const path = (query: object) => listingPath(collectionFiltersOf(query as Record<string, unknown>, "red-things"));
  expect(path({})).toBe("/storefront/collections/red-things/");
  expect(path({ order: "featured" })).toBe("/storefront/collections/red-things/");
  expect(path({ order: "popular", page: "2" })).toBe("/storefront/collections/red-things/?order=popular&page=2");
  expect(listingPath(filtersOf({ order: "featured" }))).toBe("/storefront/collections/");
});
