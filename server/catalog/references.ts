import type { Db, Tx } from "../db/tables.ts";
import { findCategories } from "./queries/facets.ts";
import { findProductsOfSlugs, findReferencedProducts, type ProductReference } from "./queries/references.ts";

export { findVariantsNamed, type ProductReference } from "./queries/references.ts";

/** The ids among these that are categories. */
export async function categoryIdsAmong(reader: Db | Tx, ids: readonly string[]): Promise<string[]> {
  const categoryIds = new Set((await findCategories(reader)).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => categoryIds.has(id));
}

/** Products by their ids, published or not, sorted by name. */
export const referencedProducts = (reader: Db | Tx, ids: readonly string[]): Promise<ProductReference[]> =>
  findReferencedProducts(reader, [...new Set(ids)]);

/** The most ids of one statement. */
const mostIds = 500;

/** Names by ids, of any number of products. */
export async function productNames(reader: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const uniqueIds = [...new Set(ids)];
  for (let at = 0; at < uniqueIds.length; at += mostIds)
    for (const { id, name } of await findReferencedProducts(reader, uniqueIds.slice(at, at + mostIds))) names.set(id, name);
  return names;
}

/** The ids among these that are products. */
export const productIdsAmong = async (reader: Db | Tx, ids: readonly string[]): Promise<string[]> =>
  (await referencedProducts(reader, ids)).map(({ id }) => id);

/**
 * The slug in a typed text. The text is either the slug, such as `gold-basil`, or the whole address
 * of the product's page.
 */
export function slugIn(typed: string): string {
  const [path = ""] = typed.trim().split(/[?#]/, 1);
  return path.split("/").findLast((part) => part !== "") ?? "";
}

/**
 * The products in a typed text, which has one slug or address per line. `unknown` are the lines
 * that name no product.
 */
export async function productsTyped(reader: Db | Tx, text: string): Promise<{ products: ProductReference[]; unknown: string[] }> {
  const lines = text.split("\n").map((line) => line.trim());
  const slugs = [...new Set(lines.filter((line) => line !== "").map(slugIn))];
  const products = await findProductsOfSlugs(reader, slugs);
  const slugsFound = new Set(products.map(({ slug }) => slug));
  return { products, unknown: slugs.filter((slug) => !slugsFound.has(slug)) };
}
