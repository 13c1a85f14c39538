import { describe, expect, test } from "vitest";
import { shopify } from "../../server/transfer/rules/shopify/format.ts";
import { sheetOf, sheetWith } from "./shopify-sheet.ts";

const shirt = {
  Handle: "shirt",
  Title: "Shirt",
  "Variant Price": "50",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
};

describe("a product of a Shopify file", () => {
  test("without options it has one variant without a name, to the cent", () => {
    const { draft, faults } = sheetOf([{ ...shirt, "Variant Price": "49.9", "Variant Inventory Qty": "1" }]);
    expect(faults).toEqual([]);
    expect(draft?.variants).toMatchObject([{ key: "shirt", name: "", options: {}, price: 4990, onHand: 1 }]);
  });

  test("has a variant for each row; a SKU is the variant's key", () => {
    const small = { ...shirt, "Option1 Name": "Size", "Option1 Value": "S", "Variant SKU": "S-1" };
    const { draft } = sheetOf([small, { Handle: "shirt", "Option1 Value": "L", "Variant Price": "52" }]);
    expect(draft?.variants.map(({ key, options, line }) => [key, options, line])).toEqual([
      ["S-1", { Size: "S" }, 2],
      ["shirt/L", { Size: "L" }, 3],
    ]);
  });

  test("keeps its words as they are, its description with every blank", () => {
    const words = { Vendor: " Fernwork ", "Body (HTML)": "<p>Linen.</p>\n ", "Variant Barcode": "4006381333931" };
    const { draft } = sheetOf([{ ...shirt, ...words, "Variant Grams": "453.592" }]);
    expect(draft).toMatchObject({ name: "Shirt", brand: "Fernwork", description: "<p>Linen.</p>\n " });
    expect(draft?.variants[0]).toMatchObject({ barcode: "4006381333931", grams: 454 });
  });

  test.each([
    [{ "Variant Price": "12.345" }, "Variant Price “12.345” is not a price in dollars and cents, such as 12.50"],
    [{ "Variant Price": "" }, "Variant Price is empty"],
    [{ "Variant Inventory Qty": "many" }, "Variant Inventory Qty “many” is not a whole number"],
    [{ Title: "" }, "Title is empty in the first row of this handle"],
    [{ Title: "A".repeat(256) }, "Title is longer than 255 characters"],
    [{ "Variant SKU": "A".repeat(601) }, "SKU or options are longer than 600 characters"],
    [{ "Variant Grams": "light" }, "Variant Grams “light” is not a number"],
    [{ "Variant Compare At Price": "-1" }, "Variant Compare At Price “-1” is not a price in dollars and cents, such as 12.50"],
    [{ Published: "maybe" }, "Published “maybe” is neither true nor false"],
    [{ Status: "sold" }, "Status “sold” is not active, draft, archived, or unlisted"],
    [{ Status: "s".repeat(200) }, `Status “${"s".repeat(80)}…” is not active, draft, archived, or unlisted`],
    [{ "Option1 Name": "Size", "Option1 Value": "" }, "Option1 Value is empty, but “Size” needs one"],
    [{ "Option2 Value": "Red" }, "Option2 Value “Red” has no name: Option2 Name is empty in the first row of its handle"],
    [
      { "Option1 Name": "Size", "Option1 Value": "S", "Option2 Name": "Size", "Option2 Value": "M" },
      "two options are named “Size”",
    ],
    [{ "Gift Card": "true" }, "it is a gift card, which this shop cannot redeem: it is left out"],
  ])("%j is named by its line and the reason", (cells, reason) => {
    const { draft, faults } = sheetOf([{ ...shirt, ...cells }]);
    expect(draft).toBeUndefined();
    expect(faults).toEqual([{ line: 2, reason }]);
  });

  test.each([
    ["", "Handle is empty"],
    ["../etc", "Handle “../etc” has characters other than letters, numbers, and hyphens"],
    ["a".repeat(201), "Handle is longer than 200 characters"],
  ])("a row with the handle %j belongs to none", (handle, reason) => {
    expect(sheetOf([{ ...shirt, Handle: handle }]).placed).toMatchObject([{ ok: false, error: reason }]);
  });

  test("a row without a handle below it spoils it, for it may be one of its own", () => {
    const { placed, draft, faults } = sheetOf([shirt, { "Option1 Value": "L", "Variant Price": "9" }]);
    expect(placed).toEqual([
      { ok: true, value: "shirt" },
      { ok: true, value: "shirt" },
    ]);
    expect(draft).toBeUndefined();
    expect(faults).toEqual([{ line: 3, reason: "Handle is empty, so the row may belong to “shirt” above" }]);
  });

  test("handles in other case are the same", () => {
    expect(sheetOf([shirt, { ...shirt, Handle: "SHIRT" }]).placed).toEqual(Array(2).fill({ ok: true, value: "shirt" }));
  });

  test("stock that the file does not tell is unknown, oversold stock is none", () => {
    const onHand = (text: string) => sheetOf([{ ...shirt, "Variant Inventory Qty": text }]).draft?.variants[0]?.onHand;
    expect([onHand(""), onHand("-3"), onHand("7"), onHand("7.0")]).toEqual([undefined, 0, 7, 7]);
  });

  test.each([
    [{}, true],
    [{ Published: "TRUE", Status: "active" }, true],
    [{ Published: "false" }, false],
    [{ Published: "true", Status: "draft" }, false],
    [{ Published: "true", Status: "unlisted" }, false],
  ])("%j tells whether it is shown: %s", (cells, published) => {
    expect(sheetOf([{ ...shirt, ...cells }]).draft?.published).toBe(published);
  });

  test("a compare-at price counts only when it is higher", () => {
    const compare = (text: string) => sheetOf([{ ...shirt, "Variant Compare At Price": text }]).draft?.variants[0]?.compareAt;
    expect([compare("60"), compare("50"), compare("40"), compare("")]).toEqual([6000, null, null, null]);
  });

  test("a type that is a category wins over --category, the owner's mapping over both", () => {
    expect(sheetOf([{ ...shirt, Type: "Glass" }]).draft?.category).toBe("glass");
    const mapped = sheetOf([{ ...shirt, Type: "Glass" }], { classify: () => ({ category: "seeds", attributes: undefined }) });
    expect(mapped.draft?.category).toBe("seeds");
  });

  test.each([
    ["Shirts", "Type “Shirts” is not one of the shop's categories: choose one with --category or --map"],
    ["", "Type is empty: choose one with --category or --map"],
  ])("the type %j is refused where no category is given", (type, reason) => {
    expect(sheetOf([{ ...shirt, Type: type }], { fallback: undefined }).faults).toEqual([{ line: 2, reason }]);
  });
});

