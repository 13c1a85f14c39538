import { LRUCache } from "lru-cache";
import type { Db } from "../db/tables.ts";
import { type CleanDescription, type Cleaner, cleanWithSource, reusable } from "./description.ts";
import { type CleanProduct, cleanedBy, type NewProduct } from "./new-product.ts";
import { findDescriptions } from "./queries/product-rows.ts";

/**
 * The most bytes of the cache; a character counts 2 bytes. A small cache is enough, since equal
 * texts are usually close together in a file.
 */
const maxBytes = 1_000_000;
const sizeOf = ({ html }: CleanDescription, raw: string): number => 2 * (raw.length + html.length) + 100;

/** Adds a cache to a cleaner, so that equal descriptions are usually cleaned once. */
export function openCleaner(clean: Cleaner = cleanWithSource): Cleaner {
  const cleaned = new LRUCache<string, CleanDescription>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  return (raw) => {
    const cached = cleaned.get(raw);
    if (cached) return cached;
    const description = clean(raw);
    cleaned.set(raw, description);
    return description;
  };
}

/**
 * Cleans products for `saveProducts`, before its transaction. Reuses a stored description that was
 * made from an equal text.
 */
export async function cleanProducts(db: Db, products: readonly NewProduct[], clean: Cleaner): Promise<CleanProduct[]> {
  const described = products.filter(({ description }) => description !== undefined);
  const stored = await findDescriptions(
    db,
    described.map(({ slug }) => slug),
  );
  return products.map((product) => {
    const description = stored.get(product.slug);
    return cleanedBy((raw) => (description && reusable(raw, description)) ?? clean(raw))(product);
  });
}
