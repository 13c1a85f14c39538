import { expect, test } from "vitest";
import { movedIn } from "../../server/catalog/rules/category-order.ts";

test("a category changes places with its neighbour, and stays where it has none", () => {
  const order = ["seeds", "glass", "mushrooms"];
  expect(movedIn(order, "mushrooms", "up")).toEqual(["seeds", "mushrooms", "glass"]);
  expect(movedIn(order, "seeds", "down")).toEqual(["glass", "seeds", "mushrooms"]);
  expect([movedIn(order, "seeds", "up"), movedIn(order, "mushrooms", "down"), movedIn(order, "tea", "up")]).toEqual([
    order,
    order,
    order,
  ]);
});
