import { describe, expect, test } from "vitest";
import { lacking, leftOut, readSheet, type SheetRow } from "../../server/catalog/rules/import/shopify.ts";
import { parseDollars } from "../../server/money.ts";

const options = { categories: new Map([["apparel", "apparel"]]), fallback: "apparel", parsePrice: parseDollars };

const row = (line: number, cells: Record<string, string>): SheetRow => ({ line, cells });
const shirt = { Handle: "shirt", Title: "Shirt", "Variant Price": "50", "Option1 Name": "Title", "Option1 Value": "Default Title" };

describe("rows of a Shopify product file", () => {
  test("a product without options has one variant without a name, to the cent", () => {
    const { drafts, bad } = readSheet([row(2, { ...shirt, "Variant Price": "49.9", "Variant Inventory Qty": "1" })], options);
    expect(bad).toEqual([]);
    expect(drafts[0]?.variants).toMatchObject([{ key: "shirt", name: "", options: {}, price: 4990, onHand: 1 }]);
  });

  test("rows of one handle make one product with a variant each; a SKU is the variant's key", () => {
    const small = row(2, { ...shirt, "Option1 Name": "Size", "Option1 Value": "S", "Variant SKU": "S-1" });
    const large = row(3, { Handle: "shirt", "Option1 Value": "L", "Variant Price": "52" });
    const { drafts } = readSheet([small, large], options);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.variants.map(({ key, options }) => [key, options])).toEqual([
      ["S-1", { Size: "S" }],
      ["shirt/L", { Size: "L" }],
    ]);
  });

  test("a row that only brings a picture is no variant", () => {
    const second = row(3, { Handle: "shirt", "Image Src": "http://a.test/2.jpg", "Image Position": "2" });
    const { drafts, bad } = readSheet([row(2, { ...shirt, "Image Src": "http://a.test/1.jpg" }), second], options);
    expect(bad).toEqual([]);
    expect(drafts[0]?.variants).toHaveLength(1);
    expect(drafts[0]?.pictures.map(({ url }) => url)).toEqual(["http://a.test/1.jpg", "http://a.test/2.jpg"]);
  });

  test.each([
    [{ "Variant Price": "12.345" }, "Variant Price “12.345” is not a price in dollars and cents"],
    [{ "Variant Price": "" }, "Variant Price is empty"],
    [{ "Variant Inventory Qty": "many" }, "Variant Inventory Qty “many” is not a whole number"],
    [{ Title: "" }, "Title is empty in the first row of this handle"],
    [{ Handle: "" }, "Handle is empty"],
    [{ Handle: "../etc" }, "Handle “../etc” holds more than letters, numbers and hyphens"],
    [{ Published: "maybe" }, "Published “maybe” is neither true nor false"],
    [{ "Option2 Value": "Red" }, "Option2 Value “Red” has no Option2 Name in the first row of its handle"],
  ])("%j is named by its line and the reason", (cells, reason) => {
    const { drafts, bad } = readSheet([row(7, { ...shirt, ...cells })], options);
    expect(drafts).toEqual([]);
    expect(bad).toEqual([{ line: 7, reason }]);
  });

  test("one bad row leaves out its whole product and no other", () => {
    const rows = [row(2, shirt), row(3, { Handle: "shirt", "Option1 Value": "L", "Variant Price": "x" }), row(4, { ...shirt, Handle: "other" })];
    const { drafts, bad } = readSheet(rows, options);
    expect(drafts.map(({ slug }) => slug)).toEqual(["other"]);
    expect(bad.map(({ line }) => line)).toEqual([3]);
  });

  test("a type that is a category wins over --category, an unknown one without it is refused", () => {
    const typed = readSheet([row(2, { ...shirt, Type: "Glass" })], { ...options, categories: new Map([["glass", "glass"]]) });
    expect(typed.drafts[0]?.category).toBe("glass");
    const { bad } = readSheet([row(2, { ...shirt, Type: "Shirts" })], { ...options, fallback: undefined });
    expect(bad[0]?.reason).toBe("Type “Shirts” is none of the shop's categories: name one with --category");
  });

  test("the same SKU at two handles is refused where it stands the second time", () => {
    const { drafts, bad } = readSheet([row(2, { ...shirt, "Variant SKU": "A" }), row(3, { ...shirt, Handle: "b", "Variant SKU": "A" })], options);
    expect(drafts).toHaveLength(1);
    expect(bad).toEqual([{ line: 3, reason: "SKU “A” stands already at handle “shirt”" }]);
  });

  test("a compare-at price counts only when it is higher", () => {
    const compare = (text: string) =>
      readSheet([row(2, { ...shirt, "Variant Compare At Price": text })], options).drafts[0]?.variants[0]?.compareAt;
    expect([compare("60"), compare("50"), compare("40"), compare("")]).toEqual([6000, undefined, undefined, undefined]);
  });

  test("columns are missed by name, and those that are not taken over are told", () => {
    expect(lacking(["Handle", "Name"])).toEqual(["Title", "Variant Price"]);
    expect(leftOut([row(2, { ...shirt, Tags: "a", "SEO Title": "" })])).toEqual(["Tags"]);
  });
});
