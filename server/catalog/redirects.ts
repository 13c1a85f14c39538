import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { deleteRedirect, findCurrentSlug, findRedirects, type ProductRedirect, putRedirect } from "./queries/redirects.ts";

export type { ProductRedirect };

/**
 * The current slug of the published product that formerly had this slug; undefined if there is
 * none.
 */
export const currentSlug = (db: Db, former: string): Promise<string | undefined> => findCurrentSlug(db, former);

type Move = { productId: string; from: string; to: string };

/**
 * Records that a product's address changed. Deletes a redirect of the new address, so that
 * redirects never form a circle.
 */
export async function recordMove(tx: Tx, { productId, from, to }: Move, now: number): Promise<void> {
  await deleteRedirect(tx, to);
  await putRedirect(tx, { slug: from, product_id: productId, at: now });
}

/** Up to `limit` former addresses of one product or all, after `before`, the latest first. */
export const listRedirects = (
  reader: Db | Tx,
  query: { productId?: string | undefined; before?: { at: number; slug: string } | undefined },
  limit: number,
): Promise<ProductRedirect[]> => findRedirects(reader, query, limit);

/** Deletes the redirect of a former address. */
export const removeRedirect = async (tx: Tx, slug: string): Promise<Outcome<object>> =>
  (await deleteRedirect(tx, slug)) ? ok({}) : notFound;
