import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wooCommerce } from "../../server/transfer/rules/woo/format.ts";
import { type Cells, draftsOf, faultsOf, sheetOf, wooFile } from "./woo-file.ts";

/** A product with colours and sizes. */
const shirt: Cells = {
  Type: "variable",
  ID: "10",
  SKU: "shirt",
  Name: "Shirt",
  Published: "1",
  "Attribute 1 name": "Colour",
  "Attribute 1 value(s)": "Red, Blue",
  "Attribute 2 name": "Size",
  "Attribute 2 value(s)": "S, M, L",
};

const variation = (sku: string, colour: string, size: string, cells: Cells = {}): Cells => ({
  Type: "variation",
  SKU: sku,
  Name: `Shirt - ${colour}`,
  Published: "1",
  Parent: "shirt",
  Stock: "2",
  "Regular price": "20",
  "Attribute 1 name": "Colour",
  "Attribute 1 value(s)": colour,
  "Attribute 2 name": "Size",
  "Attribute 2 value(s)": size,
  ...cells,
});

const variants = (...rows: Cells[]) => draftsOf(wooFile(rows))[0]?.variants ?? [];
const reasons = (...rows: Cells[]) => faultsOf(wooFile(rows)).map(({ line, reason }) => `${line}: ${reason}`);
const notes = (...rows: Cells[]) => wooFile(rows).notes;

