import type { Db, Row, Tx } from "../../db/tables.ts";

/** The current slug of the published product that had this slug. */
export async function findCurrentSlug(reader: Db, former: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom("product_redirect as r")
    .innerJoin("product as p", "p.id", "r.product_id")
    .select("p.slug")
    .where("r.slug", "=", former)
    .where("p.published", "=", 1)
    .executeTakeFirst();
  return row?.slug;
}

/** Sets or replaces the product to which a former slug redirects. */
export async function putRedirect(tx: Tx, row: Row<"product_redirect">): Promise<void> {
  const { slug, ...rest } = row;
  await tx
    .insertInto("product_redirect")
    .values(row)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(rest))
    .execute();
}

/** Deletes a redirect; true if there was one. */
export async function deleteRedirect(tx: Tx, slug: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("product_redirect").where("slug", "=", slug).executeTakeFirst();
  return numDeletedRows > 0n;
}

export type ProductRedirect = { slug: string; at: number; productId: string; productName: string; productSlug: string };

/** Up to `limit` redirects after `before`, the latest first. */
export const findRedirects = (
  reader: Db | Tx,
  { productId, before }: { productId?: string | undefined; before?: { at: number; slug: string } | undefined },
  limit: number,
): Promise<ProductRedirect[]> =>
  reader
    .selectFrom("product_redirect as r")
    .innerJoin("product as p", "p.id", "r.product_id")
    .select(["r.slug", "r.at", "p.id as productId", "p.name as productName", "p.slug as productSlug"])
    .$if(productId !== undefined, (query) => query.where("r.product_id", "=", productId ?? ""))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple("r.at", "r.slug"), "<", eb.tuple(before?.at ?? 0, before?.slug ?? ""))),
    )
    .orderBy("r.at", "desc")
    .orderBy("r.slug", "desc")
    .limit(limit)
    .execute();
