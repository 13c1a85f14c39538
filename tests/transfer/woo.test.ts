import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wooCommerce } from "../../server/transfer/rules/woo/format.ts";
import { type Cells, draftsOf, faultsOf, sheetOf, wooFile } from "./woo-file.ts";

const cap: Cells = { Type: "simple", ID: "7", SKU: "cap", Name: "Work Cap", Published: "1", Stock: "5", "Regular price": "22" };

const draft = (cells: Cells, given = {}) => draftsOf(wooFile([{ ...cap, ...cells }], given))[0];
const variant = (cells: Cells) => draft(cells)?.variants[0];
const reasons = (...rows: Cells[]) => faultsOf(wooFile(rows)).map(({ line, reason }) => `${line}: ${reason}`);
const notes = (...rows: Cells[]) => wooFile(rows).notes;

describe("a file from WooCommerce", () => {
  test("is known by its headers, in whatever case", () => {
    expect(wooCommerce.lacking(["type", " NAME ", "Regular Price", "ID"])).toEqual([]);
    expect(wooCommerce.lacking(["Handle", "Title", "Type"])).toEqual(["Name", "Regular price"]);
  });

  test("a simple product has one variant, known by its SKU", () => {
    expect(draft({ "GTIN, UPC, EAN, or ISBN": "4006381333931", Brands: "Fernwork", "Weight (kg)": "0.09" })).toEqual({
      line: 2,
      slug: "work-cap",
      name: "Work Cap",
      category: "apparel",
      brand: "Fernwork",
      published: true,
      variants: [
        {
          line: 2,
          key: "cap",
          sku: "cap",
          name: "",
          options: {},
          price: 2200,
          compareAt: undefined,
          onHand: 5,
          grams: 90,
          barcode: "4006381333931",
          picture: "",
        },
      ],
      pictures: [],
    });
    expect(variant({ SKU: "" })?.key).toBe("work-cap");
  });

  test("the low stock amount is a variant's threshold; empty or no whole number, it is the shop's", () => {
    expect(["12", "", "-1"].map((text) => variant({ "Low stock amount": text })?.lowStock)).toEqual([12, null, null]);
    expect(variant({})?.lowStock).toBeUndefined();
  });

  test("headers stand in whatever case", () => {
    const [found] = draftsOf(wooFile([{ TYPE: "Simple", name: "Flask", "REGULAR PRICE": "10", sku: "f" }]));
    expect([found?.name, found?.variants[0]?.key]).toEqual(["Flask", "f"]);
  });

  test("columns that are not taken over are told from those that are", () => {
    const { headers } = sheetOf([{ ...cap, "Tax class": "", "Weight (kg)": "", "Weight (stone)": "", "Attribute 1 name": "" }]);
    const all = [...headers, "Attribute 2 name", "Attribute 2 value(s)", "Attribute 2 visible", "Meta: colour"];
    const { taken } = wooCommerce.open(all);
    expect(all.filter((_, at) => !taken.has(at))).toEqual([
      "Tax class",
      "Weight (stone)",
      "Attribute 1 name",
      "Attribute 2 visible",
      "Meta: colour",
    ]);
  });

  test.each([
    [{ Name: "" }, "Name is empty"],
    [{ Name: "A".repeat(256) }, "Name is longer than 255 characters"],
    [{ SKU: "A".repeat(601) }, "SKU or attribute values are longer than 600 characters"],
    [{ Type: "" }, "Type is empty"],
    [{ Type: "subscription" }, "Type “subscription” is not simple, variable, or variation"],
    [{ Type: "simple, virtual" }, "Type “simple, virtual”: there is nothing to ship, and this shop sells only products it ships"],
    [{ Type: "simple, downloadable" }, "Type “simple, downloadable”: it includes a download, which this shop cannot deliver"],
    [{ Type: "grouped" }, "Type “grouped”: a group of other products is not imported, but its products are"],
    [{ Type: "external" }, "Type “external”: it is sold by another shop"],
    [{ Type: "variable" }, "no variation of this product is in the file"],
    [{ Published: "maybe" }, "Published “maybe” is not 1, 0, or -1"],
    [{ "Visibility in catalog": "nowhere" }, "Visibility in catalog “nowhere” is not visible, catalog, search, or hidden"],
    [{ "In stock?": "some" }, "In stock? “some” is not 1, 0, or backorder"],
    [{ Stock: "2.5" }, "Stock “2.5” is not a whole number"],
    [{ "Weight (kg)": "heavy" }, "Weight “heavy” is not a number"],
    [{ "Weight (kg)": "1,200" }, "Weight “1,200” is ambiguous: use a decimal point, or remove the comma"],
    [{ "Regular price": "" }, "Regular price is empty"],
    [{ "Regular price": "12.345" }, "Regular price “12.345” is not a price in dollars and cents, such as 12.50"],
    [{ "Regular price": "1.299,00" }, "Regular price “1.299,00” is not a price in dollars and cents, such as 12.50"],
    [{ "Regular price": "1,299" }, "Regular price “1,299” is ambiguous: use a decimal point, or remove the comma"],
    [{ "Sale price": "-1" }, "Sale price “-1” is not a price in dollars and cents, such as 12.50"],
  ])("%j is refused by its line and the reason", (cells, reason) => {
    expect(reasons({ ...cap, ...cells })).toEqual([`2: ${reason}`]);
  });
});

