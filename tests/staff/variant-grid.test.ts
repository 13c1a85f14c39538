import { expect, test } from "vitest";
import { cellsOf } from "../../server/staff/products/rules/pasted-cells.ts";
import { blankRow, type PastedRows, pastedRows, withPasted } from "../../server/staff/products/rules/variant-grid.ts";

const ids = () => {
  let last = 0;
  return () => `new-${++last}`;
};

/** Reads a paste with `optionCount` named options, into the grid's column `from`. */
function read(text: string, optionCount: number, from?: number): PastedRows {
  const pasted = pastedRows(text, { optionCount, from });
  if (!pasted) throw new Error("its columns are not known");
  return pasted;
}

test("cells are read as a spreadsheet copies them: quoted ones with tabs, lines and quotes in them", () => {
  expect(cellsOf('A\tB\r\n"a\tb"\t"say ""hi"""\n\n"two\nlines"\t\t3')).toEqual([
    ["A", "B"],
    ["a b", 'say "hi"'],
    ["two lines", "", "3"],
  ]);
  expect(cellsOf("")).toEqual([]);
  expect(cellsOf('a\t"b c" d\te"')).toEqual([["a", '"b c" d', 'e"']]);
});

test("a head names the columns, in any order, and what it does not know are options", () => {
  const pasted = read("Price\tSize\tVariant SKU\tColour\n12.50\tS\tA-S\tRed\n13\tL\tA-L\tRed", 0);
  expect(pasted.options).toEqual(["Size", "Colour"]);
  expect(pasted.rows).toEqual([
    { options: ["S", "Red", ""], sku: "A-S", price: "12.50", compareAt: "", grams: "", barcode: "", lowStock: "" },
    { options: ["L", "Red", ""], sku: "A-L", price: "13", compareAt: "", grams: "", barcode: "", lowStock: "" },
  ]);
});

test("columns of units are left out and named, and are no option", () => {
  const pasted = read("Size\tSKU\tPrice\tStock\tQuantity\nS\tA-S\t7\t5\t10 seeds", 0);
  expect([pasted.options, pasted.leftOut]).toEqual([["Size", "Quantity"], ["Stock"]]);
  expect(pasted.rows.map(({ options }) => options)).toEqual([["S", "10 seeds", ""]]);
  expect(read("Stock\tA-S\t7", 1)).toMatchObject({ leftOut: [], rows: [{ options: ["Stock", "", ""] }] });
});

test("without a head the columns are those of the grid", () => {
  const [row] = read("S\tA-S\t9\t12\t100\t4001\t8", 1).rows;
  const values = { sku: "A-S", price: "9", compareAt: "12", grams: "100", barcode: "4001", lowStock: "8" };
  expect(row).toEqual({ options: ["S", "", ""], ...values });
});

test("without a head and a named option the columns are known only where they were pasted into the grid", () => {
  expect(pastedRows("S\tA-S\t9", { optionCount: 0 })).toBeUndefined();
  expect(pastedRows("", { optionCount: 0 })).toBeUndefined();
  expect(read("S\tRed\t\tA-S\t9", 0, 0).rows).toMatchObject([{ options: ["S", "Red", ""], sku: "A-S", price: "9" }]);
  expect(read("A-S\t9", 0, 3).rows).toMatchObject([{ options: ["", "", ""], sku: "A-S", price: "9" }]);
  // If the paste begins in the SKU column, its first cell is a SKU, even if the form names an
  // option.
  expect(read("A-S\t9", 1, 3).rows).toMatchObject([{ options: ["", "", ""], sku: "A-S", price: "9" }]);
  expect(read("SKU\tPrice\nA-S\t9", 0, 0).rows).toMatchObject([{ options: ["", "", ""], sku: "A-S", price: "9" }]);
  expect(read("SKU\tA\tB\tC\tD\nA-S\t1\t2\t3\t4", 0)).toMatchObject({
    options: ["A", "B", "C"],
    rows: [{ options: ["1", "2", "3"] }],
  });
});

test("pasted rows change the row with their SKU or options, and others are added", () => {
  const grid = [
    { ...blankRow("one"), sku: "A-S", options: ["S", "", ""], price: "5", grams: "10" },
    { ...blankRow("two"), options: ["L", "", ""], price: "6" },
    blankRow("blank"),
  ];
  const pasted = read("Size\tSKU\tPrice\n\tA-S\t7\nL\t\t8\nXL\tA-X\t9", 1);
  expect(withPasted(grid, pasted, ids()).map(({ id, sku, price, grams }) => [id, sku, price, grams])).toEqual([
    ["one", "A-S", "7", "10"],
    ["two", "", "8", ""],
    ["new-1", "A-X", "9", ""],
  ]);
});

test("a pasted row fills in or corrects the SKU of the row with its options, unless another pasted row has that row's SKU", () => {
  const grid = [
    { ...blankRow("one"), options: ["S", "", ""], price: "5" },
    { ...blankRow("two"), sku: "A-L", options: ["L", "", ""], price: "6" },
    { ...blankRow("three"), sku: "A-X", options: ["XL", "", ""], price: "7" },
  ];
  const pasted = read("Size\tSKU\nS\tA-S\nL\tB-L\nXL\tB-X\nXXL\tA-X\nL\tC-L", 1);
  expect(withPasted(grid, pasted, ids()).map(({ id, sku, options }) => [id, sku, options[0]])).toEqual([
    ["one", "A-S", "S"],
    ["two", "B-L", "L"],
    ["three", "A-X", "XXL"],
    ["new-1", "B-X", "XL"],
    ["new-2", "C-L", "L"],
  ]);
});
