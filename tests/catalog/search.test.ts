import { type RawBuilder, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { distances, nearestOf, wordsOf } from "../../server/catalog/rules/search.ts";
import { searchCatalog } from "../../server/catalog/search.ts";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import type { Engine } from "../../server/db/migrations/001-shop.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { openBare } from "./open-bare.ts";
import { engines, newProduct, now, openCatalog, productId, save, saveAll } from "./open-catalog.ts";

const size = (value: string) => ({ attribute: "size", value });
const colour = (value: string) => ({ attribute: "colour", value });

const list = (db: Db, query: Record<string, unknown>) => findListing(db, filtersOf(query), now);
const found = async (db: Db, q: string) => (await list(db, { q })).cards.map(({ name }) => name).sort();
const instead = async (db: Db, q: string) => (await searchCatalog(db, q)).corrected;
/** As a hand in the database would write, or another program. */
const write = (db: Db, statement: RawBuilder<unknown>) => statement.execute(db);

describe("the words of a search", () => {
  test("signs part words, case and accents do not count", () => {
    expect(wordsOf("Crème-Brûlée, No. 5 «ÉTÉ»")).toEqual(["creme", "brulee", "no", "5", "ete"]);
    expect(wordsOf("Cre\u0300me")).toEqual(["creme"]);
    expect(wordsOf("ГРИБЫ")).toEqual(["грибы"]);
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
    expect(nearestOf("borosilcat", ["borosilicate"])[0]).toBe("borosilicate");
    expect(nearestOf("borsilct", ["borosilicate"])[0]).toBeUndefined();
    expect(nearestOf("2025", ["2024"])[0]).toBeUndefined();
    expect(nearestOf("tent", ["ten1", "1ent"])[0]).toBeUndefined();
  });

  test("a word with the same first letter is meant rather than another, and a whole word rather than a beginning", () => {
    expect(nearestOf("tope", ["rope", "type"])[0]).toBe("type");
    expect(nearestOf("zeeds", ["seeds"])[0]).toBe("seeds");
    expect(nearestOf("mushrom", ["mushrooms", "mushroom"])[0]).toBe("mushroom");
    expect(nearestOf("mushrom", ["mushrooms"])[0]).toBe("mushrooms");
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

  test("every word begins a word of name, brand, category or attribute, in any order (acceptance 124)", async () => {
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

const oldProducts = [
  "INSERT INTO category (id, slug, name) VALUES ('c', 'glass', 'Glass')",
  "INSERT INTO product (id, slug, name, category_id, created_at, updated_at) VALUES ('p', 'tube', 'Glacier Tube', 'c', 0, 0)",
  "INSERT INTO product (id, slug, name, category_id, created_at, updated_at) VALUES ('s', 'sign', 'Straßenschild', 'c', 0, 0)",
  "INSERT INTO product (id, slug, name, category_id, published, created_at, updated_at) VALUES ('q', 'draft', 'Glacier Draft', 'c', 0, 0, 0)",
];
const oldVariant = "INSERT INTO variant (id, product_id, key, sku, barcode, price, position) VALUES ('v', 'p', 'GT', 'GT-100/A', '4006381333931', 1, 0)";

/** A database as an earlier release left it, with its products. */
async function openOlder(engine: Engine, before: string, options = {}): Promise<Db> {
  const db = await openBare(engine, options);
  const migrateTo = (isWanted: (name: string) => boolean) =>
    transact(db, (tx) => migrateIn(tx, engine, knownMigrations(engine).filter(isWanted)));
  await migrateTo((name) => name < before);
  for (const statement of oldProducts) await sql.raw(statement).execute(db);
  if (before > "024") await sql.raw(oldVariant).execute(db);
  await migrateTo(() => true);
  return db;
}

/** The names of what is found, in a database that was made by hand. */
async function foundIn(db: Db, q: string): Promise<string[]> {
  const { found = [] } = await searchCatalog(db, q);
  const rows = await db.selectFrom("product").select("name").where("id", "in", found).execute();
  return rows.map(({ name }) => name);
}

describe.each(engines)("a shop on %s that is older than the search", (engine) => {
  test("finds the products that it has", async () => {
    const db = await openOlder(engine, "002");

    expect(await foundIn(db, "glacier glass")).toEqual(["Glacier Tube"]);
    expect(await foundIn(db, "glacer tub")).toEqual(["Glacier Tube"]);
  });

  test("finds them by letters that count alike, and by codes", async () => {
    const db = await openOlder(engine, "098");

    expect(await foundIn(db, "strassen")).toEqual(["Straßenschild"]);
    expect(await foundIn(db, "gt100a")).toEqual(["Glacier Tube"]);
    expect(await foundIn(db, "4006381-333931")).toEqual(["Glacier Tube"]);
  });
});

test("where PostgreSQL may not be extended, the shop starts, finds, and mends slips after the first letter", async () => {
  const db = await openOlder("postgres", "003", { extensions: false });

  expect((await sql`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`.execute(db)).rows).toEqual([]);
  expect(await foundIn(db, "glac")).toEqual(["Glacier Tube"]);
  expect(await foundIn(db, "glacer")).toEqual(["Glacier Tube"]);
});
