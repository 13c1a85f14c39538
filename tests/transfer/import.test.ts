import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { exportCommand } from "../../server/cli/export.ts";
import { importCommand } from "../../server/cli/import.ts";
import type { Db } from "../../server/db/tables.ts";
import { csvLine } from "../../server/transfer/rules/export/csv.ts";
import { type Engine, engines, openOwner } from "../cli/open-owner.ts";

const fixture = join(import.meta.dirname, "../fixtures/shopify.csv");

/** An owner with an empty shop, who imports by the command line. */
async function owner(engine: Engine = "sqlite") {
  const { db, directory, path, run } = await openOwner(engine);
  const file = async (text: string | Uint8Array) => {
    const written = path(`products-${crypto.randomUUID()}.csv`);
    await writeFile(written, text);
    return written;
  };
  return { db, directory, file, run: (...args: string[]) => run(importCommand, ...args) };
}
type Owner = Awaited<ReturnType<typeof owner>>;

const variantsOf = (db: Db) =>
  db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.slug", "c.slug as category", "v.key", "v.price", "v.compare_at", "v.on_hand", "p.published"])
    .orderBy("v.key")
    .execute();

const productsIn = async (db: Db) =>
  (await db.selectFrom("product").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);

const awkward = [
  "Handle,Title,Body HTML,Type,Command,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Price,Variant Inventory Qty,Variant Weight,Variant Weight Unit,Status",
  `tin,Tin,"<p><span>\n<p>Tin.</p>\n</span></p>",apparel,NEW,Size,S,'00417,="4006381333931",9.50,5,0.5,kg,active`,
  "tin,,,,,,L,00418,'4006381333948,12.50,5,1,lb,",
  'wax,Wax,"<div><p>One</p><div>Two<ul><li>Three</ul></div>",Candles,MERGE,,,00417,,9,5,,,draft',
  "gone,Gone,,apparel,DELETE,,,G,,9,5,,,active",
  "lost,Lost,,apparel,MERGE,,,L,4.00638E+12,9,5,,,active",
].join("\n");

test("what spreadsheets and other tools made of a file is read, told, and exported so that importing it changes nothing", async () => {
  const { db, path, run } = await openOwner("sqlite");
  await writeFile(path("awkward.csv"), awkward);
  const tried = await run(importCommand, path("awkward.csv"), "--create-categories", "--dry-run");
  expect(tried.out).toContain("2 to create, 0 to change, 0 unchanged; 1 row refused");
  expect(await productsIn(db)).toEqual([]);

  const { out, err } = await run(importCommand, path("awkward.csv"), "--create-categories");

  expect(err).toEqual([
    "line 8: its barcode “4.00638E+12” has lost digits in a spreadsheet: export the file again, or make that column text and type it",
    "Left out completely because of these rows: lost",
  ]);
  expect(out).toContain("SKUs that several variants have, and that were taken as they are,  1: 00417");
  expect(out).toContain("Products with the Command DELETE, which were left as they are,  1: gone");
  const variants = await db.selectFrom("variant").select(["sku", "barcode", "grams"]).orderBy("key").execute();
  expect(variants).toEqual([
    { sku: "00417", barcode: "4006381333931", grams: 500 },
    { sku: "00418", barcode: "4006381333948", grams: 454 },
    { sku: "00417", barcode: "", grams: 0 },
  ]);
  const products = await db
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.slug", "p.description", "p.published", "c.name as category"])
    .orderBy("p.slug")
    .execute();
  expect(products).toEqual([
    { slug: "tin", description: "<p>Tin.</p>", published: 1, category: "Apparel" },
    { slug: "wax", description: "<p>One</p><p>Two</p><ul><li>Three</li></ul>", published: 0, category: "Candles" },
  ]);
  const movements = await db.selectFrom("stock_movement").select("actor").execute();
  expect(movements.map(({ actor }) => actor)).toEqual(["owner", "owner", "owner"]);

  await run(exportCommand, path("own.csv"));
  const again = await run(importCommand, path("own.csv"));
  expect([again.err, again.out[1]]).toEqual([[], "0 created, 0 changed, 2 unchanged; 0 rows refused"]);
});