describe("its pictures", () => {
  const src = (url: string, more: Record<string, string> = {}) => ({ Handle: "shirt", "Image Src": url, ...more });

  test("a row that only brings one is no variant; they stand in the order of their positions, with their words", () => {
    const first = { ...shirt, ...src("http://a.test/2.jpg", { "Image Position": "2", "Image Alt Text": "Its back" }) };
    const { draft, faults } = sheetOf([first, src("http://a.test/1.jpg", { "Image Position": "1" })]);
    expect(faults).toEqual([]);
    expect(draft?.variants).toHaveLength(1);
    expect(draft?.pictures.map(({ url, alt, line }) => [url, alt, line])).toEqual([
      ["http://a.test/1.jpg", "", 3],
      ["http://a.test/2.jpg", "Its back", 2],
    ]);
  });

  test("one that every row repeats comes once, one that only a variant names comes last", () => {
    const small = { ...shirt, ...src("http://a.test/1.jpg"), "Option1 Name": "Size", "Option1 Value": "S" };
    const large = {
      ...src("http://a.test/1.jpg"),
      "Option1 Value": "L",
      "Variant Price": "5",
      "Variant Image": "http://a.test/L.jpg",
    };
    const { draft } = sheetOf([small, large]);
    expect(draft?.pictures.map(({ url, alt }) => [url, alt])).toEqual([
      ["http://a.test/1.jpg", ""],
      ["http://a.test/L.jpg", "Shirt, L"],
    ]);
    expect(draft?.variants.map(({ picture }) => picture)).toEqual(["", "http://a.test/L.jpg"]);
  });
});

