import { expect, test } from "vitest";
import { byNaturalName, withNumbersAscending } from "../../server/catalog/rules/natural-order.ts";

test("names stand as people count, whatever their case and accents", () => {
  const names = ["Tee 10", "tee 2", "Tee 1", "Écru 3", "ecru 12", "Tee 1b", "Tee 001", "9 mm", "10 mm"];
  expect(names.sort(byNaturalName((name) => name))).toEqual([
    ...["9 mm", "10 mm", "Écru 3", "ecru 12"],
    ...["Tee 1", "Tee 001", "Tee 1b", "tee 2", "Tee 10"],
  ]);
});

test("values that differ by their numbers ascend, and words stay where the owner has them", () => {
  expect(withNumbersAscending(["S", "10 g", "M", "2 g", "L", "100 g", "1 l"], (name) => name)).toEqual([
    ...["S", "2 g", "M", "10 g", "L", "100 g", "1 l"],
  ]);
});
