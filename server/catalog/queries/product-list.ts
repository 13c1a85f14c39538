import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { begins, beginsInLowerCase } from "../../db/begins.ts";
import { containing, idsBeginning, idsContaining } from "../../db/search-text.ts";
import type { Db, Tables } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";
import { searchedCode } from "../rules/search.ts";

export type ProductSort = "name" | "changed" | "cheapest" | "dearest";

/** The filters of the staff's list. */
export type ProductSearch = {
  /** lower case: a part of the name, or a whole slug, SKU or barcode */
  text: string;
  /** slug */
  category: string | undefined;
  label: string | undefined;
  /** undefined: published products and drafts */
  state: "published" | "draft" | "archived" | undefined;
  isOutOfStock: boolean;
  isPremium: boolean;
};

export type ListedProduct = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  label: string | null;
  published: number;
  archived: number;
  premium: number;
  price_start: number;
  price_stop: number;
  updated_at: number;
  category: string;
};

export type From = SelectQueryBuilder<Tables & { p: Tables["product"] }, "p", object>;
type Builder = ExpressionBuilder<Tables & { p: Tables["product"] }, "p">;

const lowerName = sql<string>`lower(p.name)`;

/**
 * Matches a part of a name, or a whole slug, SKU or barcode. Finds the ids in indexes, before
 * reading any product.
 */
function matches(db: Db, text: string, ids: readonly string[]) {
  const name = foldedText(text);
  return (eb: Builder) => {
    const byName = eb
      .selectFrom("product as n")
      .select("n.id")
      .where(sql<boolean>`lower(n.name) LIKE ${containing(name)} ESCAPE '\\'`)
      .unionAll(idsContaining(db, "product", name))
      .unionAll(eb.selectFrom("product as n").select("n.id").where("n.slug", "=", text));
    const keyed = () =>
      eb
        .selectFrom("product as n")
        .select("n.id")
        .where("n.id", "in", [...ids]);
    return eb("p.id", "in", ids.length > 0 ? byName.unionAll(keyed()) : byName);
  };
}

const sellable = (eb: Builder) =>
  eb.exists(
    eb
      .selectFrom("variant as v")
      .select("v.id")
      .whereRef("v.product_id", "=", "p.id")
      .where("v.active", "=", 1)
      .whereRef("v.on_hand", ">", "v.reserved"),
  );

/** Matches sold-out products, which are few and have their own index. */
const soldOut = (eb: Builder) =>
  eb.and([
    eb(
      "p.id",
      "in",
      eb.selectFrom("variant as s").select("s.product_id").where("s.active", "=", 1).whereRef("s.on_hand", "<=", "s.reserved"),
    ),
    eb.not(sellable(eb)),
  ]);

/** Products with a variant that has this SKU, in any letter case, or this barcode. */
export async function idsOfCode(db: Db, text: string): Promise<string[]> {
  if (text === "") return [];
  const variants = db.selectFrom("variant").select("product_id");
  const bySku = variants.where(sql<string>`lower(sku)`, "=", text).where("sku", "<>", "");
  const byBarcode = variants.where("barcode", "in", [text, text.toUpperCase()]).where("barcode", "<>", "");
  const rows = await bySku.union(byBarcode).execute();
  return rows.map(({ product_id }) => product_id);
}

/**
 * A query of the products that match the search. It names the table of products `p`. `ids` are the
 * products that have the searched text as a code.
 */
export function narrowed(db: Db, search: ProductSearch, ids: readonly string[], categoryId: string | undefined): From {
  const { text, label, state, isOutOfStock, isPremium } = search;
  let query: From = db.selectFrom("product as p") as From;
  if (text !== "") query = query.where(matches(db, text, ids));
  if (categoryId !== undefined) query = query.where("p.category_id", "=", categoryId);
  if (label !== undefined) query = query.where("p.label", "=", label);
  if (state !== "published") query = query.where("p.archived", "=", state === "archived" ? 1 : 0);
  if (state === "published" || state === "draft") query = query.where("p.published", "=", state === "published" ? 1 : 0);
  if (isPremium) query = query.where("p.premium", "=", 1);
  if (isOutOfStock) query = query.where(soldOut);
  return query;
}

/** The category's id: undefined without a slug, and `none` if the category does not exist. */
export const categoryIdOf = async (db: Db, slug: string | undefined): Promise<string | undefined> =>
  slug === undefined
    ? undefined
    : ((await db.selectFrom("category").select("id").where("slug", "=", slug).executeTakeFirst())?.id ?? "none");

/**
 * The most products of a category that are sorted by the query. For more, the query reads the index
 * of the list's order until the page is full.
 */
const mostSorted = 2000;

