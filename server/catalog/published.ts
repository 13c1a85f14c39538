import type { Db } from "../db/tables.ts";
import { findCategoryChanges, findEnds, findPublished, type SitemapProduct } from "./queries/published.ts";

const batch = 1000;

/**
 * Published products after `start` up to and including `end`, read in batches, so that a hundred
 * thousand need little memory.
 */
export async function* publishedFrom(reader: Db, start: string, end: string | undefined): AsyncGenerator<SitemapProduct> {
  let after = start;
  for (;;) {
    const products = await findPublished(reader, after, batch);
    for (const product of products) {
      yield product;
      if (product.id === end) return;
    }
    const last = products.at(-1);
    if (!last || products.length < batch) return;
    after = last.id;
  }
}

/** The number of published products, and the last id of each group of `every` products. */
export const publishedEnds = (reader: Db, every: number) => findEnds(reader, every);

/** When a product of each category last changed (ms), by slug. */
export const categoryChanges = (reader: Db): Promise<Map<string, number>> => findCategoryChanges(reader);