describe("both generations of headers", () => {
  const older = {
    Handle: "tee",
    Title: "Tee",
    "Body (HTML)": "<p>Soft</p>",
    Vendor: "Fern",
    Published: "true",
    Status: "draft",
    "Option1 Name": "Size",
    "Option1 Value": "M",
    "Variant SKU": "T-M",
    "Variant Grams": "120",
    "Variant Inventory Tracker": "shopify",
    "Variant Inventory Qty": "4",
    "Variant Inventory Policy": "deny",
    "Variant Price": "20",
    "Variant Compare At Price": "25",
    "Variant Barcode": "123",
    "Image Src": "http://a.test/tee.jpg",
    "Image Position": "1",
    "Image Alt Text": "A tee",
    "Variant Image": "http://a.test/tee.jpg",
    "Gift Card": "false",
  };
  const newer = {
    Title: "Tee",
    "URL handle": "tee",
    Description: "<p>Soft</p>",
    Vendor: "Fern",
    "Published on online store": "TRUE",
    Status: "Draft",
    SKU: "T-M",
    Barcode: "123",
    "Option1 name": "Size",
    "Option1 value": "M",
    Price: "20",
    "Compare-at price": "25",
    "Inventory tracker": "shopify",
    "Inventory quantity": "4",
    "Continue selling when out of stock": "DENY",
    "Weight value (grams)": "120",
    "Product image URL": "http://a.test/tee.jpg",
    "Image position": "1",
    "Image alt text": "A tee",
    "Variant image URL": "http://a.test/tee.jpg",
    "Gift card": "FALSE",
  };

  test("the same product is read from either, in whatever case its headers are", () => {
    const shouted = Object.fromEntries(Object.entries(newer).map(([name, text]) => [name.toUpperCase(), text]));
    const [first, ...others] = [older, newer, shouted].map((row) => sheetWith(Object.keys(row), [row]).reading);
    expect(first?.draft).toMatchObject({
      slug: "tee",
      published: false,
      variants: [{ key: "T-M", price: 2000, compareAt: 2500, onHand: 4, grams: 120, barcode: "123" }],
      pictures: [{ alt: "A tee" }],
    });
    expect(others).toEqual([first, first]);
  });

  test.each([older, newer])("all of these columns are taken over", (row) => {
    expect(shopify.open(Object.keys(row)).taken.size).toBe(Object.keys(row).length);
  });

  test("what a file lacks is named in both spellings, a fault in that of the file", () => {
    expect(shopify.lacking(["Title", "Name"])).toEqual(["Handle or URL handle", "Variant Price or Price"]);
    expect(shopify.lacking(["handle", "TITLE", "price"])).toEqual([]);
    expect(sheetWith(Object.keys(newer), [{ ...newer, Price: "x" }]).faults[0]?.reason).toMatch(/^Price “x” is not/);
  });

  test("whose row a torn one is can be told as far as it can be read", () => {
    const torn = (headers: string[], text: string) => shopify.open(headers).keyOfMalformed(text);
    expect(torn(["Handle", "Title", "Price"], 'Tee,5" wide,3')).toBe("tee");
    expect(torn(["Handle", "Title", "Price"], '"tee","never closed')).toBe("tee");
    expect(torn(["Title", "URL handle", "Price"], '"A ""big"", tee",tee,"never closed')).toBe("tee");
    expect(torn(["Title", "URL handle", "Price"], '"5" wide",tee,3')).toBeUndefined();
    expect(torn(["Title", "URL handle", "Price"], "alone")).toBeUndefined();
    expect(torn(["Handle", "Title", "Price"], ",x")).toBeUndefined();
  });
});

