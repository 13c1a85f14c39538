import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { containing, idsContaining } from "../../db/search-text.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { belowLow } from "./low-stock.ts";

/** A variant as the staff see it, sold or not. */
export type StockRow = {
  id: string;
  productId: string;
  slug: string;
  productName: string;
  variantName: string;
  sku: string;
  barcode: string;
  onHand: number;
  reserved: number;
  /** the variant's own low-stock threshold in units; null: the shop's threshold */
  lowStock: number | null;
  forSale: boolean;
};

const columns = [
  "v.id",
  "p.id as productId",
  "p.slug",
  "p.name as productName",
  "v.name as variantName",
  "v.sku",
  "v.barcode",
  "v.on_hand as onHand",
  "v.reserved",
  "v.low_stock as lowStock",
  "v.active",
  "p.published",
] as const;

const variants = (reader: Db | Tx) =>
  reader.selectFrom("product as p").innerJoin("variant as v", "v.product_id", "p.id").select(columns);
type Variants = ReturnType<typeof variants>;
type VariantRow = Variants extends SelectQueryBuilder<infer _Tables, infer _From, infer Row> ? Row : never;

const rowsOf = (rows: readonly VariantRow[]): StockRow[] =>
  rows.map(({ active, published, ...row }) => ({ ...row, forSale: active === 1 && published === 1 }));

export async function findStockRow(reader: Db | Tx, id: string): Promise<StockRow | undefined> {
  return rowsOf(await variants(reader).where("v.id", "=", id).execute())[0];
}

/** The variants of a product, in order. */
export const findStockOf = async (reader: Db | Tx, productId: string): Promise<StockRow[]> =>
  rowsOf(await variants(reader).where("p.id", "=", productId).orderBy("v.position").orderBy("v.id").execute());

/** Variants with exactly this SKU, in any letter case, or barcode. */
export async function findByCode(reader: Db | Tx, code: string, limit: number): Promise<StockRow[]> {
  const ids = reader
    .selectFrom("variant as c")
    .select("c.id")
    .where(sql<string>`lower(c.sku)`, "=", code.toLowerCase())
    .where("c.sku", "<>", "")
    .union(reader.selectFrom("variant as c").select("c.id").where("c.barcode", "=", code).where("c.barcode", "<>", ""));
  return rowsOf(await variants(reader).where("v.id", "in", ids).orderBy("v.id").limit(limit).execute());
}

/** Up to `limit` variants of other products with one of these SKUs. */
export const findSharingSkus = async (
  reader: Db | Tx,
  { productId, skus }: { productId: string; skus: readonly string[] },
  limit: number,
): Promise<StockRow[]> =>
  skus.length === 0
    ? []
    : rowsOf(
        await variants(reader)
          .where(sql<string>`lower(v.sku)`, "in", [...new Set(skus.map((sku) => sku.toLowerCase()))])
          .where("p.id", "<>", productId)
          .where("v.active", "=", 1)
          .orderBy("v.id")
          .limit(limit)
          .execute(),
      );

const byName = sql<string>`lower(p.name)`;
// Tests the names in the index that sorts the list, so that only matching products are read.
const holds = (db: Db, word: string) =>
  sql<SqlBool>`(${byName} LIKE ${containing(word)} ESCAPE '\\' OR p.id IN ${idsContaining(db, "product", word)})`;

/**
 * The query of a list of variants. All `words`, which are folded, must occur in the product's name.
 * The list continues after the variant with the id `after`.
 */
export type StockListQuery = { words: readonly string[]; after: string | undefined };

/** Variants by their products' names. */
export async function findByName(db: Db, { words, after }: StockListQuery, limit: number): Promise<StockRow[]> {
  let query = variants(db);
  for (const word of words) query = query.where(holds(db, word));
  const mark = after === undefined ? undefined : await markOf(db, after);
  if (mark)
    query = query
      // The engine uses the index only for the first condition.
      .where(sql<SqlBool>`(${byName}, p.id) >= (${mark.name}, ${mark.productId})`)
      .where(sql<SqlBool>`(${byName}, p.id, v.position, v.id) > (${mark.name}, ${mark.productId}, ${mark.position}, ${mark.id})`);
  return rowsOf(await query.orderBy(byName).orderBy("p.id").orderBy("v.position").orderBy("v.id").limit(limit).execute());
}

const markOf = (db: Db, id: string) =>
  db
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select([byName.as("name"), "p.id as productId", "v.position", "v.id", "v.on_hand", "v.reserved", belowLow.as("belowLow")])
    .where("v.id", "=", id)
    .executeTakeFirst();

/**
 * The most products found by name that the query sorts. For more, the query reads the index of the
 * list's order until the page is full.
 */
const mostSorted = 2000;

/**
 * Variants, sold or not, sorted by their available units. All `words`, which are folded, must occur
 * in the product's name.
 */
export async function findByLeft(
  db: Db,
  { words, after, way }: StockListQuery & { way: "asc" | "desc" },
  limit: number,
): Promise<StockRow[]> {
  const unitsLeft = sql<number>`v.on_hand - v.reserved`;
  const mark = after === undefined ? undefined : await markOf(db, after);
  const beyond = way === "asc" ? sql`>` : sql`<`;
  let products = db.selectFrom("product as p").select("p.id");
  for (const word of words) products = products.where(holds(db, word));
  const ids = words.length === 0 ? [] : (await products.limit(mostSorted + 1).execute()).map(({ id }) => id);
  const isRare = words.length > 0 && ids.length <= mostSorted;
  if (isRare && ids.length === 0) return [];
  let query = variants(db);
  if (isRare) query = query.where("p.id", "in", ids);
  else for (const word of words) query = query.where(holds(db, word));
  if (mark) query = query.where(sql<SqlBool>`(${unitsLeft}, v.id) ${beyond} (${mark.on_hand - mark.reserved}, ${mark.id})`);
  return rowsOf(await query.orderBy(unitsLeft, way).orderBy("v.id", way).limit(limit).execute());
}

/**
 * The ids of up to `most` variants, in any order. All `words` must occur in the product's name. With
 * `low`, leaves out variants that are not for sale or not low on stock.
 */
export async function findStockIds(
  db: Db,
  { words, low }: { words: readonly string[]; low: boolean },
  most: number,
): Promise<string[]> {
  let query = db.selectFrom("product as p").innerJoin("variant as v", "v.product_id", "p.id").select("v.id");
  for (const word of words) query = query.where(holds(db, word));
  if (low) query = query.where("v.active", "=", 1).where("p.published", "=", 1).where(belowLow, "<=", 0);
  return (await query.limit(most).execute()).map(({ id }) => id);
}

/** Variants for sale that are low on stock, the furthest below their threshold first. */
export async function findLow(db: Db, after: string | undefined, limit: number): Promise<StockRow[]> {
  const mark = after === undefined ? undefined : await markOf(db, after);
  return rowsOf(
    await variants(db)
      .where("v.active", "=", 1)
      .where("p.published", "=", 1)
      .where(belowLow, "<=", 0)
      .$if(mark !== undefined, (query) =>
        query.where(sql<SqlBool>`(${belowLow}, v.id) > (${mark?.belowLow ?? 0}, ${mark?.id ?? ""})`),
      )
      .orderBy(belowLow)
      .orderBy("v.id")
      .limit(limit)
      .execute(),
  );
}
