import { saveAttribute } from "../catalog/attributes.ts";
import { saveCategory } from "../catalog/categories.ts";
import type { NewProduct, NewVariant } from "../catalog/new-product.ts";
import { addPastSales, setSalesAndViews } from "../catalog/popularity.ts";
import { addReviews } from "../catalog/reviews.ts";
import { saveProduct } from "../catalog/save-products.ts";
import { forbid } from "../catalog/states.ts";
import { addViews } from "../catalog/views.ts";
import { addBanner } from "../content/banners.ts";
import type { Tx } from "../db/tables.ts";
import { attributes } from "./dataset/attributes.ts";
import { banners } from "./dataset/banners.ts";
import { categories } from "./dataset/categories.ts";
import { products } from "./dataset/products.ts";
import { stateRules } from "./dataset/states.ts";
import type { DemoProduct, DemoVariant } from "./dataset/types.ts";
import { pastSales, pastViews } from "./past.ts";

const day = 24 * 3600 * 1000;

/** Ids by slug, as the rest of the demo shop needs them. */
export type Loaded = { productIds: Map<string, string>; categoryIds: Map<string, string> };

/**
 * Categories, attributes, products with reviews and sales, state rules and banners, through the
 * same functions as an owner's.
 */
export async function loadProducts(tx: Tx, now: number): Promise<Loaded> {
  for (const [position, category] of categories.entries()) await saveCategory(tx, { ...category, position });
  for (const [position, { slug, name, values }] of attributes.entries())
    await saveAttribute(tx, { slug, name, position, values: Object.entries(values).map(([slug, name]) => ({ slug, name })) });
  for (const product of products) await saveDemoProduct(tx, product, now);

  const loaded = await idsBySlug(tx);
  for (const product of products) await addHistory(tx, loaded.productIds.get(product.slug) ?? "", product, now);
  for (const { country, area, ...target } of stateRules) {
    const categoryId = "category" in target ? loaded.categoryIds.get(target.category) : undefined;
    const productId = "product" in target ? loaded.productIds.get(target.product) : undefined;
    await forbid(tx, { country, area, categoryId, productId });
  }
  for (const [position, banner] of banners.entries()) await addBanner(tx, { ...banner, position });
  return loaded;
}

async function saveDemoProduct(tx: Tx, product: DemoProduct, now: number): Promise<void> {
  const saved = await saveProduct(tx, newProduct(product, now), now);
  if (!saved.ok) throw new Error(`demo product ${product.slug}: ${saved.error}`);
}

const newProduct = (product: DemoProduct, now: number): NewProduct => ({
  slug: product.slug,
  name: product.name,
  category: product.category,
  brand: product.brand,
  description: product.description,
  premium: product.premium,
  demo: true,
  createdAt: now - product.addedDaysAgo * day,
  ...(product.label && { label: product.label }),
  attributes: Object.entries(product.attributes).flatMap(([attribute, values]) => values.map((value) => ({ attribute, value }))),
  pictures: product.pictures.map((picture) => ({ kind: "drawn", ...picture })),
  variants: product.variants.map(newVariant),
});

const newVariant = ({ sku, options, priceCents, compareAtCents, onHand, weightGrams, picture }: DemoVariant): NewVariant => ({
  key: sku,
  sku,
  name: Object.values(options).join(" / "),
  options,
  price: priceCents,
  compareAt: compareAtCents,
  stock: onHand,
  grams: weightGrams,
  picture,
});

async function addHistory(tx: Tx, productId: string, product: DemoProduct, now: number): Promise<void> {
  const { reviews, units90, views30 } = product;
  await setSalesAndViews(tx, productId, { units90, views30 });
  await addPastSales(tx, pastSales(product, await variantIds(tx, productId), now));
  await addViews(tx, pastViews(productId, product, now));
  await addReviews(
    tx,
    productId,
    reviews.map(({ daysAgo, ...review }) => ({ ...review, at: now - daysAgo * day })),
  );
}

const variantIds = async (tx: Tx, productId: string): Promise<string[]> =>
  (await tx.selectFrom("variant").select("id").where("product_id", "=", productId).orderBy("position").execute()).map(
    ({ id }) => id,
  );

async function idsBySlug(tx: Tx): Promise<Loaded> {
  const productRows = await tx.selectFrom("product").select(["slug", "id"]).execute();
  const categoryRows = await tx.selectFrom("category").select(["slug", "id"]).execute();
  return {
    productIds: new Map(productRows.map(({ slug, id }) => [slug, id])),
    categoryIds: new Map(categoryRows.map(({ slug, id }) => [slug, id])),
  };
}