describe("what the owner should know of it", () => {
  const notes = (...rows: Record<string, string>[]) => sheetOf(rows).reader.notes();

  test("variants that were not counted there, or sold beyond the stock, are counted", () => {
    const row = {
      ...shirt,
      "Variant Inventory Tracker": "",
      "Variant Inventory Qty": "0",
      "Variant Inventory Policy": "continue",
    };
    expect(notes(row)).toEqual([
      "1 variant has no Variant Inventory Tracker: Shopify sells them without counting, but this shop sells only what Variant Inventory Qty says",
      "1 variant has “continue” in Variant Inventory Policy: this shop never sells more than it has in stock",
    ]);
  });

  test("where the file has no such columns, or a product is left out, nothing is said", () => {
    expect(notes(shirt)).toEqual([]);
    expect(notes({ ...shirt, "Variant Price": "x", "Variant Inventory Tracker": "" })).toEqual([]);
  });
});

describe("columns that this shop's own export adds", () => {
  const label = "Label (product.metafields.storefront.label)";
  const premium = "Premium (product.metafields.storefront.premium)";
  const created = "Created (product.metafields.storefront.created)";
  const wood = "Wood, old (or new) (product.metafields.attributes.wood)";

  test("are taken over", () => {
    const cells = {
      [label]: "staff-pick",
      [premium]: "TRUE",
      [created]: "2026-01-31T12:00:00.000Z",
      [wood]: "Oak; Red ash [ash 3]",
    };
    const { draft, reader } = sheetOf([{ ...shirt, ...cells }]);
    expect(draft).toMatchObject({ label: "staff-pick", premium: true, createdAt: Date.UTC(2026, 0, 31, 12) });
    const named = { slug: "wood", name: "Wood, old (or new)" };
    const attribute = { ...named, among: [named] };
    expect(draft?.attributes).toEqual([
      { attribute, value: { slug: "oak", name: "Oak" } },
      { attribute, value: { slug: "ash", name: "Red ash", position: 3 } },
    ]);
    expect(reader.taken.size).toBe(9);
  });

  test("say nothing where they are empty or absent; none is no label", () => {
    const { draft } = sheetOf([shirt]);
    expect(Object.keys(draft ?? {})).not.toEqual(expect.arrayContaining(["label"]));
    expect([draft?.label, draft?.premium, draft?.createdAt, draft?.attributes]).toEqual(Array(4).fill(undefined));
    const empty = sheetOf([{ ...shirt, [label]: "", [premium]: "", [created]: "", [wood]: "" }]).draft;
    expect([empty?.label, empty?.premium, empty?.createdAt, empty?.attributes]).toEqual([undefined, undefined, undefined, []]);
    expect(sheetOf([{ ...shirt, [label]: "None" }]).draft?.label).toBeNull();
  });

  test.each([
    [
      { [label]: "hot" },
      "Label “hot” is not one of the shop's labels: new, sale, best-seller, limited-edition, staff-pick, back-in-stock, low-stock",
    ],
    [{ [premium]: "maybe" }, "Premium “maybe” is neither true nor false"],
    [{ [created]: "yesterday" }, "Created “yesterday” is not a time like 2026-01-31T12:00:00Z"],
    [{ [created]: "2026-13-31T12:00:00Z" }, "Created “2026-13-31T12:00:00Z” is not a time like 2026-01-31T12:00:00Z"],
    [{ [wood]: "Oak [" }, `${wood}: “Oak [” is not in the form Name or Name [slug]`],
  ])("%j is refused", (cells, reason) => {
    expect(sheetOf([{ ...shirt, ...cells }]).faults).toEqual([{ line: 2, reason }]);
  });
});

