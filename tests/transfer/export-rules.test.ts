import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { ExportedAttribute, ExportedProduct, ExportedVariant } from "../../server/catalog/rules/exported-product.ts";
import { headers } from "../../server/transfer/rules/export/columns.ts";
import { csvLine } from "../../server/transfer/rules/export/csv.ts";
import { productRows } from "../../server/transfer/rules/export/product-rows.ts";
import { attributeCells } from "../../server/transfer/rules/export/vocabulary.ts";

const variant = (changes: Partial<ExportedVariant> = {}): ExportedVariant => ({
  sku: "",
  name: "",
  options: {},
  price: 1250,
  compareAt: null,
  onHand: 3,
  grams: 0,
  barcode: "",
  lowStock: null,
  picture: 0,
  ...changes,
});

const product = (changes: Partial<ExportedProduct> = {}): ExportedProduct => ({
  slug: "cap",
  name: "Cap",
  brand: "",
  description: "",
  category: "apparel",
  label: null,
  published: true,
  archived: false,
  seoTitle: "A mug for tea",
  seoDescription: "",
  premium: false,
  createdAt: Date.UTC(2026, 0, 2),
  variants: [variant()],
  pictures: [],
  valueIds: new Set(),
  ...changes,
});

/** The rows of a product by header, without empty cells; or the reason why there are none. */
function rowsOf(changes: Partial<ExportedProduct>, attributes: readonly ExportedAttribute[] = []) {
  const rows = productRows(product(changes), attributeCells(attributes));
  if (!rows.ok) return rows.error;
  const names = headers(attributes);
  return rows.value.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]).filter(([, cell]) => cell !== "")));
}

describe("cells of a file", () => {
  test("come back as they were, with commas, quotation marks and line breaks in them", () => {
    const cells = ["plain", "a, b", 'say "hi"', "two\nlines", "old\rlines", "both\r\nlines", " led", "", "é 🌿 茶"];
    expect(parse(csvLine(cells))).toEqual([cells]);
    expect(csvLine(["a", "", "b"])).toBe("a,,b\r\n");
    expect(csvLine([" led", "trailed ", "in between"])).toBe('" led","trailed ",in between\r\n');
  });

  test("run nothing in a spreadsheet", () => {
    expect(csvLine(["=1+1", "'=1", "-5", "1-1", '@SUM("a")'])).toBe(`'=1+1,''=1,'-5,1-1,"'@SUM(""a"")"\r\n`);
  });
});