test("a column that the file lacks leaves its values alone, and an empty cell of one that it has clears them", async () => {
  const { db, file, run } = await owner();
  const all =
    "Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Variant Barcode";
  const saved = async () => ({
    ...(await db.selectFrom("product").select(["description", "brand"]).executeTakeFirstOrThrow()),
    ...(await db.selectFrom("variant").select(["sku", "grams", "price", "compare_at", "barcode"]).executeTakeFirstOrThrow()),
  });
  const first = { description: "<p>Tin.</p>", brand: "Kin", sku: "T-S", grams: 500, price: 900, compare_at: 1200, barcode: "40" };
  await run(await file(`${all}\ntin,Tin,<p>Tin.</p>,Kin,apparel,Size,S,T-S,500,9,12,40`));
  expect(await saved()).toEqual(first);

  const lacking = await run(
    await file("Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price\ntin,Tin,apparel,Size,S,T-S,8"),
  );
  expect(lacking.err).toEqual([]);
  expect(await saved()).toEqual({ ...first, price: 800 });

  await run(await file(`${all}\ntin,Tin,,,apparel,Size,S,T-S,,8,,`));
  const cleared = { description: "", brand: "", grams: 0, compare_at: null, barcode: "" };
  expect(await saved()).toEqual({ ...first, ...cleared, price: 800 });
});

describe.each(engines)("the owner imports a file from Shopify on %s", (engine) => {
  test("good products go in, bad rows are named by line and reason, pictures that cannot be had are reported", async () => {
    const { db, run } = await owner(engine);

    const { status, out, err } = await run(fixture, "--category", "glass");

    expect(await variantsOf(db)).toEqual([
      { slug: "work-cap", category: "apparel", key: "CAP-L-MOSS", price: 2400, compare_at: null, on_hand: 0, published: 1 },
      { slug: "work-cap", category: "apparel", key: "CAP-S-MOSS", price: 2200, compare_at: null, on_hand: 5, published: 1 },
      { slug: "draft-scarf", category: "glass", key: "draft-scarf", price: 3500, compare_at: null, on_hand: 2, published: 0 },
      { slug: "linen-apron", category: "glass", key: "linen-apron", price: 4850, compare_at: 6000, on_hand: 3, published: 1 },
    ]);
    const { description } = await db
      .selectFrom("product")
      .select("description")
      .where("slug", "=", "linen-apron")
      .executeTakeFirstOrThrow();
    expect(description).toBe('<p>Heavy linen, "stone washed".\nTwo pockets.</p>');
    expect(err).toEqual([
      "line 6: Variant Price “12.345” is not a price in dollars and cents, such as 12.50",
      "line 8: Variant Inventory Qty “many” is not a whole number",
      "Left out completely because of these rows: torn-price, half-bad",
      "linen-apron: http://127.0.0.1:1/apron.jpg: its server is not on the public internet at port 80 or 443",
    ]);
    expect(out).toEqual([
      "7 rows read: 3 products with 4 variants imported",
      "3 created, 0 changed, 0 unchanged; 2 rows refused",
      "Columns with values that were not imported: Variant Fulfillment Service, Variant Requires Shipping, Variant Taxable",
      expect.stringMatching(/^2 variants have no Variant Inventory Tracker: /),
      "Tags skipped,  1: garden (1)",
      "1 picture missing: placeholders are shown, and the next run tries again",
    ]);
    expect(status).toBe(1);
  });

  test("a second import changes nothing; setting the stock after a sale changes that alone", async () => {
    const { db, run } = await owner(engine);
    await run(fixture, "--category", "glass", "--no-pictures");
    await db.updateTable("variant").set({ on_hand: 1 }).where("key", "=", "CAP-S-MOSS").execute();
    const before = await variantsOf(db);

    const again = await run(fixture, "--category", "glass", "--no-pictures");
    expect(again.out[1]).toBe("0 created, 0 changed, 3 unchanged; 2 rows refused");
    expect(await variantsOf(db)).toEqual(before);

    const stocked = await run(fixture, "--category", "glass", "--no-pictures", "--stock");
    expect(stocked.out[1]).toBe("0 created, 1 changed, 2 unchanged; 2 rows refused");
    expect(await variantsOf(db)).toEqual(before.map((row) => (row.key === "CAP-S-MOSS" ? { ...row, on_hand: 5 } : row)));
  });

  test("SKUs and costs that are filled in in the shop's own export are the same variants", async () => {
    const { db, path, run } = await openOwner(engine);
    const write = (file: string, lines: readonly string[]) => writeFile(path(file), lines.join("\n"));
    const rows = ["mug,Mug,Size,S,,10,4", "mug,,,L,,12,5", "cup,Cup,Title,Default Title,,8,6"];
    const columns = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty";
    await write("first.csv", [columns, ...rows]);
    await run(importCommand, path("first.csv"), "--category", "glass");
    const stored = () =>
      db.selectFrom("variant").select(["id", "key", "sku", "cost", "on_hand", "active"]).orderBy("id").execute();
    const before = await stored();
    await run(exportCommand, path("own.csv"));
    const [head = [], ...cells] = parse(await readFile(path("own.csv")), { bom: true }) as string[][];
    const filledIn: Record<string, (at: number) => string> = { "Variant SKU": (at) => `K-${at}`, "Cost per item": () => "3.10" };
    const filled = cells.map((row, at) => row.map((cell, column) => filledIn[head[column] ?? ""]?.(at) ?? cell));
    await write("filled.csv", [head, ...filled].map(csvLine));

    const tried = await run(importCommand, path("filled.csv"), "--dry-run");
    expect(tried.out).toEqual(expect.arrayContaining(["change mug: SKU, cost", "change cup: SKU, cost"]));
    const { out, err } = await run(importCommand, path("filled.csv"));

    expect([out[1], err]).toEqual(["0 created, 2 changed, 0 unchanged; 0 rows refused", []]);
    const after = await stored();
    expect(after).toEqual(before.map((row, at) => ({ ...row, key: after[at]?.sku, sku: after[at]?.sku, cost: 310 })));
    expect(after.map(({ sku }) => sku).sort()).toEqual(["K-0", "K-1", "K-2"]);
  });

  test("a SKU that other products of the shop have is taken, and told", async () => {
    const { db, run, file } = await owner(engine);
    await run(await file("Handle,Title,Variant SKU,Variant Price\na,A,S-1,10\n"), "--category", "glass");
    const second = await file("Handle,Title,Variant SKU,Variant Price\nb,B,S-2,10\nc,C,S-1,10\nd,D,S-3,x\n");

    const { status, err, out } = await run(second, "--category", "glass");

    expect([status, err]).toEqual([
      1,
      [
        "line 4: Variant Price “x” is not a price in dollars and cents, such as 12.50",
        "Left out completely because of these rows: d",
      ],
    ]);
    expect(out).toContain("SKUs that several variants have, and that were taken as they are,  1: S-1");
    expect(await productsIn(db)).toEqual(["a", "b", "c"]);
  });
});