describe("a product with variations", () => {
  test("is one product with a variant for each, in the order of its values", () => {
    const rows = [shirt, variation("b-s", "Blue", "S"), variation("r-l", "Red", "L"), variation("r-s", "Red", "S")];
    expect(variants(...rows)).toMatchObject([
      { line: 5, key: "r-s", sku: "r-s", name: "Red / S", options: { Colour: "Red", Size: "S" }, price: 2000, onHand: 2 },
      { line: 4, key: "r-l", name: "Red / L" },
      { line: 3, key: "b-s", name: "Blue / S" },
    ]);
    expect(notes(...rows)).toEqual([]);
  });

  test("may stand below its variations, and be named by its ID, also where it has a SKU", () => {
    const byId = variation("r-s", "Red", "S", { Parent: "id:10" });
    const bySku = variation("r-m", "Red", "M");
    const keys = (...rows: Cells[]) => variants(...rows).map(({ key }) => key);
    expect(keys(byId, bySku, shirt)).toEqual(["r-s", "r-m"]);
    expect(keys(byId, shirt, bySku)).toEqual(["r-s", "r-m"]);
    expect(keys(shirt, bySku, byId)).toEqual(["r-s", "r-m"]);
    expect(keys(byId, { ...shirt, SKU: "" })).toEqual(["r-s"]);
  });

  test("a variation without a SKU is known by the product and its values", () => {
    expect(variants(shirt, variation("", "Red", "S"))[0]).toMatchObject({ key: "shirt/Red/S", sku: "" });
  });

  test("a value keeps its commas, and is spelled as the product spells it", () => {
    const volume = { ...shirt, "Attribute 2 value(s)": "1\\,5 l, Two Litres" };
    const names = variants(volume, variation("a", "red", "1\\,5 l"), variation("b", "Green", "two-litres")).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["Red / 1,5 l", "Green / Two Litres"]);
  });

  test("what a variation does not weigh, its product does", () => {
    const [own, other] = [variation("a", "Red", "S", { "Weight (kg)": "0.3" }), variation("b", "Red", "M")];
    expect(variants({ ...shirt, "Weight (kg)": "0.2" }, own, other).map(({ grams }) => grams)).toEqual([300, 200]);
  });

  test("a variation's picture is its variant's, and stands behind those of the product", () => {
    const rows = [
      { ...shirt, Images: "https://a.test/all.jpg, https://a.test/red.jpg" },
      variation("r", "Red", "S", { Images: "https://a.test/red.jpg" }),
      variation("b-s", "Blue", "S", { Images: "https://a.test/blue.jpg" }),
      variation("b-m", "Blue", "M", { Images: "https://a.test/blue.jpg" }),
      variation("b-l", "Blue", "L"),
      variation("g-s", "Green", "S", { Images: "https://a.test/pale.jpg" }),
      variation("g-m", "Green", "M", { Images: "https://a.test/pale.jpg" }),
      variation("y-s", "Yellow", "S", { Images: "https://a.test/pale.jpg" }),
    ];
    const [draft] = draftsOf(wooFile(rows));
    expect(draft?.pictures.map(({ url, alt }) => [url, alt])).toEqual([
      ["https://a.test/all.jpg", ""],
      ["https://a.test/red.jpg", ""],
      ["https://a.test/blue.jpg", "Shirt, Blue"],
      ["https://a.test/pale.jpg", ""],
    ]);
    const pictures = draft?.variants.slice(0, 4).map(({ picture }) => picture.slice(15));
    expect(pictures).toEqual(["red.jpg", "blue.jpg", "blue.jpg", ""]);
  });

  test("one that is switched off is left out and told, a draft's are not", () => {
    const off = variation("r-m", "Red", "M", { Published: "0", Type: "variation, virtual" });
    expect(variants(shirt, variation("r-s", "Red", "S", { Published: "-1" }), off).map(({ key }) => key)).toEqual(["r-s"]);
    expect(notes(shirt, variation("r-s", "Red", "S"), off)).toEqual([
      "1 variation (line 4): turned off (Published 0), so left out",
    ]);
    expect(reasons(shirt, off)).toEqual(["2: all variations of this product are turned off (Published 0)"]);
  });

  test("a description of its own is told", () => {
    expect(notes(shirt, variation("r-s", "Red", "S", { Description: "Softer." }))).toEqual([
      "1 variation (line 3): has its own description, which was not imported",
    ]);
  });

  test("up to three attributes may differ, those that no variation names do not", () => {
    const third = { "Attribute 3 name": "Fit", "Attribute 3 value(s)": "Slim" };
    const fourth = { "Attribute 4 name": "Cuff", "Attribute 4 value(s)": "Long" };
    const rows = [{ ...shirt, ...third, ...fourth }, variation("a", "Red", "S", third)];
    expect(variants(...rows)[0]?.options).toEqual({ Colour: "Red", Size: "S", Fit: "Slim" });
    expect(notes(...rows)).toHaveLength(1);
    expect(reasons({ ...shirt, ...third, ...fourth }, variation("a", "Red", "S", { ...third, ...fourth }))).toEqual([
      "2: its variations differ by 4 attributes (Colour, Size, Fit, Cuff): 3 are possible",
    ]);
  });

  test("they stand in the order of their numbers, wherever their columns do", () => {
    const { "Attribute 1 name": first = "", "Attribute 1 value(s)": values = "", ...rest } = shirt;
    const turned = { ...rest, "Attribute 1 name": first, "Attribute 1 value(s)": values };
    expect(variants(turned, variation("a", "Red", "S"))[0]?.name).toBe("Red / S");
  });

  test("an attribute that only a variation names counts as well", () => {
    const rows = [shirt, variation("a", "Red", "S", { "Attribute 3 name": "Fit", "Attribute 3 value(s)": "Slim" })];
    expect(variants(...rows)[0]?.name).toBe("Red / S / Slim");
  });

  test("a mapping is told the values that can be bought, and the columns of every row", () => {
    let seen: unknown;
    const own = { ...shirt, "Meta: maker": "Ann", "Meta: for": "" };
    wooFile([own, variation("a", "Red", "S", { "Meta: maker": "Bea", "Meta: for": "men" }), variation("b", "Green", "S")], {
      classify: ({ options, columns }) => {
        seen = { ...Object.fromEntries(options), ...Object.fromEntries(columns) };
        return { category: undefined, attributes: undefined };
      },
    });
    expect(seen).toEqual({ Colour: ["Red", "Green"], Size: ["S"], "Meta: maker": "Ann", "Meta: for": "men" });
  });

  test.each([
    [[variation("a", "Red", "S", { Parent: "coat" })], ["3: its Parent “coat” is not a product in this file"]],
    [[variation("a", "Red", "S", { Parent: "" })], ["3: Parent is empty: a variation belongs to a product"]],
    [[variation("a", "Red", "S"), variation("b", "Red", "S")], ["4: these attribute values are already in line 3"]],
    [[variation("a", "Red", "S", { "Regular price": "" })], ["3: Regular price is empty"]],
    [
      [variation("a", "Red", "S", { Type: "variation, virtual" })],
      ["3: Type “variation, virtual”: there is nothing to ship, and this shop sells only products it ships"],
    ],
  ])("%j: each fault is told by its line", (rows, seen) => {
    const others = seen[0]?.includes("Parent") ? ["2: no variation of this product is in the file"] : [];
    expect(reasons(shirt, ...rows)).toEqual([...others, ...seen]);
  });

  test("one bad variation leaves out its whole product and no other", () => {
    const file = wooFile([
      shirt,
      variation("a", "Red", "S", { Stock: "many" }),
      { ...shirt, Type: "simple", ID: "1", SKU: "x", "Regular price": "1" },
    ]);
    expect(file.readings.map(({ slug, draft }) => [slug, draft !== undefined])).toEqual([
      ["shirt", false],
      ["shirt-x", true],
    ]);
  });

  test("a simple product has no variations", () => {
    const simple = { ...shirt, Type: "simple", "Regular price": "9" };
    expect(reasons(simple, variation("a", "Red", "S"))).toEqual(["3: its Parent is a simple product, which has no variations"]);
  });
});