describe("the rows of a product", () => {
  test("tell the product once, then a row for each variant and each further picture", () => {
    const variants = [
      variant({ options: { Size: "S" }, sku: "C-S", compareAt: 2000, grams: 120, barcode: "0123", lowStock: 12 }),
      variant({ options: { Size: "M, long" }, price: 5, compareAt: 5, picture: 1 }),
    ];
    const pictures = ["a", "b", "c"].map((name) => ({ url: `https://shop.test/${name}.jpg`, alt: `Cap ${name}` }));
    const sold = {
      "Variant Inventory Tracker": "shopify",
      "Variant Inventory Qty": "3",
      "Variant Inventory Policy": "deny",
      "Variant Fulfillment Service": "manual",
      "Variant Requires Shipping": "true",
      "Variant Taxable": "true",
      "Variant Weight Unit": "g",
    };
    expect(rowsOf({ variants, pictures, brand: "Fern", description: "<p>Worn.</p>", label: "sale", premium: true })).toEqual([
      {
        ...sold,
        Handle: "cap",
        Title: "Cap",
        "Body (HTML)": "<p>Worn.</p>",
        Vendor: "Fern",
        Type: "apparel",
        Published: "true",
        Status: "active",
        "Gift Card": "false",
        "Option1 Name": "Size",
        "Option1 Value": "S",
        "Variant SKU": "C-S",
        "Variant Grams": "120",
        "Variant Price": "12.50",
        "Variant Compare At Price": "20.00",
        "Variant Barcode": "0123",
        "Low Stock Amount": "12",
        "Variant Image": "https://shop.test/a.jpg",
        "Image Src": "https://shop.test/a.jpg",
        "Image Position": "1",
        "Image Alt Text": "Cap a",
        "SEO Title": "A mug for tea",
        "Label (product.metafields.storefront.label)": "sale",
        "Premium (product.metafields.storefront.premium)": "true",
        "Archived (product.metafields.storefront.archived)": "false",
        "Created (product.metafields.storefront.created)": "2026-01-02T00:00:00.000Z",
      },
      {
        ...sold,
        Handle: "cap",
        "Option1 Value": "M, long",
        "Variant Grams": "0",
        "Variant Price": "0.05",
        "Variant Image": "https://shop.test/b.jpg",
        "Image Src": "https://shop.test/b.jpg",
        "Image Position": "2",
        "Image Alt Text": "Cap b",
      },
      { Handle: "cap", "Image Src": "https://shop.test/c.jpg", "Image Position": "3", "Image Alt Text": "Cap c" },
    ]);
  });

  test("of products without a choice say so as Shopify does, and no picture for their only variant", () => {
    const [row] = rowsOf({ pictures: [{ url: "https://shop.test/a.jpg", alt: "Cap" }], published: false });
    expect(row).toMatchObject({ "Option1 Name": "Title", "Option1 Value": "Default Title", Published: "false", Status: "draft" });
    expect(row).toMatchObject({ "Label (product.metafields.storefront.label)": "none" });
    expect(row).not.toHaveProperty("Variant Image");
  });

  test("of variants that are told apart by their names alone keep those", () => {
    const rows = rowsOf({ variants: [variant({ name: "Small", sku: "S" }), variant({ name: "Large", sku: "L" })] });
    expect(rows).toMatchObject([{ "Option1 Name": "Title", "Option1 Value": "Small" }, { "Option1 Value": "Large" }]);
  });

  const named = (...names: string[]) => variant({ options: Object.fromEntries(names.map((name) => [name, "x"])) });
  test.each([
    ["four options", [named("A", "B", "C", "D")], "it has 4 options, but the format has only 3"],
    ["no variant on sale", [], "none of its variants is still sold"],
    ["unlike variants", [named("A"), named("A", "B")], "its variants do not all have the same options"],
    ["other options", [named("A"), named("B")], "its variants do not all have the same options"],
    ["an empty value", [variant({ options: { A: "" } })], "one of its variants has an option without a value"],
    ["variants of no name", [variant(), variant()], "its variants have neither options nor names"],
  ])("with %s cannot be told, and the owner hears why", (_what, variants, reason) => {
    expect(rowsOf({ variants })).toBe(reason);
  });
});

describe("attributes", () => {
  const value = (slug: string, name: string, position: number, first: number) => ({ id: slug, slug, name, position, first });
  const column = "Wood (product.metafields.attributes.wood)";
  const wood = (...values: ExportedAttribute["values"]): ExportedAttribute[] => [{ slug: "wood", name: "Wood", values }];
  const cellsOf = (attributes: ExportedAttribute[], ...products: string[][]) => {
    const cells = attributeCells(attributes);
    return products.map((ids) => cells({ valueIds: new Set(ids) })[0]);
  };

  test("stand in a column each, values in the shop's order, with a slug only where the name does not make it", () => {
    const attributes = wood(value("oak", "Oak", 0, 0), value("grey", "Grey; oak", 1, 0));
    expect(rowsOf({ valueIds: new Set(["grey", "oak"]) }, attributes)).toMatchObject([{ [column]: "Oak; Grey\\; oak [grey]" }]);
  });

  test("tell a value's place in its first cell, where values do not come in the shop's order", () => {
    const attributes = wood(value("oak", "Oak", 0, 1), value("ash", "Ash", 1, 0));
    expect(cellsOf(attributes, ["ash"], ["ash", "oak"], ["oak"])).toEqual(["Ash [ash 1]", "Oak [oak 0]; Ash", "Oak"]);
  });

  test("tell no places where values come in the shop's order anyhow", () => {
    const attributes = wood(value("oak", "Oak", 3, 0), value("ash", "Ash", 7, 0), value("elm", "Elm", 9, 4));
    expect(cellsOf(attributes, ["ash", "oak"], ["elm"])).toEqual(["Oak; Ash", "Elm"]);
  });
});
