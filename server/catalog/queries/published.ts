import type { Db } from "../../db/tables.ts";

/** A product of the sitemap. */
export type SitemapProduct = { id: string; slug: string; updatedAt: number };

/** Published products after `id`, in the order of their ids. */
export const findPublished = (reader: Db, after: string, limit: number): Promise<SitemapProduct[]> =>
  reader
    .selectFrom("product")
    .select(["id", "slug", "updated_at as updatedAt"])
    .where("published", "=", 1)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * The number of published products, and the last id of each group of `every` products, in the order
 * of ids.
 */
export async function findEnds(reader: Db, every: number): Promise<{ count: number; ends: string[] }> {
  const published = reader.selectFrom("product").where("published", "=", 1);
  const row = await published.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirst();
  const count = Number(row?.count ?? 0);
  const ends: string[] = [];
  for (let at = every; at < count; at += every) {
    const end = await published
      .select("id")
      .orderBy("id")
      .offset(at - 1)
      .limit(1)
      .executeTakeFirst();
    if (end) ends.push(end.id);
  }
  return { count, ends };
}

/**
 * When a product of each category last changed (ms), by the category's slug. Only categories with
 * published products.
 */
export async function findCategoryChanges(reader: Db): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(({ fn }) => ["c.slug", fn.max("p.updated_at").as("changed")])
    .where("p.published", "=", 1)
    .groupBy("c.slug")
    .execute();
  return new Map(rows.map(({ slug, changed }) => [slug, Number(changed)]));
}
