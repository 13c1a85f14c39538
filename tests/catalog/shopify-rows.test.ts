import { describe, expect, test } from "vitest";
import { columnFault, notTaken } from "../../server/catalog/rules/import/columns.ts";
import { readRows, type SheetRow } from "../../server/catalog/rules/import/rows.ts";
import { readSheet as readTorn } from "../../server/catalog/rules/import/sheet.ts";
import { parseDollars } from "../../server/money.ts";

const options = { categories: new Map([["apparel", "apparel"]]), fallback: "apparel", parsePrice: parseDollars };
const readSheet = (rows: SheetRow[], given: Parameters<typeof readTorn>[1]) => readTorn({ rows, torn: [] }, given);

const row = (line: number, cells: Record<string, string>): SheetRow => ({ line, cells });
const shirt = {
  Handle: "shirt",
  Title: "Shirt",
  "Variant Price": "50",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
};

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
    [{ Handle: "a".repeat(201) }, "Handle is longer than 200 characters"],
    [{ Title: "A".repeat(256) }, "Title is longer than 255 characters"],
    [{ "Variant SKU": "A".repeat(601) }, "SKU or options are longer than 600 characters"],
    [{ "Variant Grams": "1.5" }, "Variant Grams “1.5” is not a whole number"],
    [{ "Variant Compare At Price": "-1" }, "Variant Compare At Price “-1” is not a price in dollars and cents"],
    [{ Published: "maybe" }, "Published “maybe” is neither true nor false"],
    [{ Status: "sold" }, "Status “sold” is none of active, draft, archived, unlisted"],
    [{ "Option1 Name": "Size", "Option1 Value": "" }, "Option1 Value is empty, “Size” needs one"],
    [{ "Option2 Value": "Red" }, "Option2 Value “Red” has no Option2 Name in the first row of its handle"],
  ])("%j is named by its line and the reason", (cells, reason) => {
    const { drafts, bad } = readSheet([row(7, { ...shirt, ...cells })], options);
    expect(drafts).toEqual([]);
    expect(bad).toEqual([{ line: 7, reason }]);
  });

  test("one bad row leaves out its whole product and no other", () => {
    const rows = [
      row(2, shirt),
      row(3, { Handle: "shirt", "Option1 Value": "L", "Variant Price": "x" }),
      row(4, { ...shirt, Handle: "other" }),
    ];
    const { drafts, bad, leftOut } = readSheet(rows, options);
    expect(drafts.map(({ slug }) => slug)).toEqual(["other"]);
    expect(bad.map(({ line }) => line)).toEqual([3]);
    expect(leftOut).toEqual(["shirt"]);
  });

  test("so does a row of it that cannot be read, and one without a handle below it", () => {
    const rows = [row(2, shirt), row(4, { ...shirt, Handle: "other" }), row(5, { "Option1 Value": "L", "Variant Price": "9" })];
    const torn = [{ line: 3, reason: "torn", handle: "SHIRT" }];
    const { drafts, bad, leftOut } = readTorn({ rows: [...rows, row(6, { ...shirt, Handle: "third" })], torn }, options);
    expect(drafts.map(({ slug }) => slug)).toEqual(["third"]);
    expect(bad).toEqual([
      { line: 3, reason: "torn" },
      { line: 5, reason: "Handle is empty" },
    ]);
    expect(leftOut).toEqual(["shirt", "other"]);
  });

  test("rows of one handle belong together wherever they stand, in whatever case", () => {
    const small = row(2, { ...shirt, "Option1 Name": "Size", "Option1 Value": "S" });
    const large = row(4, { Handle: "Shirt", "Option1 Value": "L", "Variant Price": "52" });
    const { drafts } = readSheet([small, row(3, { ...shirt, Handle: "other" }), large], options);
    expect(drafts.map(({ slug, variants }) => [slug, variants.length])).toEqual([
      ["shirt", 2],
      ["other", 1],
    ]);
  });

  test("stock that the file does not tell is unknown, oversold stock is none", () => {
    const onHand = (text: string) =>
      readSheet([row(2, { ...shirt, "Variant Inventory Qty": text })], options).drafts[0]?.variants[0]?.onHand;
    expect([onHand(""), onHand("-3"), onHand("7"), onHand("7.0")]).toEqual([undefined, 0, 7, 7]);
  });

  test.each([
    [{}, true],
    [{ Published: "TRUE", Status: "active" }, true],
    [{ Published: "false" }, false],
    [{ Published: "true", Status: "draft" }, false],
    [{ Published: "true", Status: "unlisted" }, false],
  ])("%j tells whether it is shown: %s", (cells, published) => {
    expect(readSheet([row(2, { ...shirt, ...cells })], options).drafts[0]?.published).toBe(published);
  });

  test("a type that is a category wins over --category, an unknown one without it is refused", () => {
    const typed = readSheet([row(2, { ...shirt, Type: "Glass" })], { ...options, categories: new Map([["glass", "glass"]]) });
    expect(typed.drafts[0]?.category).toBe("glass");
    const { bad } = readSheet([row(2, { ...shirt, Type: "Shirts" })], { ...options, fallback: undefined });
    expect(bad[0]?.reason).toBe("Type “Shirts” is none of the shop's categories: name one with --category");
  });

  test("the same SKU at two handles is refused where it stands the second time", () => {
    const { drafts, bad } = readSheet(
      [row(2, { ...shirt, "Variant SKU": "A" }), row(3, { ...shirt, Handle: "b", "Variant SKU": "A" })],
      options,
    );
    expect(drafts).toHaveLength(1);
    expect(bad).toEqual([{ line: 3, reason: "SKU “A” stands already at handle “shirt”" }]);
  });

  test("a compare-at price counts only when it is higher", () => {
    const compare = (text: string) =>
      readSheet([row(2, { ...shirt, "Variant Compare At Price": text })], options).drafts[0]?.variants[0]?.compareAt;
    expect([compare("60"), compare("50"), compare("40"), compare("")]).toEqual([6000, undefined, undefined, undefined]);
  });

  test("columns are missed by name, and those that are not taken over are told", () => {
    expect(columnFault(["Handle", "Name"])).toBe("it lacks the columns Title, Variant Price");
    expect(columnFault(["Handle", "Title", "Variant Price", "Tags", "Tags"])).toBe("the column Tags stands there twice");
    expect(columnFault(["Handle", "Title", "Variant Price", "", ""])).toBeUndefined();
    expect(notTaken([row(2, { ...shirt, Tags: "a", "SEO Title": "" })])).toEqual(["Tags"]);
  });
});

