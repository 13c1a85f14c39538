import { expect, test } from "vitest";
import { blankRow, cellsOf, pastedRows, withPasted } from "../../server/staff/rules/variant-grid.ts";

const ids = () => {
  let last = 0;
  return () => `new-${++last}`;
};

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
  const pasted = pastedRows("Price\tSize\tVariant SKU\tColour\n12.50\tS\tA-S\tRed\n13\tL\tA-L\tRed", 0);
  expect(pasted.options).toEqual(["Size", "Colour"]);
  expect(pasted.rows).toEqual([
    { options: ["S", "Red", ""], sku: "A-S", price: "12.50", compareAt: "", grams: "", barcode: "" },
    { options: ["L", "Red", ""], sku: "A-L", price: "13", compareAt: "", grams: "", barcode: "" },
  ]);
});

test("columns of units are left out and named, and are no option", () => {
  const pasted = pastedRows("Size\tSKU\tPrice\tStock\tQuantity\nS\tA-S\t7\t5\t10 seeds", 0);
  expect([pasted.options, pasted.leftOut]).toEqual([["Size", "Quantity"], ["Stock"]]);
  expect(pasted.rows.map(({ options }) => options)).toEqual([["S", "10 seeds", ""]]);
  expect(pastedRows("Stock\tA-S\t7", 1)).toMatchObject({ leftOut: [], rows: [{ options: ["Stock", "", ""] }] });
});

test("without a head the columns are those of the grid", () => {
  const [row] = pastedRows("S\tA-S\t9\t12\t100\t4001", 1).rows;
  expect(row).toEqual({ options: ["S", "", ""], sku: "A-S", price: "9", compareAt: "12", grams: "100", barcode: "4001" });
});

test("pasted rows change the row with their SKU or options, and others are added", () => {
  const grid = [
    { ...blankRow("one"), sku: "A-S", options: ["S", "", ""], price: "5", grams: "10" },
    { ...blankRow("two"), options: ["L", "", ""], price: "6" },
    blankRow("blank"),
  ];
  const pasted = pastedRows("Size\tSKU\tPrice\n\tA-S\t7\nL\t\t8\nXL\tA-X\t9", 1);
  expect(withPasted(grid, pasted, ids()).map(({ id, sku, price, grams }) => [id, sku, price, grams])).toEqual([
    ["one", "A-S", "7", "10"],
    ["two", "", "8", ""],
    ["new-1", "A-X", "9", ""],
  ]);
});
