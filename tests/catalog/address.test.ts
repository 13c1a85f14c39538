import { describe, expect, test } from "vitest";
import { byAttribute, filtersOf, listingPath, withoutAttribute, withoutFilters } from "../../server/catalog/rules/listing.ts";
import { clampPage, lastPage, pageNumber, pagerOf } from "../../server/catalog/rules/paging.ts";
import { sortOptions } from "../../server/catalog/rules/sort-options.ts";

const path = (query: Record<string, unknown>) => listingPath(filtersOf(query));

describe("the address of a listing", () => {
  test("one listing has one address, however its query was written (requirements 124–127)", () => {
    const written = { page: "2", attributes: ["size:m", "colour:green", "size:m"], categories: "glass", order: "price_asc" };
    expect(path(written)).toBe(
      "/storefront/collections/?categories=glass&attributes=colour:green&attributes=size:m&order=price_asc&page=2",
    );
  });

  test("defaults are left out", () => {
    expect(path({ order: "popular", page: "1", q: "  " })).toBe("/storefront/collections/");
  });

  test("what is unknown or malformed is dropped and never echoed", () => {
    const malicious = { utm_source: "x", categories: ["<script>", "GLASS"], attributes: "size", order: "drop", ship_to: "ZZ" };
    expect(path(malicious)).toBe("/storefront/collections/");
  });

  test("a search is trimmed, its spaces are one, and it is cut at 80 signs", () => {
    expect(filtersOf({ q: "  blue \n dream " }).q).toBe("blue dream");
    expect(filtersOf({ q: "x".repeat(200) }).q).toHaveLength(80);
    expect(filtersOf({ q: ["a", "b"] }).q).toBe("");
  });

  test("prices are dollars, in order and to the cent; what is none, and a lower bound of 0, is dropped", () => {
    const listing = "/storefront/collections/";
    expect(path({ price_min: "20", price_max: "49.50" })).toBe(`${listing}?price_min=20&price_max=49.5`);
    expect(path({ price_min: " $1,000.00 ", price_max: "" })).toBe(`${listing}?price_min=1000`);
    expect(path({ price_min: "80", price_max: "20" })).toBe(`${listing}?price_min=20&price_max=80`);
    for (const none of ["0", "-5", "1e3", "NaN", "12.345", "99999999999", "<b>", ["1", "2"], ""])
      expect([none, path({ price_min: none, price_max: none })]).toEqual([none, listing]);
    expect([path({ in_stock: "1" }), path({ in_stock: "yes" })]).toEqual([`${listing}?in_stock=1`, listing]);
  });

  test("a long list of values is cut", () => {
    const many = Array.from({ length: 500 }, (_, at) => `size:${at}`);
    expect(filtersOf({ attributes: many }).attributes).toHaveLength(40);
  });

  test("a state stays in the address", () => {
    expect(path({ ship_to: "tx" })).toBe("/storefront/collections/?ship_to=TX");
  });

  test("taking a filter away goes back to the first page", () => {
    const filters = filtersOf({ attributes: ["size:m", "size:l"], page: "3", order: "name_asc" });
    expect(listingPath(withoutAttribute(filters, "size:m"))).toBe("/storefront/collections/?attributes=size:l&order=name_asc");
    expect(listingPath(withoutFilters(filters))).toBe("/storefront/collections/?order=name_asc");
  });

  test("values of one attribute are alternatives, so they stand together", () => {
    expect(byAttribute(["colour:green", "size:l", "size:m"])).toEqual(
      new Map([
        ["colour", ["green"]],
        ["size", ["l", "m"]],
      ]),
    );
  });
});

test("the five orders carry their labels (requirements 132–136)", () => {
  const known = Object.fromEntries(sortOptions.map(({ value, label }) => [value, label]));
  expect(known).toMatchObject({ name_asc: "Alphabetical A to Z", popular: "Most Popular" });
  expect(Object.keys(known).sort()).toEqual(["name_asc", "name_desc", "popular", "price_asc", "price_desc"]);
});

describe("pages", () => {
  test("a page below 1 or not a number is 1, one beyond the end is the last", () => {
    expect(["0", "-1", "x", "2.5", "1e3", "", undefined, ["2"]].map(pageNumber)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(pageNumber("7")).toBe(7);
    expect(clampPage(99, 60, 24)).toBe(3);
    expect(clampPage(pageNumber("9".repeat(40)), 60, 24)).toBe(3);
    expect(clampPage(1, 0, 24)).toBe(1);
    expect([lastPage(0, 24), lastPage(24, 24), lastPage(25, 24)]).toEqual([1, 1, 2]);
  });

  const shown = (current: number, last: number) =>
    pagerOf(current, last, String)?.pages.map((page) => (page.gap ? "…" : page.number));

  test("a single page has no buttons, few pages have one each", () => {
    expect(shown(1, 1)).toBeUndefined();
    expect(shown(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("many pages show the ends, the current one and its neighbours (requirement 131)", () => {
    expect(shown(1, 20)).toEqual([1, 2, "…", 20]);
    expect(shown(9, 20)).toEqual([1, "…", 8, 9, 10, "…", 20]);
    expect(shown(20, 20)).toEqual([1, "…", 19, 20]);
    expect(shown(4, 20)).toEqual([1, 2, 3, 4, 5, "…", 20]);
  });

  test("the ends have no way beyond them", () => {
    expect(pagerOf(1, 3, String)).not.toHaveProperty("previous");
    expect(pagerOf(3, 3, String)).not.toHaveProperty("next");
    expect(pagerOf(2, 3, String)).toMatchObject({ previous: "1", next: "3" });
  });
});
