import { type RawBuilder, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { distances, nearestOf, wordsOf } from "../../server/catalog/rules/search.ts";
import { readSynonymLines } from "../../server/catalog/rules/synonyms.ts";
import { searchCatalog } from "../../server/catalog/search.ts";
import { suggest } from "../../server/catalog/suggestions.ts";
import { saveSynonyms } from "../../server/catalog/synonyms.ts";
import { migrate } from "../../server/db/migrate.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { openBare } from "./open-bare.ts";
import { engines, newProduct, now, openCatalog, productId, save, saveAll, variant } from "./open-catalog.ts";

const size = (value: string) => ({ attribute: "size", value });
const colour = (value: string) => ({ attribute: "colour", value });

const list = (db: Db, query: Record<string, unknown>) => findListing(db, filtersOf(query), now);
const found = async (db: Db, q: string) => (await list(db, { q })).cards.map(({ name }) => name).sort();
const instead = async (db: Db, q: string) => (await searchCatalog(db, q)).corrected;
/** Runs a statement directly on the database, as another program or a person by hand would. */
const write = (db: Db, statement: RawBuilder<unknown>) => statement.execute(db);

describe("the owner's synonyms", () => {
  test.each([
    ["sweatshirt", "Line 1 needs words with = between them"],
    ["a = b\n\nsweatshirt =", "Line 3 has nothing on one side of a =."],
    ["a = !!", "Line 1 has “!!”, without a letter or digit."],
    ["Tee = TÉE", "Line 1 has the same word on both sides of the =."],
    ["a = one two three four five six seven", "which is longer than 6 words."],
    [`a = ${"b".repeat(300)}`, "Line 1 is longer than 300 characters."],
    ["a = b\n".repeat(501), "There can be up to 500 lines."],
  ])("%j is refused in words", (text, words) => {
    expect(readSynonymLines(text).faults.join(" ")).toContain(words);
  });

  test("lines are stored as they were written, without empty ones", () => {
    expect(readSynonymLines(" sweatshirt =  hoodie\r\n\r\ntee shirt = tee, T-shirt ")).toEqual({
      lines: ["sweatshirt = hoodie", "tee shirt = tee, T-shirt"],
      faults: [],
    });
  });
});

describe("the words of a search", () => {
  test("signs part words, case and accents do not count", () => {
    expect(wordsOf("Crème-Brûlée, No. 5 «ÉTÉ»")).toEqual(["creme", "brulee", "no", "5", "ete"]);
    expect(wordsOf("Cre\u0300me")).toEqual(["creme"]);
    expect(wordsOf("ГРИБЫ")).toEqual(["грибы"]);
    expect(wordsOf("Cœur Straße ﾊﾟ")).toEqual(["coeur", "strasse", "ハ"]);
    expect(wordsOf(" \u0000'\"*^()🍄!… ")).toEqual([]);
  });

  test.each([
    ["lemon", "lemon", 0],
    ["lemn", "lemon", 1],
    ["lemmon", "lemon", 1],
    ["lenon", "lemon", 1],
    ["lmeon", "lemon", 1],
    ["mushroms", "mushrooms", 1],
    ["hodie", "hoodies", 2],
  ])("from %s to %s it is %i", (word, term, far) => {
    expect(distances(word, term).whole).toBe(far);
  });

  test("one wrong letter is mended in words of four to seven letters, two in longer ones, none in numbers", () => {
    expect(nearestOf("lemn", ["melon", "lemon"])[0]).toBe("lemon");
    expect(nearestOf("lmn", ["lemon"])[0]).toBeUndefined();
    expect(nearestOf("lemnn", ["lemurs"])[0]).toBeUndefined();
    expect(nearestOf("grondar", ["grinder"])[0]).toBeUndefined();
    expect(nearestOf("grondars", ["grinders"])[0]).toBe("grinders");
    expect(nearestOf("borosilcat", ["borosilicate"])[0]).toBe("borosilicate");
    expect(nearestOf("borsilct", ["borosilicate"])[0]).toBeUndefined();
    expect(nearestOf("2025", ["2024"])[0]).toBeUndefined();
    expect(nearestOf("tent", ["ten1", "1ent"])[0]).toBeUndefined();
  });

  test("a word with the same first letter is meant rather than another, and a whole word rather than a beginning", () => {
    expect(nearestOf("flover", ["clover", "flower"])[0]).toBe("flower");
    expect(nearestOf("zeedling", ["seedling"])[0]).toBe("seedling");
    expect(nearestOf("mushrom", ["mushrooms", "mushroom"])[0]).toBe("mushroom");
    expect(nearestOf("mushrom", ["mushrooms"])[0]).toBe("mushrooms");
  });

  test.each([
    ["bong", "long"],
    ["joint", "point"],
    ["pants", "parts"],
    ["shorts", "sorts"],
    ["card", "care"],
    ["shirt", "shiitake"],
  ])("%s is another word than %s", (word, term) => {
    expect(nearestOf(word, [term])).toEqual([]);
  });

  test.each([
    ["lemn", "lemon"],
    ["lmeon", "lemon"],
    ["tubee", "tube"],
    ["greem", "green"],
  ])("%s is a slip of %s", (word, term) => {
    expect(nearestOf(word, [term])).toEqual([term]);
  });
});

const malicious = [
  `"`,
  `'`,
  `lemon"`,
  `"lemon haze" OR tee`,
  "lemon AND",
  "NOT lemon",
  "NEAR(lemon haze)",
  "words:lemon",
  "lemon*",
  "^lemon",
  "lemon & !haze | (tee <-> x):*",
  "\\",
  "%",
  "_",
  "le\u0000mon",
  "\u0000",
  "🍄🍄🍄",
  "...---...",
  "x".repeat(5000),
  "lemon ".repeat(500),
  "é".repeat(200),
  "\ud800",
  "𞤀𞤁",
  "漢字かな",
  "a' ; DROP TABLE product; --",
  "İstanbul ß ﬁ Ⅷ ½ ๑",
];

const letters = [
  ["pouch", "Cœur smørrebrød pouch", ["coeur", "CŒUR", "smorrebrod", "smørr"]],
  ["poster", "Straßenschild poster", ["strassen", "STRASSEN", "straße", "STRAẞE"]],
  ["scale", "Zebra® Größen‑Maß ½ m²", ["mass", "maß", "grosse", "größen-mass", "zebra", "m2"]],
  ["lamp", "Łódź lamp ðþ", ["lodz", "łódź", "dth"]],
  ["neon", "東京 ネオン灯", ["ネオン", "ﾈｵﾝ", "東京"]],
  ["kana", "ﾊﾟｰｶｰ", ["パーカー", "ﾊﾟｰ"]],
  ["kilim", "İstanbul Kilim", ["istanbul", "ISTANBUL", "ıstanbul"]],
  ["office", "Ｏｆﬁｃｅ Ⅷ ①", ["office", "ｏｆｆｉｃｅ", "viii", "office 1"]],
  ["greek", "Σίσυφος", ["σισυφοσ", "ΣΙΣΥΦΟΣ", "σίσυφος"]],
  ["korean", "한국 차", ["한국", "차"]],
  ["plain", "Strasse Oeuvre", ["straße oeuvre", "œuvre", "ＳＴＲＡＳＳＥ"]],
] as const;

describe.each(engines)("search on %s", (engine) => {
  async function open() {
    const db = await openCatalog(engine);
    await saveAll(db, [
      newProduct("tee", {
        name: "Lemon-Haze Tee",
        brand: "Fern & Sons",
        category: "apparel",
        attributes: [size("m"), colour("green")],
      }),
      newProduct("cap", {
        name: "Crème Cap",
        brand: "Fern & Sons",
        category: "apparel",
        attributes: [size("l"), colour("black")],
      }),
      newProduct("tube", { name: "Glacier Tube 2024", brand: "Blåtand", category: "glass" }),
      newProduct("kit", { name: "Грибы Grow Kit", category: "mushrooms" }),
      newProduct("draft", { name: "Phantom Lemon", category: "apparel", published: false }),
    ]);
    return db;
  }

  test("every word begins a word of name, brand, category or attribute, in any order (requirement 124)", async () => {
    const db = await open();
    expect(await found(db, "lemon")).toEqual(["Lemon-Haze Tee"]);
    expect(await found(db, "haze")).toEqual(["Lemon-Haze Tee"]);
    expect(await found(db, "sons fer")).toEqual(["Crème Cap", "Lemon-Haze Tee"]);
    expect(await found(db, "apparel")).toEqual(["Crème Cap", "Lemon-Haze Tee"]);
    expect(await found(db, "green")).toEqual(["Lemon-Haze Tee"]);
    expect(await found(db, "appar black fern c")).toEqual(["Crème Cap"]);
    expect(await found(db, "green cap")).toEqual([]);
    expect(await found(db, "2024")).toEqual(["Glacier Tube 2024"]);
  });

  test("case and accents do not count, in whatever letters", async () => {
    const db = await open();
    expect(await found(db, "CREME")).toEqual(["Crème Cap"]);
    expect(await found(db, "crème")).toEqual(["Crème Cap"]);
    expect(await found(db, "blatand")).toEqual(["Glacier Tube 2024"]);
    expect(await found(db, "грибы")).toEqual(["Грибы Grow Kit"]);
    expect(await found(db, "ГРИ")).toEqual(["Грибы Grow Kit"]);
  });

  test("letters that look or sound alike count alike, in what is sold and in what is typed", async () => {
    const db = await openCatalog(engine);
    await saveAll(
      db,
      letters.map(([slug, name]) => newProduct(slug, { name, category: "apparel" })),
    );
    for (const [, name, queries] of letters)
      for (const q of queries) {
        const { found: ids = [], corrected } = await searchCatalog(db, q);
        const names = (await db.selectFrom("product").select("name").where("id", "in", ids).execute()).map((row) => row.name);
        expect([q, corrected, names.includes(name)]).toEqual([q, undefined, true]);
      }
    await write(db, sql`UPDATE product SET name = 'Nærøy' WHERE slug = 'lamp'`);
    expect([await found(db, "naeroy"), await found(db, "lodz")]).toEqual([["Nærøy"], []]);
  });

  test("a product is found by a SKU or barcode of any of its variants, however it is typed, and comes first", async () => {
    const db = await openCatalog(engine);
    const coded = (key: string, sku: string, barcode = "") => variant(key, { sku, barcode });
    await saveAll(db, [
      newProduct("tee", { name: "Tee", variants: [coded("t-1", "GX-100/A"), coded("t-2", "gx 100.B", "4006381-333931")] }),
      newProduct("qx", { name: "QX77 Cap", variants: [coded("q-1", "GX-100")] }),
      newProduct("mug", { name: "Mug", variants: [coded("m-1", "QX-77"), coded("m-2", "ÖL_7")] }),
      newProduct("draft", { name: "Draft", published: false, variants: [coded("d-1", "DR-9000")] }),
    ]);
    for (const q of ["GX-100/A", "gx100a", "gx 100 a", "ＧＸ－１００Ａ", "GX100b", "4006381333931", "4006381 333931"])
      expect([q, await found(db, q)]).toEqual([q, ["Tee"]]);
    expect(await found(db, "öl7")).toEqual(["Mug"]);
    expect((await list(db, { q: "qx77", order: "name_asc" })).cards.map(({ name }) => name)).toEqual(["Mug", "QX77 Cap"]);
    expect((await list(db, { q: "qx77", order: "name_desc" })).cards.map(({ name }) => name)).toEqual(["Mug", "QX77 Cap"]);
    expect((await list(db, { q: "gx-100", order: "name_desc" })).cards.map(({ name }) => name)).toEqual(["QX77 Cap", "Tee"]);
    for (const q of ["GX", "DR-9000", "333931"]) expect([q, await found(db, q)]).toEqual([q, []]);

    await write(db, sql`UPDATE variant SET sku = 'NEW-1' WHERE key = 't-1'`);
    await write(db, sql`UPDATE variant SET active = 0 WHERE key = 't-2'`);
    expect([await found(db, "new1"), await found(db, "GX-100/A"), await found(db, "4006381333931")]).toEqual([["Tee"], [], []]);
  });

  test("a correction is offered only where nothing has the words as typed, and never where it finds nothing", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [
      newProduct("a", { name: "Green Tee" }),
      newProduct("b", { name: "Shiitake Block" }),
      newProduct("c", { name: "Black Cap" }),
      newProduct("d", { name: "Red Cup" }),
      newProduct("e", { name: "Long Blackberry Box" }),
    ]);
    const finds = async (q: string) => [await instead(db, q), await found(db, q)];
    expect(await finds("bong")).toEqual([undefined, []]);
    expect(await finds("tee shirt")).toEqual(["tee", ["Green Tee"]]);
    expect(await finds("green tea shirts")).toEqual(["green", ["Green Tee"]]);
    expect(await finds("caps")).toEqual(["cap", ["Black Cap"]]);
    expect(await finds("blackberries")).toEqual(["blackberry", ["Long Blackberry Box"]]);
    expect(await finds("boxes")).toEqual(["box", ["Long Blackberry Box"]]);
    expect(await finds("blac")).toEqual([undefined, ["Black Cap", "Long Blackberry Box"]]);
    expect(await finds("green cap")).toEqual([undefined, []]);
    expect(await finds("balck cup")).toEqual(["cup", ["Red Cup"]]);
    expect(await finds("xylophone bike")).toEqual([undefined, []]);
  });

  test("words that mean the same to the owner find the same, in both directions", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [
      newProduct("hoodie", { name: "Zip Hoodies", attributes: [colour("green")], category: "apparel" }),
      newProduct("tee", { name: "Plain Tee" }),
      newProduct("pipe", { name: "Water Pipe" }),
      newProduct("strasse", { name: "Straße" }),
    ]);
    const lines = ["sweatshirt = hoodie = Jumper", "tee shirt = t-shirt = tee", "bong = water pipe", "rue = strasse"];
    await transact(db, (tx) => saveSynonyms(tx, lines));
    for (const q of ["sweatshirt", "Sweatshirts", "jumpers", "green jumper", "sweatsh"])
      expect([q, await instead(db, q), await found(db, q)]).toEqual([q, undefined, ["Zip Hoodies"]]);
    for (const q of ["tee shirt", "tee shirts", "T-Shirts", "plain tee shirt"])
      expect([q, await found(db, q)]).toEqual([q, ["Plain Tee"]]);
    expect([await found(db, "bong"), await found(db, "rue")]).toEqual([["Water Pipe"], ["Straße"]]);
    expect([await instead(db, "sweatshrt"), await found(db, "sweatshrt")]).toEqual(["sweatshirt", ["Zip Hoodies"]]);
    expect((await suggest(db, "jumper", now)).products.map(({ name }) => name)).toEqual(["Zip Hoodies"]);

    await write(db, sql`UPDATE product SET name = 'Wool Jumper' WHERE slug = 'tee'`);
    expect(await found(db, "hoodie")).toEqual(["Wool Jumper", "Zip Hoodies"]);
    await transact(db, (tx) => saveSynonyms(tx, lines.slice(1, 2)));
    expect(await found(db, "sweatshirt")).toEqual([]);
  });

  test("a small slip is mended, and the shopper is told what was looked for", async () => {
    const db = await open();
    expect(await found(db, "lemn haze")).toEqual(["Lemon-Haze Tee"]);
    expect((await list(db, { q: "Lemn haze" })).corrected).toBe("lemon haze");
    expect(await instead(db, "glacer tubes")).toBe("glacier tube");
    expect(await instead(db, "aparel")).toBe("apparel");
    expect(await instead(db, "balck")).toBe("black");
    expect(await instead(db, "lemon haz")).toBeUndefined();
    expect(await instead(db, "2025")).toBeUndefined();
    expect(await instead(db, "lemn xylophone")).toBeUndefined();
    expect(await found(db, "lemn xylophone")).toEqual([]);
  });

  test("what is not for sale is neither found nor suggested as the right spelling", async () => {
    const db = await open();
    expect(await found(db, "phantom")).toEqual([]);
    expect(await instead(db, "phantm")).toBeUndefined();

    await save(db, newProduct("draft", { name: "Phantom Lemon", category: "apparel", published: true }));
    expect(await found(db, "phantm")).toEqual(["Phantom Lemon"]);

    await write(db, sql`UPDATE product SET published = 0 WHERE slug = 'tee'`);
    expect(await found(db, "lemon")).toEqual(["Phantom Lemon"]);
  });

  test("whoever renames products, brands, categories or attributes, search knows the new names alone", async () => {
    const db = await open();
    await write(db, sql`UPDATE product SET name = 'Mango Tee', brand = 'Moss' WHERE slug = 'tee'`);
    expect(await found(db, "mango moss")).toEqual(["Mango Tee"]);
    expect((await searchCatalog(db, "haze")).found).toEqual([]);
    await write(db, sql`UPDATE category SET name = 'Clothing' WHERE slug = 'apparel'`);
    await write(db, sql`UPDATE attribute_value SET name = 'Midnight' WHERE slug = 'black'`);

    expect(await found(db, "mango moss clothing green")).toEqual(["Mango Tee"]);
    expect(await found(db, "midnight")).toEqual(["Crème Cap"]);
    for (const gone of ["lemon", "haze", "apparel", "black"]) expect(await found(db, gone), gone).toEqual([]);
    expect(await found(db, "fern")).toEqual(["Crème Cap"]);
  });

  test("a product is found by the values it has now, and by its new category", async () => {
    const db = await open();
    await save(db, newProduct("tee", { name: "Lemon-Haze Tee", category: "glass", attributes: [colour("black"), size("s")] }));
    expect(await found(db, "black")).toEqual(["Crème Cap", "Lemon-Haze Tee"]);
    expect(await found(db, "green")).toEqual([]);
    expect(await found(db, "glass lemon")).toEqual(["Lemon-Haze Tee"]);

    const id = await productId(db, "tee");
    const [cap, green] = [await productId(db, "cap"), sql`(SELECT id FROM attribute_value WHERE slug = 'green')`];
    await write(
      db,
      sql`UPDATE product_attribute SET value_id = ${green} WHERE product_id = ${id} AND value_id IN
      (SELECT id FROM attribute_value WHERE slug = 'black')`,
    );
    expect(await found(db, "green lemon")).toEqual(["Lemon-Haze Tee"]);
    expect(await found(db, "black")).toEqual(["Crème Cap"]);
    await write(db, sql`DELETE FROM product_attribute WHERE product_id = ${cap}`);
    expect(await found(db, "black")).toEqual([]);
    expect(await found(db, "creme")).toEqual(["Crème Cap"]);
  });

  test("a product that is deleted leaves nothing behind", async () => {
    const db = await open();
    for (const table of ["stock_movement", "variant"] as const)
      if (engine === "sqlite") await write(db, sql`DROP TRIGGER IF EXISTS ${sql.ref(`${table}_kept_DELETE`)}`);
      else await write(db, sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ALL`);
    const of = sql`(SELECT id FROM product WHERE slug = 'tube')`;
    await write(db, sql`DELETE FROM stock_movement WHERE variant_id IN (SELECT id FROM variant WHERE product_id = ${of})`);
    await write(db, sql`DELETE FROM variant WHERE product_id = ${of}`);
    await write(db, sql`DELETE FROM product WHERE slug = 'tube'`);

    expect((await searchCatalog(db, "glacier")).found).toEqual([]);
    await save(db, newProduct("new", { name: "Newcomer" }));
    expect(await found(db, "newcomer")).toEqual(["Newcomer"]);
    expect(await found(db, "glass")).toEqual(["Newcomer"]);
  });

  test("a search narrows the counts of every choice, and goes together with them", async () => {
    const db = await open();
    const { total, categories } = await list(db, { q: "fern" });
    expect(total).toBe(2);
    expect(categories.filter(({ count }) => count > 0)).toMatchObject([{ slug: "apparel", count: 2 }]);
    const { cards } = await list(db, { q: "fern", attributes: "colour:black", order: "name_asc" });
    expect(cards.map(({ name }) => name)).toEqual(["Crème Cap"]);
  });

  test("no text breaks the search, whatever it means to the engine", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("tee", { name: `Lemon "Haze" 🍄 漢字 'Tee' ß ${"w".repeat(3000)}`, category: "apparel" })]);
    for (const q of malicious) {
      expect((await searchCatalog(db, q)).terms.length, q).toBeLessThanOrEqual(6);
      expect((await list(db, { q })).total, q).toBeLessThanOrEqual(1);
    }
  });

  test("signs alone find nothing, an empty search shows everything", async () => {
    const db = await open();
    expect((await list(db, { q: "!?" })).total).toBe(0);
    expect((await list(db, { q: " " })).total).toBe(4);
  });
});

const products = [
  "INSERT INTO category (id, slug, name) VALUES ('c', 'glass', 'Glass')",
  "INSERT INTO product (id, slug, name, category_id, created_at, updated_at) VALUES ('p', 'tube', 'Glacier Tube', 'c', 0, 0)",
];

/** The names of the products found in a database that was made by hand. */
async function foundIn(db: Db, q: string): Promise<string[]> {
  const { found = [] } = await searchCatalog(db, q);
  const rows = await db.selectFrom("product").select("name").where("id", "in", found).execute();
  return rows.map(({ name }) => name);
}

test("where PostgreSQL may not be extended, the shop starts, finds, and mends slips after the first letter", async () => {
  const db = await openBare("postgres", { extensions: false });
  await migrate(db, "postgres");
  for (const statement of products) await sql.raw(statement).execute(db);

  expect((await sql`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`.execute(db)).rows).toEqual([]);
  expect(await foundIn(db, "glac")).toEqual(["Glacier Tube"]);
  expect(await foundIn(db, "glacer")).toEqual(["Glacier Tube"]);
});