describe("prices", () => {
  test.each([
    ["22", 2200],
    ["22.5", 2250],
    ["12,50", 1250],
    ["12,5", 1250],
    ["1299,00", 129900],
    ["1,299.00", 129900],
    ["0", 0],
  ])("%s is %i cents", (text, cents) => {
    expect(variant({ "Regular price": text })?.price).toBe(cents);
  });

  test.each([
    [{ "Sale price": "18" }, 1800, 2200],
    [{ "Sale price": "17,90" }, 1790, 2200],
    [{ "Sale price": "22" }, 2200, null],
    [{ "Sale price": "25" }, 2200, null],
    [{ "Sale price": "18", "Date sale price ends": "2030-01-01" }, 2200, null],
    [{ "Sale price": "18", "Date sale price starts": "2020-01-01 0:00:00" }, 2200, null],
  ])("%j makes the price %i, struck out %s", (cells, price, compareAt) => {
    expect(variant(cells)).toMatchObject({ price, compareAt });
  });

  test("the owner is told of sale prices with dates, counted", () => {
    const sale = { ...cap, "Sale price": "18", "Date sale price ends": "2030-01-01" };
    expect(notes({ ...cap, SKU: "a" }, { ...sale, SKU: "b" }, { ...sale, SKU: "c" })).toEqual([
      "2 rows (line 3 and others): the sale price has dates, so the regular price was used",
    ]);
    expect(notes({ ...cap, "Date sale price ends": "2030-01-01" })).toEqual([]);
    expect(notes({ ...sale, Name: "" })).toEqual([]);
  });
});

describe("stock", () => {
  test.each([
    [{ Stock: "7", "In stock?": "1" }, 7],
    [{ Stock: "7.0" }, 7],
    [{ Stock: "-3", "In stock?": "1" }, 0],
    [{ Stock: "7", "In stock?": "0" }, 0],
    [{ Stock: "", "In stock?": "0" }, 0],
    [{ Stock: "", "In stock?": "backorder" }, 0],
    [{ Stock: "2", "In stock?": "backorder" }, 2],
    [{ Stock: "", "In stock?": "1" }, undefined],
    [{ Stock: "" }, undefined],
  ])("%j leaves %s in stock", (cells, units) => {
    expect(variant(cells)?.onHand).toBe(units);
  });

  test("the owner is told what is not counted, and what may be sold there beyond its stock", () => {
    expect(
      notes({ ...cap, Stock: "", "Backorders allowed?": "notify" }, { ...cap, SKU: "b", "Backorders allowed?": "0" }),
    ).toEqual([
      "1 variant (line 2): in stock without a number, so a new one starts at 0: set its stock",
      "1 row (line 2): can be sold beyond its stock there, but not here",
    ]);
  });
});

