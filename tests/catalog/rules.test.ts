import { describe, expect, test } from "vitest";
import { canBuy, shownQuantity, unavailableText } from "../../server/catalog/rules/availability.ts";
import { isLabel, labelOf, labels } from "../../server/catalog/rules/labels.ts";
import { discountPercent, leastDiscount } from "../../server/catalog/rules/prices.ts";
import { firstBackdrop } from "../../server/catalog/rules/product.ts";
import { ratingOf, reviewAggregate } from "../../server/catalog/rules/reviews.ts";
import { shipToOf } from "../../server/catalog/rules/ship-to.ts";
import { maySell, restrictedStates } from "../../server/catalog/rules/states.ts";
import { summaryOf } from "../../server/catalog/rules/summary.ts";
import { unitsByVariant } from "../../server/catalog/rules/units.ts";

const day = 24 * 3600 * 1000;

describe("labels", () => {
  test("are exactly the seven of requirement 149", () => {
    expect(labels).toEqual(["new", "sale", "best-seller", "limited-edition", "staff-pick", "back-in-stock", "low-stock"]);
    expect(isLabel("bestseller")).toBe(false);
  });

  test("the owner's label wins over what the stock and the date say", () => {
    expect(labelOf({ own: "staff-pick", left: 2, createdAt: 0 }, 0)).toBe("staff-pick");
  });

  test("five units or fewer are low stock, six are not, none are not either", () => {
    const old = { own: undefined, createdAt: 0 };
    expect(labelOf({ ...old, left: 5 }, 365 * day)).toBe("low-stock");
    expect(labelOf({ ...old, left: 1 }, 365 * day)).toBe("low-stock");
    expect(labelOf({ ...old, left: 6 }, 365 * day)).toBeUndefined();
    expect(labelOf({ ...old, left: 0 }, 365 * day)).toBeUndefined();
  });

  test("products are new for 30 days, and low stock goes before new", () => {
    const product = { own: undefined, left: 9, createdAt: 1000 };
    expect(labelOf(product, 1000 + 30 * day)).toBe("new");
    expect(labelOf(product, 1001 + 30 * day)).toBeUndefined();
    expect(labelOf({ ...product, left: 3 }, 1000)).toBe("low-stock");
  });
});

describe("what may be bought", () => {
  test("add to cart is offered only when a product is shippable and available (requirement 141)", () => {
    expect(canBuy({ isAvailable: true, shippable: true })).toBe(true);
    expect(canBuy({ isAvailable: true, shippable: false })).toBe(false);
    expect(canBuy({ isAvailable: false, shippable: true })).toBe(false);
  });

  test("says why not, the state first (requirements 142, 143)", () => {
    expect(unavailableText({ isAvailable: false, shippable: true })).toBe("NOT AVAILABLE IN YOUR STATE");
    expect(unavailableText({ isAvailable: false, shippable: false })).toBe("NOT AVAILABLE IN YOUR STATE");
    expect(unavailableText({ isAvailable: true, shippable: false })).toBe("out of stock");
    expect(unavailableText({ isAvailable: true, shippable: true })).toBe("");
  });

  test("a rule names a product or a whole category", () => {
    const rule = { country: "US", area: "ID", categoryId: undefined, productId: undefined };
    const product = { id: "p-1", categoryId: "c-1" };
    expect(maySell(product, [{ ...rule, productId: "p-1" }])).toBe(false);
    expect(maySell(product, [{ ...rule, categoryId: "c-1" }])).toBe(false);
    expect(
      maySell(product, [
        { ...rule, productId: "p-2" },
        { ...rule, categoryId: "c-2" },
      ]),
    ).toBe(true);
    expect(maySell(product, [])).toBe(true);
  });

  test("a product names the states that may not have it, each once", () => {
    const rules = [
      { country: "US", area: "TX", categoryId: "c-1", productId: undefined },
      { country: "US", area: "ID", categoryId: undefined, productId: "p-1" },
      { country: "US", area: "TX", categoryId: undefined, productId: "p-1" },
      { country: "CA", area: "ON", categoryId: undefined, productId: "p-2" },
    ];
    expect(restrictedStates({ id: "p-1", categoryId: "c-1" }, rules)).toEqual(["US-ID", "US-TX"]);
  });

  test("pages for everybody tell a quantity up to five, else six", () => {
    expect([-1, 0, 5, 6, 7, 900].map(shownQuantity)).toEqual([0, 0, 5, 6, 6, 6]);
  });

  test("units of one variant are summed, in ascending order of ids", () => {
    const units = [
      { variantId: "v-2", quantity: 1 },
      { variantId: "v-1", quantity: 2 },
      { variantId: "v-2", quantity: 3 },
    ];
    expect(unitsByVariant(units)).toEqual([
      { variantId: "v-1", quantity: 2 },
      { variantId: "v-2", quantity: 4 },
    ]);
  });
});