describe("a variation for any value", () => {
  test("becomes a variant for each of them, with the value behind its SKU; its stock is divided", () => {
    const rows = [shirt, variation("red", "Red", "", { Stock: "7" })];
    expect(variants(...rows).map(({ key, sku, name, onHand }) => [key, sku, name, onHand])).toEqual([
      ["red/S", "red/S", "Red / S", 3],
      ["red/M", "red/M", "Red / M", 2],
      ["red/L", "red/L", "Red / L", 2],
    ]);
    expect(notes(...rows)).toEqual([
      "1 product (line 2): its variants share one stock, so it was divided among them",
      "1 variation (line 3): for any value of an attribute, so each value became a variant, with the value added to its SKU",
    ]);
  });

  test("gives way to one that names its values, wherever that stands", () => {
    const found = variants(shirt, variation("any", "Red", ""), variation("m", "Red", "M", { "Regular price": "30" }));
    expect(found.map(({ key, price }) => [key, price])).toEqual([
      ["any/S", 2000],
      ["m", 3000],
      ["any/L", 2000],
    ]);
  });

  test("keeps its SKU where there is but one value", () => {
    expect(variants({ ...shirt, "Attribute 2 value(s)": "S" }, variation("red", "Red", ""))[0]?.sku).toBe("red");
  });

  test("is refused where the product names no values, or more than can be shown", () => {
    expect(reasons({ ...shirt, "Attribute 2 value(s)": "" }, variation("red", "Red", ""))).toEqual([
      "3: it is for any “Size”, but its product lists no values for it",
    ]);
    const sizes = (count: number) => Array.from({ length: count }, (_, at) => `W${at}`).join(", ");
    expect(variants({ ...shirt, "Attribute 2 value(s)": sizes(50) }, variation("any", "", ""))).toHaveLength(100);
    expect(reasons({ ...shirt, "Attribute 2 value(s)": sizes(51) }, variation("any", "", ""))).toEqual([
      "3: with its “any” values, the product has more than 100 variants: give each value a row of its own",
    ]);
  });
});

