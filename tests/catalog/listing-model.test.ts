import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { prepareDatabase } from "../support/database.ts";
import { type Engine, engines, now } from "./open-catalog.ts";

/** The shop's own connection, and another process's. */
async function openTwice(engine: Engine): Promise<{ shop: Db; other: Db }> {
  const directory = await mkdtemp(join(tmpdir(), "listing-"));
  const prepared = await prepareDatabase(engine, directory);
  const [shop, other] = [
    await openDatabase({ url: prepared.url, directory }),
    await openDatabase({ url: prepared.url, directory }),
  ];
  onTestFinished(async () => {
    await Promise.all([shop.close(), other.close()]);
    await prepared.giveBack();
    await rm(directory, { recursive: true, force: true });
  });
  return { shop: shop.db, other: other.db };
}

/**
 * Waits until a connection to SQLite has noticed a commit of another process. It looks for such
 * commits at most once per ms (server/db/sqlite.ts).
 */
const untilSeen = () => setTimeout(3);

const categories = ["c-1", "c-2", "c-3"];
const values: Record<string, readonly string[]> = { size: ["s", "m", "l"], colour: ["red", "green"] };
const valueIds = Object.entries(values).flatMap(([attribute, slugs]) => slugs.map((slug) => `${attribute}:${slug}`));

async function addCategoriesAndAttributes(db: Db): Promise<void> {
  await db
    .insertInto("category")
    .values(categories.map((id, position) => ({ id, slug: id, name: id, position })))
    .execute();
  await db
    .insertInto("attribute")
    .values(Object.keys(values).map((id, position) => ({ id, slug: id, name: id, position })))
    .execute();
  await db
    .insertInto("attribute_value")
    .values(
      valueIds.map((id, position) => ({
        id,
        attribute_id: id.split(":")[0] ?? "",
        slug: id.split(":")[1] ?? "",
        name: id,
        position,
      })),
    )
    .execute();
}

/**
 * Names in alphabetical order as shoppers expect it; names in one line are equal in the alphabet.
 */
const alphabet = [["Ash", "ash", "ÁSH"], ["ash tee"], ["Birch"], ["Éclair", "eclair"], ["Elm"], ["Zinc", "zinc"]];
const alphabetRank = (name: string) => alphabet.findIndex((line) => line.includes(name));

type ModelProduct = {
  name: string;
  category: string;
  published: number;
  price: number;
  popularity: number;
  /** units of the only variant */
  stock: number;
  valueIds: readonly string[];
};

const parts = {
  name: fc.constantFrom(...alphabet.flat()),
  category: fc.constantFrom(...categories),
  published: fc.constantFrom(1, 1, 1, 0),
  price: fc.integer({ min: 1, max: 5 }),
  popularity: fc.integer({ min: 0, max: 4 }),
  stock: fc.constantFrom(0, 100),
  valueIds: fc.subarray(valueIds),
};
const someProduct: fc.Arbitrary<ModelProduct> = fc.record(parts);

/**
 * A change of the product at a position in the catalogue: a new value, a sold unit, or its removal.
 */
type Change = { at: number; to: Partial<ModelProduct> | "sold" | "gone" };
const one = (key: keyof ModelProduct): fc.Arbitrary<Change["to"]> => fc.record({ [key]: parts[key] });
const someChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  to: fc.oneof(
    ...Object.keys(parts).map((key) => one(key as keyof ModelProduct)),
    fc.constantFrom("sold" as const, "gone" as const),
  ),
});

const someQuery = fc.record({
  categories: fc.subarray(categories),
  attributes: fc.subarray(valueIds),
  order: fc.constantFrom("popular", "name_asc", "name_desc", "price_asc", "price_desc"),
  page: fc.constantFrom("1", "2", "3", "99"),
  price_min: fc.constantFrom("", "", "0.02", "0.04"),
  price_max: fc.constantFrom("", "", "0.03", "0.05"),
  in_stock: fc.constantFrom("", "1"),
});
const unbound = { price_min: "", price_max: "", in_stock: "" } as const;
type Query = typeof someQuery extends fc.Arbitrary<infer Value> ? Value : never;

const columns = ({ name, category, published, price, popularity }: ModelProduct) => ({
  name,
  category_id: category,
  published,
  price_start: price,
  price_stop: price,
  popularity,
  created_at: now,
  updated_at: now,
});

const setValues = async (db: Db, id: string, wanted: readonly string[]) => {
  await db.deleteFrom("product_attribute").where("product_id", "=", id).execute();
  if (wanted.length === 0) return;
  await db
    .insertInto("product_attribute")
    .values(wanted.map((value_id) => ({ product_id: id, value_id })))
    .execute();
};