describe("prices", () => {
  test("a discount is a whole percent, rounded down, and hidden at 0 (requirement 146)", () => {
    expect(discountPercent(1000, 1500)).toBe(33);
    expect(discountPercent(999, 1000)).toBe(0);
    expect(discountPercent(1000, 1000)).toBe(0);
    expect(discountPercent(1200, 1000)).toBe(0);
    expect(discountPercent(1000, undefined)).toBe(0);
  });

  test("a card promises no more than every choice keeps", () => {
    const variants = [
      { price: 800, compareAt: 1000 },
      { price: 950, compareAt: 1000 },
    ];
    expect(leastDiscount(variants)).toBe(5);
    expect(leastDiscount([...variants, { price: 1000, compareAt: undefined }])).toBe(0);
    expect(leastDiscount([])).toBe(0);
  });
});

describe("reviews", () => {
  test("stars are summed up per star, spelled as requirement 148 has it", () => {
    const rating = ratingOf([
      { stars: 5, count: 2 },
      { stars: 4, count: 1 },
    ]);
    expect(rating).toMatchObject({ count: 3, mean: "4.7", halves: "4.5" });
    expect(reviewAggregate(rating)).toEqual({
      ratingAndReviewCount: 3,
      stars_percentajes: [
        { stars: 5, count: 2, percentage: 67 },
        { stars: 4, count: 1, percentage: 33 },
        { stars: 3, count: 0, percentage: 0 },
        { stars: 2, count: 0, percentage: 0 },
        { stars: 1, count: 0, percentage: 0 },
      ],
    });
  });

  test("a product without reviews divides by nothing", () => {
    expect(ratingOf([])).toMatchObject({ count: 0, mean: "0.0", halves: "0" });
  });
});

test("apparel stands on white, everything else on black, until somebody chooses (requirements 150, 151)", () => {
  expect(firstBackdrop("apparel")).toBe("white");
  expect(["seeds", "glass", "mushrooms", "that-badu"].map(firstBackdrop)).toEqual(["black", "black", "black", "black"]);
});

test("a state is known by two letters, in the US or in Canada; anything else is none", () => {
  expect(shipToOf("tx")).toEqual({ country: "US", area: "TX", name: "Texas" });
  expect(shipToOf("ON")).toEqual({ country: "CA", area: "ON", name: "Ontario" });
  expect([shipToOf("ZZ"), shipToOf(""), shipToOf(undefined), shipToOf(["TX"])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a summary is plain text that ends at a word", () => {
  expect(summaryOf("<p>Salt &amp; <strong>pepper</strong></p><p>&lt;3</p>")).toBe("Salt & pepper <3");
  const long = summaryOf(`<p>${"leaf ".repeat(80)}</p>`);
  expect(long.length).toBeLessThanOrEqual(157);
  expect(long.endsWith("leaf …")).toBe(true);
});
