import type { Db, Tx } from "../db/tables.ts";
import { findPublished } from "./queries/publication.ts";
import { currentSlug } from "./redirects.ts";
import { productsTyped } from "./references.ts";

/** Whether a product is published or hidden; undefined if no product has this id. */
export async function publicationStatus(reader: Db | Tx, id: string): Promise<"published" | "hidden" | undefined> {
  const published = (await findPublished(reader, [id])).get(id);
  if (published === undefined) return undefined;
  return published ? "published" : "hidden";
}

/** The ids of products that shoppers can see, in the given order. */
export async function publishedIds(reader: Db | Tx, ids: readonly string[]): Promise<string[]> {
  const published = await findPublished(reader, ids);
  return ids.filter((id) => published.get(id));
}

/** Whether a product's address, present or former, leads to a page that shoppers can see. */
export async function hasProductPage(db: Db, slug: string): Promise<boolean> {
  const { products } = await productsTyped(db, slug);
  const ids = products.map(({ id }) => id);
  return (await publishedIds(db, ids)).length > 0 || (await currentSlug(db, slug)) !== undefined;
}