describe("stock that variations have together", () => {
  const counts = (...rows: Cells[]) => variants(...rows).map(({ onHand }) => onHand);
  const [small, large] = [variation("s", "Red", "S", { Stock: "" }), variation("l", "Red", "L", { Stock: "parent" })];

  test("is divided among them, so that all can be bought and never more than there is", () => {
    expect(counts({ ...shirt, Stock: "5" }, small, large)).toEqual([3, 2]);
    expect(notes({ ...shirt, Stock: "5" }, small, large)).toEqual([
      "1 product (line 2): its variants share one stock, so it was divided among them",
    ]);
  });

  test("those that have their own or are sold out take no part", () => {
    const rows = [variation("m", "Red", "M", { Stock: "9" }), variation("b", "Blue", "S", { Stock: "", "In stock?": "0" })];
    expect(counts({ ...shirt, Stock: "5" }, small, large, ...rows)).toEqual([3, 9, 2, 0]);
  });

  test("a product that does not count leaves it unknown", () => {
    expect(counts({ ...shirt, "In stock?": "0" }, small, large)).toEqual([undefined, undefined]);
    expect(notes(shirt, small, large)).toEqual([
      "2 variants (line 3 and others): in stock without a number, so a new one starts at 0: set its stock",
    ]);
  });

  test("never more is for sale than the file has, whatever it says", () => {
    const size = fc.constantFrom("S", "M", "L", "");
    const row = fc.record({
      colour: fc.constantFrom("Red", "Blue", ""),
      size,
      Stock: fc.constantFrom("", "parent", "0", "4", "7"),
    });
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.array(row, { minLength: 1, maxLength: 6 }), (together, found) => {
        const rows = found.map(({ colour, size, Stock }, at) => variation(`v${at}`, colour, size, { Stock }));
        const sold = counts({ ...shirt, Stock: String(together) }, ...rows).reduce<number>((sum, units) => sum + (units ?? 0), 0);
        expect(sold).toBeLessThanOrEqual(together + found.reduce((sum, { Stock }) => sum + (Number(Stock) || 0), 0));
      }),
    );
  });
});

describe("a row that cannot be read", () => {
  const coat = { ...shirt, SKU: "coat", ID: "20" };
  const rows = [shirt, variation("a", "Red", "S"), { ...shirt, Type: "simple", SKU: "S", ID: "4" }, coat];
  const { headers, rows: sheet } = sheetOf([...rows, variation("c", "Red", "M", { Parent: "id:20" })]);

  test.each([
    ['simple,12,mug,"Mug', "sku:mug"],
    [`simple,12,'=mug,"Mug`, "sku:=mug"],
    ['"simple",12,,"Mug, 5" tall",1', "id:12"],
    ['simple,,,Mug,1,"torn', "name:mug"],
    ['"variation",13,shirt-x,"torn,1,,,,S,,shirt,2,20', "sku:shirt"],
    ['variation,13,shirt-x,"torn,1,,,,S,,id:10,2,20', "sku:shirt"],
    ['variation,13,x,"torn,1,Colour,Red,Size,S,jacket', "sku:coat"],
    ["variation,13,x,Shirt,1,Colour,Red,Size,S,jacket,2,20,,,surplus", "sku:jacket"],
    ["variation,13,x,Shirt,1,Colour,Red,Size,S,id:10,2,20,,,surplus", "sku:shirt"],
    ['"torn', undefined],
    ["", undefined],
  ])("%s seems to belong to %s, also where that stands below", (text, key) => {
    const reader = wooCommerce.open(headers);
    for (const row of sheet) reader.place(row);
    const below = reader.keyOfMalformed(text);
    const early = wooCommerce.open(headers);
    for (const row of [...sheet].reverse().slice(0, 1)) early.place(row);
    const above = early.keyOfMalformed(text);
    for (const row of sheet) early.place(row);

    expect(reader.aliases().get(below ?? "") ?? below).toBe(key);
    expect(early.aliases().get(above ?? "") ?? above).toBe(key);
  });
});
