import { sql } from "kysely";
import type { Db, Tx } from "../../db/tables.ts";
import { byNaturalName } from "../rules/natural-order.ts";

/** A product to which other records refer. */
export type ProductReference = { id: string; slug: string; name: string; categoryId: string };

const products = (reader: Db | Tx) => reader.selectFrom("product").select(["id", "slug", "name", "category_id as categoryId"]);

/** Products, published or not, by name; unknown ids are left out. */
export const findReferencedProducts = async (reader: Db | Tx, ids: readonly string[]): Promise<ProductReference[]> =>
  ids.length === 0
    ? []
    : (await products(reader).where("id", "in", ids).orderBy("id").execute()).sort(byNaturalName(({ name }) => name));

/** Products, published or not; unknown slugs are left out. */
export const findProductsOfSlugs = async (reader: Db | Tx, slugs: readonly string[]): Promise<ProductReference[]> =>
  slugs.length === 0 ? [] : await products(reader).where("slug", "in", slugs).execute();

/**
 * Up to two active variants with this SKU, else the first variant of the product with this slug.
 */
export async function findVariantsNamed(reader: Db | Tx, text: string): Promise<string[]> {
  const bySku = await reader
    .selectFrom("variant")
    .select("id")
    .where(sql<string>`lower(sku)`, "=", text.toLowerCase())
    .where("sku", "<>", "")
    .where("active", "=", 1)
    .limit(2)
    .execute();
  if (bySku.length > 0) return bySku.map(({ id }) => id);
  const first = await reader
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select("v.id")
    .where("p.slug", "=", text)
    .where("v.active", "=", 1)
    .orderBy("v.position")
    .orderBy("v.id")
    .limit(1)
    .execute();
  return first.map(({ id }) => id);
}