const header = "Handle,Title,Variant Price,Body (HTML)";

describe("files as they come", () => {
  test("with a mark at the front, Windows line ends and cells of several lines: the lines are those of an editor", async () => {
    const { db, run, file } = await owner();
    const text = `\uFEFF${header}\r\na,A,10,"<p>one\r\n\r\nthree</p>"\r\n\r\nb,B,ten,\r\nc,C,12,"say ""hi"""\r\n`;

    const { status, err } = await run(await file(text), "--category", "seeds");

    expect([status, err]).toEqual([
      1,
      [
        "line 6: Variant Price “ten” is not a price in dollars and cents, such as 12.50",
        "Left out completely because of these rows: b",
      ],
    ]);
    expect(await productsIn(db)).toEqual(["a", "c"]);
    const first = await db.selectFrom("product").select("description").where("slug", "=", "a").executeTakeFirst();
    expect(first?.description.replaceAll("\r", "")).toBe("<p>one\n\nthree</p>");
  });

  test("with a row that cannot be read: its product is left out whole, what follows goes in", async () => {
    const { db, run, file } = await owner();
    const rows = ["a,A,10,", 'a,,11,"torn', 'b,B,12,"fine"', 'c,C,13,5" pipe', "d,D,14,,surplus", "e,E,15,"];

    const { status, out, err } = await run(await file([header, ...rows].join("\n")), "--category", "seeds");

    expect(status).toBe(1);
    expect(out[0]).toBe("6 rows read: 2 products with 2 variants imported");
    expect(err).toEqual([
      "line 3: its quotation marks do not match: close each one, and double those inside a cell",
      "line 5: its quotation marks do not match: close each one, and double those inside a cell",
      "line 6: the row has 5 cells, but the first row has only 4",
      "Left out completely because of these rows: a",
    ]);
    expect(await productsIn(db)).toEqual(["b", "e"]);
  });

  test("with what a terminal would obey: it is told without it", async () => {
    const { run, file } = await owner();
    const { err } = await run(await file(`${header}\na,A,\x1b[2J\x07,\n`), "--category", "seeds");
    expect(err[0]).toBe("line 2: Variant Price “ [2J ” is not a price in dollars and cents, such as 12.50");
  });

  test("without a type where no category is named", async () => {
    const { run, file } = await owner();
    expect((await run(await file(`${header}\na,A,10,\n`))).err[0]).toBe(
      "line 2: Type is empty: choose one with --category or --map",
    );
  });
});

