import type { Db, Tx } from "../../db/tables.ts";

/** A picture that a file named and that is not fetched yet. */
export type PictureToFetch = { productId: string; slug: string; url: string };

export type FetchedPicture = { key: string; width: number; height: number };

/** Products per query. */
const page = 100;

function* pagesOf(slugs: readonly string[]) {
  for (let at = 0; at < slugs.length; at += page) yield slugs.slice(at, at + page);
}

const pendingPictures = (reader: Db, slugs: readonly string[]) =>
  reader
    .selectFrom("product_media as m")
    .innerJoin("product as p", "p.id", "m.product_id")
    .where("p.slug", "in", slugs)
    .where("m.kind", "=", "drawn")
    .where("m.wanted_url", "is not", null);

/** The number of unfetched pictures of these products. */
export async function countPictures(reader: Db, slugs: readonly string[]): Promise<number> {
  let count = 0;
  for (const some of pagesOf(slugs)) {
    const rows = await pendingPictures(reader, some)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .execute();
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}

/** Unfetched pictures in the order of `slugs`, one page of products at a time. */
export async function* findPictures(reader: Db, slugs: readonly string[]): AsyncGenerator<PictureToFetch, void> {
  for (const some of pagesOf(slugs)) {
    const rows = await pendingPictures(reader, some)
      .select(["m.product_id as productId", "p.slug", "m.wanted_url as url"])
      .orderBy("m.position")
      .orderBy("m.id")
      .execute();
    const bySlug = Map.groupBy(rows, ({ slug }) => slug);
    for (const slug of some) for (const row of bySlug.get(slug) ?? []) yield { ...row, url: row.url ?? "" };
  }
}

/**
 * Stores a picture if the product still waits for it, and returns the number of changed rows. The
 * lock on the product keeps an import from replacing the pictures meanwhile.
 */
export async function updatePicture(tx: Tx, { productId, url }: PictureToFetch, fetched: FetchedPicture): Promise<number> {
  await tx.selectFrom("product").select("id").where("id", "=", productId).forUpdate().execute();
  const updated = await tx
    .updateTable("product_media")
    .set({ kind: "stored", ...fetched })
    .where("product_id", "=", productId)
    .where("wanted_url", "=", url)
    .where("kind", "=", "drawn")
    .executeTakeFirst();
  return Number(updated.numUpdatedRows);
}
