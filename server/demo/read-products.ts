import { z } from "zod";
import type { NewProduct } from "../catalog/new-product.ts";
import { parseDollars } from "../money.ts";
import { openSource } from "../transfer/reading/source.ts";
import type { Draft } from "../transfer/rules/draft.ts";
import type { ProductOptions } from "../transfer/rules/format.ts";
import { classifierFor } from "../transfer/rules/mapping/sorting.ts";
import { newProductOf } from "../transfer/writing/new-product.ts";
import { demoDrawings } from "./drawings/generator.ts";
import { datasetPath, readTable } from "./read-table.ts";

const popularityRow = z.object({
  product: z.string(),
  addedDaysAgo: z.coerce.number(),
  units90: z.coerce.number(),
  views30: z.coerce.number(),
});

const reviewRow = z.object({
  product: z.string(),
  daysAgo: z.coerce.number(),
  stars: z.coerce.number(),
  author: z.string(),
  title: z.string(),
  body: z.string(),
});

type DemoReview = z.infer<typeof reviewRow>;

/**
 * A product's age in days, its sold units in the last 90 days, and its views in the last 30 days.
 */
export type ProductPast = z.infer<typeof popularityRow>;

/** A product of the demo shop, with its sales, views and reviews before the shop was loaded. */
export type DemoProduct = { product: NewProduct; past: ProductPast; reviews: readonly DemoReview[] };

const isDrawing = (key: string): boolean => demoDrawings(key) !== undefined;

/**
 * Reads the demo shop's products in the same way as an import reads its file, and adds their
 * popularity and reviews. `categories` are slugs.
 */
export async function readProducts(categories: readonly string[]): Promise<DemoProduct[]> {
  const pasts = await readTable("popularity.csv", popularityRow);
  const reviews = Map.groupBy(await readTable("reviews.csv", reviewRow), ({ product }) => product);
  return (await readDrafts(categories)).map((draft) => {
    const past = pasts.find(({ product }) => product === draft.slug);
    if (!past) throw new Error(`popularity.csv has no ${draft.slug}`);
    return { product: { ...newProductOf(draft, { isDrawing }), demo: true }, past, reviews: reviews.get(draft.slug) ?? [] };
  });
}

async function readDrafts(categories: readonly string[]): Promise<Draft[]> {
  const source = await openSource(datasetPath("products.csv"));
  if (!source.ok) throw new Error(source.error);
  const slugs = new Map(categories.map((slug) => [slug, slug]));
  const options: ProductOptions = {
    categories: slugs,
    fallback: undefined,
    classify: classifierFor({}, slugs),
    parsePrice: parseDollars,
  };
  try {
    const drafts: Draft[] = [];
    for await (const { slug, draft, faults } of source.value.readings(options)) {
      if (!draft) throw new Error(`products.csv, ${slug}: ${faults.map(({ reason }) => reason).join(", ")}`);
      drafts.push(draft);
    }
    return drafts;
  } finally {
    await source.value.close();
  }
}