describe("a database that cannot go on", () => {
  test("ends the import in a sentence; what went in is whole, and the next run brings the rest", async () => {
    const { db, run, file } = await owner();
    const rows = Array.from({ length: 400 }, (_, n) => `jar-${n},Jar ${n},10,${"word ".repeat(40)}`);
    const path = await file([header, ...rows].join("\n"));
    const { rows: size } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql.raw(`PRAGMA max_page_count = ${Number(size[0]?.page_count) + 60}`).execute(db);

    const { status, out, err } = await run(path, "--category", "glass", "--no-pictures");

    const products = (await productsIn(db)).length;
    expect(status).toBe(1);
    expect(products).toBeGreaterThan(0);
    expect(out[0]).toContain(`${products} products with ${products} variants imported`);
    expect(err).toEqual([
      `Stopped because the disk is full, after ${products} of 400 rows. What was imported is complete.`,
      "Run it again to import the rest.",
    ]);
    expect(await db.selectFrom("variant").select("id").execute()).toHaveLength(products);

    await sql`PRAGMA max_page_count = 1000000`.execute(db);
    expect((await run(path, "--category", "glass", "--no-pictures")).status).toBe(0);
    expect(await productsIn(db)).toHaveLength(400);
  });
});

describe("wrong use is told in words, ends with 2 and touches nothing", () => {
  const wrong = async (args: (owner: Owner) => Promise<string[]> | string[], words: string) => {
    const shop = await owner();
    const given = await args(shop);
    const { status, out, err } = await shop.run(...given);
    expect([status, out, err.map((line) => line.replaceAll(shop.directory, "~"))]).toEqual([
      2,
      [],
      [words, "See npm run store -- import --help"],
    ]);
    expect(await shop.db.selectFrom("category").select("slug").execute()).toEqual([]);
  };

  test.each([
    [[], "give one file: import FILE.csv"],
    [["--stock"], "give one file: import FILE.csv"],
    [["a.csv", "b.csv"], "give only one file, not: a.csv, b.csv"],
    [["a.csv", "--stok"], "unknown option --stok"],
    [["a.csv", "-s"], "unknown option -s"],
    [["a.csv", "--__proto__"], "unknown option --__proto__"],
    [["a.csv", "--stock", "--stock"], "--stock was given twice"],
    [["a.csv", "--category", "glass", "--category=seeds"], "--category was given twice"],
    [["a.csv", "--category"], "--category needs a value"],
    [["a.csv", "--category", "--stock"], "--category needs a value"],
    [["a.csv", "--category="], "--category needs a value"],
    [["a.csv", "--no-pictures=1"], "--no-pictures takes no value"],
    [[fixture, "--category", "cars"], "there is no category “cars”: use one of seeds, glass, mushrooms, apparel, that-badu"],
  ])("%j", (args, words) => wrong(() => args, words));

  test("a file that is not there", () => wrong(({ directory }) => [`${directory}/none.csv`], "there is no file ~/none.csv"));
  test("a folder", () => wrong(({ directory }) => [directory], "~ is a folder, not a file"));

  test.each([
    ["an empty file", "", "is empty"],
    ["a binary file", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), "is not UTF-8 text: save it as “CSV UTF-8”"],
    ["a file in Latin-1", Buffer.from(`${header}\ncafé,Café,10,\n`, "latin1"), "is not UTF-8 text: save it as “CSV UTF-8”"],
    ["a file in UTF-16", Buffer.from(`\uFEFF${header}\n`, "utf16le"), "is not UTF-8 text: save it as “CSV UTF-8”"],
    [
      "another CSV",
      "Colour,Weight\nred,1\n",
      expect.stringMatching(/is not a product CSV: for Shopify, it lacks the columns Handle or URL handle, Title/),
    ],
    ["a column twice", `${header},Title\n`, "has the column Title twice"],
    ["blank lines only", "\n \n", "has no rows"],
    ["headers alone", `${header}\n`, "has no products: there is nothing below its headers"],
    ["headers and blank lines", `${header}\n\n,,\n`, "has no products: there is nothing below its headers"],
  ])("%s", async (_what, text, words) => {
    const shop = await owner();
    const path = await shop.file(text);
    expect(await shop.run(path, "--category", "glass")).toEqual({
      status: 2,
      out: [],
      err: [typeof words === "string" ? `${path} ${words}` : words, "See npm run store -- import --help"],
    });
  });
});
