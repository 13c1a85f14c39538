import { saveCategory } from "../catalog/categories.ts";
import { cleanProduct } from "../catalog/new-product.ts";
import { addPastSales, setSalesAndViews } from "../catalog/popularity.ts";
import { addReviews } from "../catalog/reviews.ts";
import { oneDay } from "../catalog/rules/days.ts";
import { saveProducts } from "../catalog/save-products.ts";
import { forbid } from "../catalog/states.ts";
import { addViews } from "../catalog/views.ts";
import { addBanner } from "../content/banners.ts";
import type { Tx } from "../db/tables.ts";
import banners from "./dataset/banners.json" with { type: "json" };
import { pastSales, pastViews } from "./past.ts";
import type { Dataset } from "./read-dataset.ts";
import type { DemoProduct } from "./read-products.ts";

type IdBySlug = ReadonlyMap<string, string>;

/**
 * Loads categories, products with reviews and sales, state rules and banners. Categories, products
 * and state rules are saved by the functions that also save an owner's own data. Returns the
 * products' ids by slug.
 */
export async function loadProducts(tx: Tx, { categories, products, stateRules }: Dataset, now: number): Promise<IdBySlug> {
  for (const [position, category] of categories.entries()) await saveCategory(tx, { ...category, position });
  await saveDemoProducts(tx, products, now);
  const productIds = await idsBySlug(tx, "product");
  for (const product of products) await addHistory(tx, productIds.get(product.past.product) ?? "", product, now);
  const categoryIds = await idsBySlug(tx, "category");
  for (const { country, area, category = "", product = "" } of stateRules)
    await forbid(tx, { country, area, categoryId: categoryIds.get(category), productId: productIds.get(product) });
  for (const [position, banner] of banners.entries()) await addBanner(tx, { ...banner, position });
  return productIds;
}

async function saveDemoProducts(tx: Tx, products: readonly DemoProduct[], now: number): Promise<void> {
  const added = products.map(({ product, past }) => cleanProduct({ ...product, createdAt: now - past.addedDaysAgo * oneDay }));
  const outcomes = await saveProducts(tx, added, { now, stock: "kept" });
  const refused = outcomes.find((outcome) => !outcome.ok);
  if (refused) throw new Error(`the demo shop has a product that cannot be saved: ${refused.error}`);
}

async function addHistory(tx: Tx, productId: string, { past, reviews }: DemoProduct, now: number): Promise<void> {
  await setSalesAndViews(tx, productId, past);
  await addPastSales(tx, pastSales(past, await variantIds(tx, productId), now));
  await addViews(tx, pastViews(productId, past, now));
  await addReviews(
    tx,
    productId,
    reviews.map(({ author, stars, title, body, daysAgo }) => ({ author, stars, title, body, at: now - daysAgo * oneDay })),
  );
}

const variantIds = async (tx: Tx, productId: string): Promise<string[]> =>
  (await tx.selectFrom("variant").select("id").where("product_id", "=", productId).orderBy("position").execute()).map(
    ({ id }) => id,
  );

async function idsBySlug(tx: Tx, table: "product" | "category"): Promise<IdBySlug> {
  const rows = await tx.selectFrom(table).select(["slug", "id"]).execute();
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