describe("the words that an owner's mapping sorts by", () => {
  test("are its types, its tags, its options and the columns that are not taken over", () => {
    const seen: unknown[] = [];
    const first = {
      ...shirt,
      Type: "Shirts",
      "Product Category": "Clothing > Tops",
      Tags: "men, , Summer ",
      "Option1 Name": "Size",
      "Option1 Value": "S",
      "Tax code": "7",
    };
    const second = { Handle: "shirt", "Option1 Value": "L", "Variant Price": "5", "Fax code": "A shirt", "Tax code": "8" };
    sheetOf([first, second, { ...second, "Option1 Value": "S", "Variant SKU": "x" }], {
      classify: (words) => {
        seen.push(words);
        return { category: undefined, attributes: undefined };
      },
    });
    expect(seen).toEqual([
      {
        types: ["Shirts", "Clothing > Tops"],
        areAlternatives: true,
        tags: ["men", "Summer"],
        options: new Map([["Size", ["S", "L"]]]),
        columns: new Map([
          ["Tax code", "7"],
          ["Fax code", "A shirt"],
        ]),
      },
    ]);
  });

  test("what they are sorted into stands beside what the file lists itself", () => {
    const value = (slug: string) => ({ attribute: { slug: "wood", name: "Wood" }, value: { slug, name: slug } });
    const column = "Wood (product.metafields.attributes.wood)";
    const sort = () => ({ category: undefined, attributes: [value("ash"), value("oak")] });
    expect(sheetOf([shirt], { classify: sort }).draft?.attributes).toHaveLength(2);
    const { draft } = sheetOf([{ ...shirt, [column]: "Oak" }], { classify: sort });
    expect(draft?.attributes?.map(({ value: { slug, name } }) => [slug, name])).toEqual([
      ["oak", "Oak"],
      ["ash", "ash"],
    ]);
  });
});

describe("a file of Matrixify", () => {
  const cup = { Handle: "cup", Title: "Cup", "Variant Price": "9.00", Command: "MERGE" };

  test.each([
    ["0.5", "kg", 500],
    ["2", "oz", 57],
    ["1", "lb", 454],
    ["12", "", 12],
  ])("weighs %s %s in grams: %i", (weight, unit, grams) => {
    const { draft } = sheetOf([{ ...cup, "Variant Weight": weight, "Variant Weight Unit": unit, "Body HTML": "<p>A cup.</p>" }]);
    expect([draft?.description, draft?.variants[0]?.grams]).toEqual(["<p>A cup.</p>", grams]);
  });

  test.each(["DELETE", "ignore"])("leaves a product with the command %s as it is, and says so", (command) => {
    const { reading, reader } = sheetOf([{ ...cup, Command: command, "Variant Price": "x" }]);
    expect(reading).toEqual({ slug: "cup", faults: [], skipped: true });
    expect(reader.notes()).toEqual([`Products with the Command ${command.toUpperCase()}, which were left as they are,  1: cup`]);
  });

  test("says what is new and what is there, and refuses a command that nobody knows", () => {
    expect(sheetOf([{ ...cup, Command: "NEW" }]).draft?.only).toBe("new");
    expect(sheetOf([{ ...cup, Command: "UPDATE" }]).draft?.only).toBe("existing");
    expect(sheetOf([{ ...cup, Command: "REPLACE" }]).draft?.only).toBeUndefined();
    expect(sheetOf([{ ...cup, Command: "DROP" }]).faults).toEqual([
      { line: 2, reason: "Command “DROP” is not NEW, MERGE, UPDATE, REPLACE, DELETE, or IGNORE" },
    ]);
  });

  test("leaves out the variants and pictures that it deletes", () => {
    const size = (value: string, command: string) => ({ "Option1 Value": value, "Variant Command": command });
    const picture = { "Image Src": "https://example.com/x.jpg", "Image Command": "DELETE", "Variant Price": "" };
    const { draft } = sheetOf([
      { ...cup, "Option1 Name": "Size", ...size("S", "MERGE") },
      { ...cup, ...size("M", "DELETE") },
      { ...cup, ...picture },
    ]);
    expect(draft?.variants.map(({ name }) => name)).toEqual(["S"]);
    expect(draft?.pictures).toEqual([]);
  });
});

describe("codes that went through a spreadsheet", () => {
  test("lose the apostrophe before their digits, a name keeps it", () => {
    const { draft } = sheetOf([
      { ...shirt, Title: "'90s shirt", "Variant SKU": "'00417", "Variant Barcode": "'4006381333931", "Variant Price": "'50" },
    ]);
    expect(draft?.name).toBe("'90s shirt");
    expect(draft?.variants[0]).toMatchObject({ sku: "00417", key: "00417", barcode: "4006381333931", price: 5000 });
  });
});