async function add(db: Db, catalogue: ReadonlyMap<string, ModelProduct>): Promise<void> {
  const rows = [...catalogue];
  await db
    .insertInto("product")
    .values(rows.map(([id, product]) => ({ id, slug: id, ...columns(product) })))
    .execute();
  await db
    .insertInto("variant")
    .values(rows.map(([id, { price, stock }]) => ({ id, product_id: id, key: id, name: "", price, on_hand: stock })))
    .execute();
  const valued = rows.flatMap(([product_id, product]) => product.valueIds.map((value_id) => ({ product_id, value_id })));
  if (valued.length > 0) await db.insertInto("product_attribute").values(valued).execute();
}

async function clear(db: Db, ids?: readonly string[]): Promise<void> {
  for (const table of ["product_attribute", "variant"] as const)
    await db
      .deleteFrom(table)
      .$if(ids !== undefined, (query) => query.where("product_id", "in", ids ?? []))
      .execute();
  await db
    .deleteFrom("product")
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .execute();
}

/** Applies a change to the database and to the model. */
async function change(db: Db, catalogue: Map<string, ModelProduct>, { at, to }: Change): Promise<void> {
  const id = [...catalogue.keys()][at % catalogue.size];
  const product = catalogue.get(id ?? "");
  if (id === undefined || !product) return;
  if (to === "sold") {
    if (product.stock === 0) return;
    await db
      .updateTable("variant")
      .set((eb) => ({ on_hand: eb("on_hand", "-", 1) }))
      .where("id", "=", id)
      .execute();
    catalogue.set(id, { ...product, stock: product.stock - 1 });
  } else if (to === "gone") {
    await clear(db, [id]);
    catalogue.delete(id);
  } else {
    const changed = { ...product, ...to };
    if (to.valueIds) await setValues(db, id, to.valueIds);
    else if (to.stock !== undefined) await db.updateTable("variant").set({ on_hand: to.stock }).where("id", "=", id).execute();
    else await db.updateTable("product").set(columns(changed)).where("id", "=", id).execute();
    catalogue.set(id, changed);
  }
}

const attributeOf = (id: string) => id.split(":")[0] ?? "";

function matches(
  { published, category, price, stock, valueIds: its }: ModelProduct,
  { categories: wanted, attributes, ...query }: Omit<Query, "order" | "page">,
) {
  const bounds = [Number(query.price_min) * 100, query.price_max ? Number(query.price_max) * 100 : 99];
  const [least = 0, most = 99] = bounds.sort((a, b) => a - b);
  if (price < least || price > most || (query.in_stock && stock === 0)) return false;
  const groups = Object.values(Object.groupBy(attributes, attributeOf));
  const inAll = groups.every((group = []) => group.some((id) => its.includes(id)));
  return published === 1 && (wanted.length === 0 || wanted.includes(category)) && inAll;
}

const sorted: Record<string, (product: ModelProduct) => number> = {
  popular: ({ popularity }) => -popularity,
  name: ({ name }) => alphabetRank(name),
  price: ({ price }) => price,
};

/** The expected listing, found by checking every product. */
function expected(catalogue: ReadonlyMap<string, ModelProduct>, { order, page: wanted, ...query }: Query) {
  const [by = "", way] = order.split("_");
  const key = sorted[by] ?? (() => 0);
  const all = [...catalogue].sort(([a, one], [b, two]) => key(one) - key(two) || (a < b ? -1 : 1));
  if (way === "desc") all.reverse();
  const found = all.filter(([, product]) => matches(product, query));
  const page = Math.min(Number(wanted), Math.max(1, Math.ceil(found.length / 24)));
  const count = (narrower: Partial<Query>) => all.filter(([, product]) => matches(product, { ...query, ...narrower })).length;
  const withValue = (id: string) =>
    count({ attributes: [...query.attributes.filter((other) => attributeOf(other) !== attributeOf(id)), id] });
  return {
    total: found.length,
    page,
    ids: found.slice((page - 1) * 24, page * 24).map(([id]) => id),
    counts: [...categories.map((id) => count({ categories: [id] })), ...valueIds.map(withValue), count({ in_stock: "1" })],
  };
}

async function shown(db: Db, query: Query) {
  await untilSeen();
  const { total, filters, cards, categories, attributes, inStock } = await findListing(db, filtersOf(query), now);
  const facets = [...categories, ...attributes.flatMap((attribute) => attribute.values)];
  return { total, page: filters.page, ids: cards.map(({ id }) => id), counts: [...facets.map(({ count }) => count), inStock] };
}