async function isLargeCategory(db: Db, id: string): Promise<boolean> {
  const products = db.selectFrom("product").select("id").where("category_id", "=", id);
  const { count } = await db
    .selectFrom(products.limit(mostSorted + 1).as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) > mostSorted;
}

const orders = {
  name: { by: lowerName as RawBuilder<string | number>, way: "asc" },
  changed: { by: sql<string | number>`p.updated_at`, way: "desc" },
  cheapest: { by: sql<string | number>`p.price_start`, way: "asc" },
  dearest: { by: sql<string | number>`p.price_start`, way: "desc" },
} as const;

/** Up to `limit` products after the product `after`, even if that product no longer matches. */
export async function searchProductRows(
  db: Db,
  search: ProductSearch,
  { sort, after }: { sort: ProductSort; after: string | undefined },
  limit: number,
): Promise<ListedProduct[]> {
  const { by, way } = orders[sort];
  const [ids, categoryId] = [await idsOfCode(db, search.text), await categoryIdOf(db, search.category)];
  const mark =
    after === undefined
      ? undefined
      : await db.selectFrom("product as p").select(by.as("value")).where("p.id", "=", after).executeTakeFirst();
  const beyond = way === "asc" ? sql`>` : sql`<`;
  const isLarge = categoryId !== undefined && search.text === "" && (await isLargeCategory(db, categoryId));
  return await narrowed(db, search, ids, isLarge ? undefined : categoryId)
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(listedColumns)
    .select(["p.price_stop", "p.updated_at", "c.name as category"])
    // No index has this expression. So the engine cannot read a large category through the
    // category's index and then sort all of it.
    .$if(isLarge, (query) => query.where(sql<boolean>`COALESCE(p.category_id, '') = ${categoryId}`))
    .$if(mark !== undefined, (query) => query.where(sql<boolean>`(${by}, p.id) ${beyond} (${mark?.value}, ${after})`))
    .orderBy(by, way)
    .orderBy("p.id", way)
    .limit(limit)
    .execute();
}

const listedColumns = [
  ...(["p.id", "p.slug", "p.name", "p.brand", "p.label", "p.published", "p.archived", "p.premium"] as const),
  "p.price_start",
] as const;

/** The products with these ids, in any order. */
export const findListedProducts = (db: Db, ids: readonly string[]): Promise<ListedProduct[]> =>
  db
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(listedColumns)
    .select(["p.price_stop", "p.updated_at", "c.name as category"])
    .where("p.id", "in", [...ids])
    .execute();

/**
 * Products whose SKU or barcode, slug or name begins with the lower-case `text`, in this order.
 * Reads only indexes.
 */
export async function findProductsBeginning(db: Db, text: string, limit: number): Promise<string[]> {
  const [name, code] = [foldedText(text), searchedCode(text)];
  const byCode = db
    .selectFrom(
      idsBeginning(db, "code", code)
        .limit(code === "" ? 0 : limit)
        .as("c"),
    )
    .innerJoin("variant as v", "v.id", "c.id")
    .select("v.product_id as id");
  const bySlug = db
    .selectFrom("product")
    .select("id")
    .where(({ ref }) => begins(db, ref("slug"), text))
    .limit(limit);
  const byName = db
    .selectFrom("product")
    .select("id")
    .where(({ ref }) => beginsInLowerCase(db, ref("name"), name))
    .limit(limit);
  const rows = [...(await byCode.execute()), ...(await bySlug.execute()), ...(await byName.execute())];
  rows.push(...(await idsBeginning(db, "product", name).limit(limit).execute()));
  return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
}

export const findAnyId = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom("product").select("id").limit(1).executeTakeFirst())?.id;

/** The number of matching products, counted up to `most`. */
export async function countProductRows(db: Db, search: ProductSearch, most: number): Promise<number> {
  const [ids, categoryId] = [await idsOfCode(db, search.text), await categoryIdOf(db, search.category)];
  const { count } = await db
    .selectFrom(narrowed(db, search, ids, categoryId).select("p.id").limit(most).as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ListedStock = { productId: string; variants: number; left: number };

/** The number of variants on sale of these products, and their units left. */
export async function findListedStock(db: Db, ids: readonly string[]): Promise<ListedStock[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("variant")
    .select(({ fn, eb }) => [
      "product_id as productId",
      fn.countAll<number>().as("variants"),
      fn.sum<number>(eb("on_hand", "-", eb.ref("reserved"))).as("left"),
    ])
    .where("product_id", "in", ids)
    .where("active", "=", 1)
    .groupBy("product_id")
    .execute();
  return rows.map(({ productId, variants, left }) => ({ productId, variants: Number(variants), left: Number(left) }));
}