describe("the text of a CSV file", () => {
  const lines = (text: string) => readRows(text).rows.map(({ line, cells }) => [line, cells.Handle]);

  test.each([
    ["Unix", "\n"],
    ["Windows", "\r\n"],
    ["an old Mac", "\r"],
  ])("rows stand on the lines that an editor shows, with the line ends of %s", (_system, end) => {
    const text = ["Handle,Title", 'a,"One', "", 'two"', "", "b,B", "  ,", 'c,"x ""y"""', "d,D"].join(end);
    expect(lines(text)).toEqual([
      [2, "a"],
      [6, "b"],
      [8, "c"],
      [9, "d"],
    ]);
    expect(readRows(text).rows.map(({ cells }) => cells.Title)).toEqual([`One${end}${end}two`, "B", 'x "y"', "D"]);
  });

  test("blank lines may come first, the header may be quoted over two lines", () => {
    const text = '\n\n"Handle","Ti\ntle"\na,A\n';
    expect(readRows(text)).toMatchObject({
      columns: ["Handle", "Ti\ntle"],
      rows: [{ line: 5, cells: { Handle: "a" } }],
      torn: [],
    });
  });

  test("a short row is filled up, commas beyond the header are passed over, a cell beyond it is not", () => {
    const { rows, torn } = readRows('Handle,Title,Vendor\na\nb,B,V,,\nc,C,V,"more\nyet"\nd,D,V');
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [2, { Handle: "a", Title: "", Vendor: "" }],
      [3, { Handle: "b", Title: "B", Vendor: "V" }],
      [6, { Handle: "d", Title: "D", Vendor: "V" }],
    ]);
    expect(torn).toEqual([{ line: 4, reason: "the row has 4 cells, the first row only 3", handle: "c" }]);
  });

  test.each([['b,5" pipe'], ['b,"say "hi" now"'], ['b,"never closed'], ['"b","never closed']])(
    "a row that cannot be read ends at its own line: %s",
    (torn) => {
      const reason = "its quotation marks do not pair: close each one, and double those inside a cell";
      const text = `Handle,Title\na,A\n${torn}\nc,C\nd,D\n`;
      expect(readRows(text).torn).toEqual([{ line: 3, reason, handle: "b" }]);
      expect(lines(text)).toEqual([
        [2, "a"],
        [4, "c"],
        [5, "d"],
      ]);
    },
  );

  test("nor does it swallow a good cell of several lines further down", () => {
    const text = 'Handle,Title\nb,"torn\nc,C\nd,"two\nlines"\ne,E\n';
    expect(readRows(text).torn).toMatchObject([{ line: 2, handle: "b" }]);
    expect(lines(text)).toEqual([
      [3, "c"],
      [4, "d"],
      [6, "e"],
    ]);
  });

  test("a column may be called anything", () => {
    const [first] = readRows("Handle,__proto__,constructor\na,x,y").rows;
    expect(Object.entries(first?.cells ?? {})).toEqual([
      ["Handle", "a"],
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });

  test("nothing is nothing", () => {
    expect([readRows(""), readRows("\n  \n")]).toEqual(Array(2).fill({ columns: [], rows: [], torn: [] }));
  });
});