describe("weights", () => {
  test.each([
    ["Weight (kg)", "1.5", 1500],
    ["Weight (kg)", "0,0005", 1],
    ["Weight (kg)", "0.0004999", 0],
    ["Weight (g)", "12.5", 13],
    ["Weight (lbs)", ".5", 227],
    ["weight (LBS)", "1", 454],
    ["Weight (oz)", "8", 227],
    ["Weight (kg)", "", 0],
  ])("%s %s is %i g", (header, text, grams) => {
    expect(variant({ [header]: text })?.grams).toBe(grams);
  });

  test("a weight in a unit that is not known leaves the shop’s alone", () => {
    expect(variant({ "Weight (stone)": "8" })?.grams).toBeUndefined();
  });

  test("a gram is never lost on the way, whatever the weight", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(3, "0")}`;
        expect(variant({ "Weight (kg)": text })?.grams).toBe(whole * 1000 + part);
        expect(variant({ "Weight (g)": text })?.grams).toBe(part < 500 ? whole : whole + 1);
      }),
    );
  });
});

describe("words", () => {
  test.each([
    [{}, true],
    [{ Published: "true" }, true],
    [{ Published: "0" }, false],
    [{ Published: "-1" }, false],
    [{ Published: "2" }, false],
    [{ Published: "" }, false],
    [{ "Visibility in catalog": "visible" }, true],
    [{ "Visibility in catalog": "search" }, true],
    [{ "Visibility in catalog": "hidden" }, false],
  ])("%j tells whether it is shown: %s", (cells, published) => {
    expect(draft(cells)?.published).toBe(published);
  });

  test("a file that has no Published is public", () => {
    expect(draftsOf(wooFile([{ Type: "simple", Name: "A", "Regular price": "1" }]))[0]?.published).toBe(true);
  });

  test("what is hidden or shown in part is told", () => {
    const rows = ["hidden", "catalog", "search", "visible"].map((seen) => ({ ...cap, SKU: seen, "Visibility in catalog": seen }));
    expect(notes(...rows)).toEqual([
      "1 product (line 2): hidden from the catalog, so not published",
      "2 products (line 3 and others): shown only in the catalog or only in searches there, but in both here",
    ]);
  });

  test("the short description stands before the long one; line breaks are written out, and make paragraphs as WordPress does", () => {
    const [short, long] = ["Heavy linen.", "Two pockets.\\nOne loop.\\n\\n<ul>\\n<li>washable</li>\\n</ul>\\n\\nSays \\\\n."];
    expect(draft({ "Short description": short, Description: long })?.description).toBe(
      "<p>Heavy linen.</p>\n<p>Two pockets.<br>\nOne loop.</p>\n<ul>\n<li>washable</li>\n</ul>\n<p>Says \\n.</p>",
    );
    expect(draft({ "Short description": short, Description: `${short}\r\n` })?.description).toBe("<p>Heavy linen.</p>");
    expect(draft({ Description: "<pre>a\\n\\nb</pre>" })?.description).toBe("<pre>a\n\nb</pre>");
  });

  test.each([
    ['One [gallery ids="1,2"] two', "One  two"],
    ["[vc_row full_width='x'][vc_column_text]One[/vc_column_text][/vc_row]", "One"],
    ["[Video]One[b]two[/b] [embed]https://a.test/1[/embed]", "Onetwo https://a.test/1"],
    ['[caption id="a" width=300]One[/caption]', "One"],
    ["Cap [new] [S/M] [see below] [1] a[i] = b[j]", "Cap [new] [S/M] [see below] [1] a[i] = b[j]"],
  ])("where WordPress would put something stands nothing: %s", (text, left) => {
    expect(draft({ Description: text })?.description).toBe(`<p>${left}</p>`);
  });

  test("what was taken out is told by name, once", () => {
    const [first, second] = [
      { ...cap, Description: "[gallery][x a=1]" },
      { ...cap, SKU: "b", Description: "[gallery]" },
    ];
    expect(notes(first, second)).toEqual([
      "2 products (line 2 and others): its description had WordPress shortcodes, which were removed: gallery, x",
    ]);
  });

  test("brackets without end take no time", () => {
    const text = `${"[a ".repeat(40_000)}${"[a b=".repeat(40_000)}[${" ".repeat(20000)}`;
    expect(draft({ Description: text })?.description).toContain("[a [a");
  });

  test("a name is words, though WordPress keeps HTML", () => {
    expect(draft({ Name: "Salt &amp; <em>Pepper</em> &#8211; 5 &lt; 6 &nope; &#0;" })?.name).toBe(
      "Salt & Pepper – 5 < 6 &nope; &#0;",
    );
  });

  test("of several brands the first is taken, and told", () => {
    expect(draft({ Brands: "Moss > Fern, Oak" })?.brand).toBe("Fern");
    expect(draft({ Brands: "Smith\\, Sons" })?.brand).toBe("Smith, Sons");
    expect(notes({ ...cap, Brands: "Fern, Oak" })).toEqual(["1 product (line 2): has several brands, so the first was used"]);
  });
});

describe("categories and tags", () => {
  test.each([
    ["Glass", "glass"],
    ["Home > Glass", "glass"],
    ["Glass > Jars, Sale", "glass"],
    ["Sale, Home > GLASS", "glass"],
    ["Sale", "apparel"],
    ["", "apparel"],
  ])("“%s” belongs to %s", (text, category) => {
    expect(draft({ Categories: text })?.category).toBe(category);
  });

  test("one that the shop does not have is refused where no other is named, else told", () => {
    const { readings } = wooFile([{ ...cap, Categories: "Hats" }], { fallback: undefined });
    expect(readings[0]?.faults).toEqual([
      { line: 2, reason: "Categories “Hats” are not among the shop's categories: choose one with --category or --map" },
    ]);
    expect(wooFile([cap], { fallback: undefined }).readings[0]?.faults[0]?.reason).toBe(
      "Categories is empty: choose one with --category or --map",
    );
    expect(notes({ ...cap, Categories: "Hats", Tags: "new" })).toEqual([
      "1 product (line 2): none of its Categories is one of the shop's, so --category was used",
    ]);
  });

  test("an owner's mapping is asked with every word of the product, and decides", () => {
    const attributes = [{ attribute: { slug: "form", name: "Form" }, value: { slug: "cap", name: "Cap" } }];
    const cells = {
      Categories: "Apparel > Hats, Sale\\, now",
      Tags: "new, old",
      "Attribute 1 name": "Cloth",
      "Attribute 1 value(s)": "Wool, Felt",
      "Meta: maker": "Ann",
      "Tax class": "",
    };
    let seen: unknown;
    const found = wooFile([{ ...cap, ...cells }], {
      classify: (words) => {
        seen = words;
        return { category: "glass", attributes };
      },
    });
    expect(seen).toEqual({
      types: ["Apparel > Hats", "Sale, now"],
      tags: ["new", "old"],
      options: new Map([["Cloth", ["Wool", "Felt"]]]),
      columns: new Map([["Meta: maker", "Ann"]]),
    });
    expect(draftsOf(found)[0]).toMatchObject({ category: "glass", attributes });
    expect(found.notes).toEqual([expect.stringMatching(/not imported: Cloth$/)]);
  });

  test("attributes that nothing differs by are told when no mapping takes them", () => {
    const cells = { ...cap, "Attribute 1 name": "Cloth", "Attribute 1 value(s)": "Wool", "Attribute 2 name": "Fit" };
    const fitted = { ...cells, SKU: "b", "Attribute 2 value(s)": "Slim" };
    expect(notes(cells, fitted)).toEqual([
      "2 products (line 2 and others): attributes that do not distinguish its variants were not imported: Cloth, Fit",
    ]);
    const attributes = [{ attribute: { slug: "form", name: "Form" }, value: { slug: "slim", name: "Slim" } }];
    const { notes: left } = wooFile([fitted], { classify: () => ({ category: "glass", attributes }) });
    expect(left).toEqual(["1 product (line 2): attributes that do not distinguish its variants were not imported: Cloth"]);
  });

  test("of more than twenty such attributes the first are named", () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [
        [`Attribute ${at + 1} name`, `A${at}`],
        [`Attribute ${at + 1} value(s)`, "x"],
      ]).flat(),
    );
    expect(notes({ ...cap, ...many })[0]).toMatch(/: A0, A1, .*, A19 and more$/);
  });
});

describe("pictures", () => {
  test("addresses are parted by commas, each stands once", () => {
    const images = "https://a.test/1.jpg, https://a.test/2\\,3.jpg,https://a.test/1.jpg";
    expect(draft({ Images: images })?.pictures).toEqual([
      { line: 2, url: "https://a.test/1.jpg", alt: "", position: 1 },
      { line: 2, url: "https://a.test/2,3.jpg", alt: "", position: 2 },
    ]);
  });
});

describe("names in addresses", () => {
  const slugs = (...rows: Cells[]) => wooFile(rows).readings.map(({ slug }) => slug);

  test("products of one name are told apart by SKU, then ID", () => {
    expect(slugs(cap, { ...cap, SKU: "B 2", ID: "8" }, { ...cap, SKU: "", ID: "9" }, { ...cap, SKU: "b-2", ID: "10" })).toEqual([
      "work-cap",
      "work-cap-b-2",
      "work-cap-9",
      "work-cap-b-2-10",
    ]);
  });

  test("what is left out takes no name from what follows", () => {
    expect(slugs({ ...cap, Type: "grouped", SKU: "set" }, cap)).toEqual(["work-cap", "work-cap"]);
  });

  test("a name without letters is told by its sign, one that nothing tells apart is refused", () => {
    expect(slugs({ ...cap, Name: "★" })[0]).toMatch(/^[a-z0-9]+$/);
    const bare = { ...cap, SKU: "", ID: "" };
    expect(reasons(bare, bare)).toEqual(["3: Name “Work Cap” without SKU and ID is already in line 2"]);
    expect(reasons(cap, bare)).toEqual(["3: Name “Work Cap” is shared by other products, and no SKU or ID tells them apart"]);
  });

  test("an ID that stands twice is refused where it stands again, a SKU of another ID is taken", () => {
    expect(reasons(cap, { ...cap, ID: "8", Name: "Other" })).toEqual([]);
    expect(reasons(cap, { ...cap, ID: "", Name: "Other" })).toEqual(["3: SKU “cap” is already in line 2"]);
    expect(reasons({ ...cap, SKU: "" }, { ...cap, SKU: "", Name: "Other" })).toEqual(["3: ID “7” is already in line 2"]);
    expect(reasons({ ...cap, SKU: "", ID: "", Name: "" })).toEqual(["2: SKU, ID and Name are empty"]);
  });

  test("every product of a file has a slug of its own, and the same at each run", () => {
    const products = fc.record({
      Name: fc.constantFrom("A", "A-b", "A b", "É"),
      SKU: fc.constantFrom("", "b", "B", "c", "1"),
      ID: fc.nat({ max: 6 }).map(String),
    });
    fc.assert(
      fc.property(fc.array(products, { maxLength: 12 }), (rows) => {
        const file = () => draftsOf(wooFile(rows.map((row) => ({ ...cap, ...row })))).map(({ slug }) => slug);
        const found = file();
        expect(new Set(found).size).toBe(found.length);
        expect(file()).toEqual(found);
      }),
    );
  });
});
