import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import { readConfig } from "../../server/config.ts";
import { csvLine } from "../../server/transfer/rules/export/csv.ts";
import { openShop, type TestShop } from "../support/shop.ts";

/**
 * A text that ends any context around it: an element, an attribute, a script, a comment, a JSON
 * text.
 */
const payload = (place: string) =>
  `"'><script>alert(${place})</script><img src=x onerror=alert(1)></textarea></title></script><!--{{${place}}}`;

async function bring(shop: TestShop, rows: Record<string, string>[]): Promise<string[]> {
  const path = join(shop.directory, "products.csv");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  await writeFile(path, [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))].map(csvLine).join(""));
  const err: string[] = [];
  const voices = { pause: async () => {}, print: () => {}, complain: (text: string) => void err.push(text) };
  const context = { config: readConfig({ DATA_DIR: shop.directory }), db: shop.shop.db, now: Date.now, ...voices };
  await importCommand.run([path, "--category", "glass", "--no-pictures"], context);
  return err;
}

const products = (slug: string, cells: Record<string, string> = {}) => ({
  Handle: slug,
  Title: slug,
  "Variant Price": "12",
  "Variant Inventory Qty": "9",
  ...cells,
});

async function pages(shop: TestShop, ...paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { status, text } = await shop.browser().get(path);
    expect([path, status]).toEqual([path, 200]);
    found.push(text);
  }
  return found;
}

test("a mistake in the program ends an import with a sentence, and whole products", async () => {
  const shop = await openShop({ products: "none", pays: false });
  let clockReads = 0;
  const now = () => {
    clockReads += 1;
    if (clockReads > 4) throw new Error("the clock broke");
    return Date.now();
  };
  const path = join(shop.directory, "products.csv");
  const rows = Array.from({ length: 200 }, (_, at) => `mug-${at},Mug,12,Size,S\nmug-${at},,13,,M\n`);
  await writeFile(path, `Handle,Title,Variant Price,Option1 Name,Option1 Value\n${rows.join("")}`);
  const err: string[] = [];
  const voices = { pause: async () => {}, print: () => {}, complain: (text: string) => void err.push(text) };
  const context = { config: readConfig({ DATA_DIR: shop.directory }), db: shop.shop.db, now, ...voices };

  expect(await importCommand.run([path, "--category", "glass", "--no-pictures"], context)).toBe(1);

  expect(err.join("\n")).toMatch(/the clock broke[\s\S]*Stopped by an error in this program, shown above, after \d+ of 400 rows/);
  const kept = await shop.shop.db
    .selectFrom("variant")
    .select(({ fn }) => fn.countAll<number>().as("variants"))
    .groupBy("product_id")
    .execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every(({ variants }) => variants === 2)).toBe(true);
});

/**
 * Parts of a page that a browser would run or load if another person's text got into the page as
 * HTML.
 */
const harm = (html: string) =>
  html.match(/<script>alert|<img src=x|onerror=alert\(1\)>(?!&)|javascript:|<iframe|<style>x/g) ?? [];

test("nothing that a file holds runs on a page of the shop", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const cells = {
    Title: payload("1"),
    "Body (HTML)": `<p onclick="alert(2)">words</p><a href="javascript:alert(2)">x</a><iframe src="//evil.example"></iframe><style>x</style><svg><script>alert(2)</script></svg>${payload("2")}`,
    Vendor: payload("3"),
    "Option1 Name": payload("4"),
    "Option1 Value": payload("5"),
    "Variant SKU": payload("6"),
    "Variant Barcode": payload("7"),
    "Image Src": `javascript:${payload("8")}`,
    "Image Alt Text": payload("9"),
    [`${payload("10")} (product.metafields.attributes.style)`]: payload("11"),
  };
  const err = await bring(shop, [
    products("mug", cells),
    { Handle: "mug", "Option1 Value": "other", "Variant Price": "13", "Variant SKU": "b" },
  ]);
  expect(err).toEqual([]);

  const html = await pages(
    shop,
    "/storefront/products/mug/",
    "/storefront/collections/",
    "/storefront/collections/?categories=glass",
    "/storefront/collections/?q=script",
    "/storefront/",
    "/sitemap.xml",
  );

  expect(html.flatMap(harm)).toEqual([]);
  expect(html[0]).toContain("&lt;script&gt;alert(1)");
  expect(html[0]).toContain("<p>words</p>");
});

test("options that are called like the insides of the language, like numbers or alike but for their case can be chosen", async () => {
  const shop = await openShop({ products: "none", pays: false });
  const choice = (slug: string, names: string[], values: string[][]) =>
    values.map((own, at) => ({
      ...(at === 0 ? products(slug) : { Handle: slug, "Variant Price": "12", "Variant Inventory Qty": "9" }),
      ...Object.fromEntries(
        own.flatMap((value, place) => [
          [`Option${place + 1} Name`, at === 0 ? (names[place] ?? "") : ""],
          [`Option${place + 1} Value`, value],
        ]),
      ),
    }));
  const err = await bring(shop, [
    ...choice(
      "insides",
      ["__proto__", "constructor", "toString"],
      [
        ["a", "b", "c"],
        ["a", "b", "d"],
        ["e", "hasOwnProperty", "__proto__"],
      ],
    ),
    ...choice(
      "numbers",
      ["2", "1"],
      [
        ["a", "b"],
        ["a", "c"],
      ],
    ),
    ...choice(
      "alike",
      ["Size", "size"],
      [
        ["S", "s"],
        ["S", "m"],
      ],
    ),
  ]);
  expect(err).toEqual([]);

  const [insides = "", numbers = "", alike = ""] = await pages(
    shop,
    "/storefront/products/insides/",
    "/storefront/products/numbers/",
    "/storefront/products/alike/",
  );

  for (const word of ["__proto__", "constructor", "toString", "hasOwnProperty"]) expect(insides).toContain(word);
  for (const html of [insides, numbers, alike]) expect(html).not.toContain("[object Object]");
  const kept = await shop.shop.db.selectFrom("variant").select("options").orderBy("key").execute();
  expect(kept.map(({ options }) => options)).toEqual([
    '{"Size":"S","size":"m"}',
    '{"Size":"S","size":"s"}',
    '{"__proto__":"a","constructor":"b","toString":"c"}',
    '{"__proto__":"a","constructor":"b","toString":"d"}',
    '{"__proto__":"e","constructor":"hasOwnProperty","toString":"__proto__"}',
    '{"1":"b","2":"a"}',
    '{"1":"c","2":"a"}',
  ]);
});