describe.each(engines)("whatever is asked and changed on %s, the listing", (engine) => {
  test("shows and counts what looking at every product finds, also what another process has just changed", async () => {
    const { shop, other } = await openTwice(engine);
    await addCategoriesAndAttributes(shop);
    const catalogues = fc.array(someProduct, { minLength: 1, maxLength: 60 });
    const steps = fc.array(fc.record({ changes: fc.array(someChange, { maxLength: 4 }), query: someQuery }), { maxLength: 8 });
    const property = fc.asyncProperty(catalogues, steps, async (products, steps) => {
      await clear(other);
      const catalogue = new Map(products.map((each, at) => [`p-${at}`, each]));
      await add(shop, catalogue);
      for (const [at, { changes, query }] of steps.entries()) {
        for (const each of changes) await change(at % 2 === 0 ? other : shop, catalogue, each);
        expect(await shown(shop, query)).toEqual(expected(catalogue, query));
      }
    });
    await fc.assert(property, { numRuns: 20, seed: 20_261 });
  });

  test("follows hundreds of changes at once", async () => {
    const { shop, other } = await openTwice(engine);
    await addCategoriesAndAttributes(shop);
    const product: ModelProduct = { name: "Ash", category: "c-1", published: 1, price: 1, popularity: 0, stock: 9, valueIds: [] };
    const query: Query = { ...unbound, categories: ["c-1"], attributes: [], order: "popular", page: "99" };
    await shown(shop, query);
    const catalogue = new Map(Array.from({ length: 620 }, (_, at) => [`p-${at}`, { ...product, popularity: at % 7 }]));
    for (let at = 0; at < 620; at += 100) catalogue.set(`p-${at}`, { ...product, popularity: at % 7, category: "c-3" });
    await add(other, catalogue);
    expect(await shown(shop, query)).toEqual(expected(catalogue, query));
    for (const order of ["popular", "name_desc"] as const) {
      const rare: Query = { ...query, categories: ["c-3"], order };
      expect(await shown(shop, rare)).toEqual(expected(catalogue, rare));
    }

    await other.updateTable("product").set({ popularity: 3, category_id: "c-2" }).where("price_start", "=", 1).execute();

    for (const [id, each] of catalogue) catalogue.set(id, { ...each, popularity: 3, category: "c-2" });
    expect(await shown(shop, query)).toEqual(expected(catalogue, query));
    expect(await shown(shop, { ...query, categories: [] })).toEqual(expected(catalogue, { ...query, categories: [] }));
  });

  test("names a category and a value as the owner has just named them", async () => {
    const { shop, other } = await openTwice(engine);
    await addCategoriesAndAttributes(shop);
    await findListing(shop, filtersOf({}), now);

    await other.updateTable("category").set({ name: "Hats" }).where("id", "=", "c-2").execute();
    await other.updateTable("attribute_value").set({ name: "Large" }).where("id", "=", "size:l").execute();
    await other.insertInto("category").values({ id: "c-4", slug: "c-4", name: "New", position: 9 }).execute();

    const { categories, attributes } = await findListing(shop, filtersOf({}), now);
    expect(categories.map(({ name }) => name)).toEqual(["c-1", "Hats", "c-3", "New"]);
    expect(attributes[0]?.values.map(({ name }) => name)).toEqual(["size:s", "size:m", "Large"]);
  });

  test("leaves out of account what was rolled back", async () => {
    const { shop, other } = await openTwice(engine);
    await addCategoriesAndAttributes(shop);
    const product: ModelProduct = {
      name: "Ash",
      category: "c-1",
      published: 1,
      price: 1,
      popularity: 0,
      stock: 9,
      valueIds: ["size:s"],
    };
    const catalogue = new Map([["p-1", product]]);
    await add(shop, catalogue);
    const query: Query = { ...unbound, categories: [], attributes: ["size:s"], order: "popular", page: "1" };
    await shown(shop, query);

    const undone = transact(other, async (tx) => {
      await tx.updateTable("product").set({ published: 0 }).execute();
      throw new Error("no");
    });

    await expect(undone).rejects.toThrow("no");
    expect(await shown(shop, query)).toEqual(expected(catalogue, query));
  });
});

test("a change that began first and is committed last is seen all the same, on postgres", async () => {
  const { shop, other } = await openTwice("postgres");
  await addCategoriesAndAttributes(shop);
  const product: ModelProduct = { name: "Ash", category: "c-1", published: 1, price: 1, popularity: 0, stock: 9, valueIds: [] };
  // The transaction that gives a category its first product locks the category's row, so others
  // wait.
  const first: ModelProduct = { ...product, name: "Birch", category: "c-2" };
  const catalogue = new Map([...["p-1", "p-2", "p-3"].map((id) => [id, product] as const), ["p-4", first] as const]);
  await add(shop, catalogue);
  const query: Query = { ...unbound, categories: ["c-2"], attributes: [], order: "popular", page: "1" };
  await shown(shop, query);
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = transact(other, async (tx) => {
    await tx.updateTable("product").set({ category_id: "c-2" }).where("id", "=", "p-1").execute();
    began.resolve();
    await mayEnd.promise;
  });
  await began.promise;

  await other.updateTable("product").set({ category_id: "c-2" }).where("id", "=", "p-2").execute();
  expect((await shown(shop, query)).ids).toEqual(["p-2", "p-4"]);
  mayEnd.resolve();
  await slow;

  expect((await shown(shop, query)).ids).toEqual(["p-1", "p-2", "p-4"]);
});
