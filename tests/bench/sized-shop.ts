import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { draws } from "./draws.ts";

const categories = ["seeds", "glass", "mushrooms", "apparel", "that-badu"];
const attributes = ["size", "colour", "material", "origin"];
const valuesEach = 8;

const words = ["Ash", "Birch", "Cedar", "Elm", "Fern", "Hazel", "Juniper", "Larch", "Maple", "Rowan", "Sage", "Thyme", "Willow"];
const things = ["Pipe", "Tee", "Hoodie", "Jar", "Tray", "Grinder", "Cap", "Kit", "Pod", "Lamp", "Case", "Bowl"];

export const sizedCategories: readonly string[] = categories;
export const sizedPicks: readonly string[] = attributes.flatMap((attribute) =>
  Array.from({ length: valuesEach }, (_, at) => `${attribute}:${attribute}-${at}`),
);

type Draw = (below: number) => number;
type Write = (table: string, row: Record<string, SQLInputValue>) => void;

/**
 * Draws the first numbers often and the last seldom, so that some choices are broad and some are
 * rare, as in a real shop.
 */
const skewed = (draw: Draw, below: number): number => Math.min(draw(below), draw(below));

const idOf = (draw: Draw) =>
  [0, 0]
    .map(() =>
      draw(2 ** 32)
        .toString(16)
        .padStart(8, "0"),
    )
    .join("");

/** No value of the attribute for one product in four, else one or two values. */
const valuesOf = (attribute: string, draw: Draw): string[] =>
  draw(4) === 0 ? [] : Array.from({ length: 1 + draw(2) }, () => `${attribute}-${skewed(draw, valuesEach)}`);

function writeCategories(write: Write): void {
  for (const [position, slug] of categories.entries()) write("category", { id: slug, slug, name: slug, position });
  for (const [position, slug] of attributes.entries()) write("attribute", { id: slug, slug, name: slug, position });
  for (const [position, pick] of sizedPicks.entries()) {
    const [attribute_id = "", slug = ""] = pick.split(":");
    write("attribute_value", { id: slug, attribute_id, slug, name: slug, position });
  }
}

const month = 30 * 24 * 3600 * 1000;
const description =
  "<p>Made to be used every day, and to be mended when it breaks. Comes in a box that fits a letterbox.</p>".repeat(12);

function writeProduct(write: Write, draw: Draw, at: number): void {
  const id = idOf(draw);
  const name = [words[draw(words.length)], words[draw(words.length)], things[draw(things.length)], at].join(" ");
  const [price, units, views] = [500 + draw(200) * 100, draw(400), draw(4000)];
  const created = Date.UTC(2026, 0, 1) - draw(24 * 30) * (month / 30);
  write("product", {
    id,
    slug: `product-${at}`,
    name,
    brand: words[draw(words.length)] ?? "",
    description,
    category_id: categories[skewed(draw, categories.length)] ?? "",
    published: 0,
    price_start: price,
    price_stop: price,
    units_90: units,
    views_30: views,
    popularity: 4 * units + views,
    created_at: created,
    updated_at: created,
  });
  const values = new Set(attributes.flatMap((attribute) => valuesOf(attribute, draw)));
  for (const value_id of values) write("product_attribute", { product_id: id, value_id });
  for (let position = 0; position <= draw(2); position += 1)
    write("variant", {
      id: idOf(draw),
      product_id: id,
      key: `${at}-${position}`,
      sku: `${at}-${position}`,
      name: `Size ${position}`,
      options: `{"Size":"${position}"}`,
      price,
      position,
      on_hand: draw(40),
    });
  write("product_media", { id: idOf(draw), product_id: id, kind: "drawn", key: `pipe-${at}`, alt: name });
  for (let review = draw(3); review > 0; review -= 1)
    write("review", { id: idOf(draw), product_id: id, author: "Sam", stars: 1 + draw(5), title: "Good", at: created });
}

/** Writes rows with one prepared statement for each set of columns. */
function writerOf(file: DatabaseSync): Write {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return (table, row) => {
    const columns = Object.keys(row);
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    const statement = statements.get(text) ?? file.prepare(text);
    statements.set(text, statement);
    statement.run(...Object.values(row));
  };
}

export type SizedShop = {
  products: number;
  db: Db;
  /** commits one change of the data behind listings, on a connection that the shop does not know */
  change: (draw: Draw) => void;
  /** changes the popularity of `products` products in one transaction */
  rerank: (products: number) => void;
  close: () => Promise<void>;
};

const updates = [
  "UPDATE product SET price_start = price_start + 100, price_stop = price_stop + 100 WHERE slug = ?",
  "UPDATE product SET published = 1 - published WHERE slug = ?",
  "UPDATE product SET popularity = popularity + 500 WHERE slug = ?",
  "UPDATE product SET category_id = CASE category_id WHEN 'glass' THEN 'seeds' ELSE 'glass' END WHERE slug = ?",
  "UPDATE product SET name = 'Zinc ' || name WHERE slug = ?",
  "DELETE FROM product_attribute WHERE product_id = (SELECT id FROM product WHERE slug = ?)",
];

/**
 * Opens a shop of random products on SQLite, written by plain inserts into its tables, with a
 * second connection that changes it.
 */
export async function openSizedShop(directory: string, products: number): Promise<SizedShop> {
  const { db, close } = await openDatabase({ url: undefined, directory });
  const file = new DatabaseSync(join(directory, "store.db"));
  for (const pragma of ["synchronous = OFF", "cache_size = -600000", "temp_store = MEMORY"]) file.exec(`PRAGMA ${pragma}`);
  const [write, draw] = [writerOf(file), draws(products)];
  file.exec("BEGIN");
  writeCategories(write);
  for (let at = 0; at < products; at += 1) writeProduct(write, draw, at);
  // The products are published last, as usual: unpublished ones cost no index of words.
  file.exec("UPDATE product SET published = 1 WHERE rowid % 20 > 0");
  file.exec("COMMIT");
  const changes = updates.map((text) => file.prepare(text));
  const reranked = file.prepare("UPDATE product SET popularity = popularity + 1 WHERE rowid <= ?");
  return {
    products,
    db,
    change: (draw) => changes[draw(changes.length)]?.run(`product-${draw(products)}`),
    rerank: (most) => reranked.run(most),
    close: async () => {
      file.close();
      await close();
    },
  };
}
