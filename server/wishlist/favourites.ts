import { publicationStatus, publishedIds } from "../catalog/publication.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { deleteFavourite, findFavourites, insertFavourite } from "./queries.ts";

/**
 * The most favourites, far more than anybody needs; it prevents abuse. Two concurrent presses may
 * exceed it by one.
 */
export const mostFavourites = 500;

/**
 * The ids of a customer's favourites that are published, the latest first. A product that is
 * published again reappears.
 */
export const favouritesOf = async (db: Db, customerId: string): Promise<string[]> =>
  publishedIds(db, await findFavourites(db, customerId));

type Heart = { customerId: string; productId: string };

/** Adds a favourite; also succeeds if the product is already a favourite. */
export const addFavourite = (db: Db, heart: Heart, now: number): Promise<Outcome<string>> =>
  transact(db, async (tx) => {
    if ((await publicationStatus(tx, heart.productId)) !== "published") return notFound;
    const ids = await findFavourites(tx, heart.customerId);
    if (!ids.includes(heart.productId) && ids.length >= mostFavourites)
      return refuse("limit_reached", `Your favorites already hold ${mostFavourites} products. Please remove one first.`);
    await insertFavourite(tx, heart, now);
    return ok("added to your favorites");
  });

/**
 * Adds a guest's favourites at the sign-in, the latest first. Leaves out unknown products and
 * products beyond the limit.
 */
export async function mergeFavourites(
  tx: Tx,
  { customerId, productIds }: { customerId: string; productIds: readonly string[] },
  now: number,
): Promise<void> {
  if (productIds.length === 0) return;
  const favourites = new Set(await findFavourites(tx, customerId));
  const fresh = (await publishedIds(tx, [...new Set(productIds)])).filter((id) => !favourites.has(id));
  const fitting = fresh.slice(0, Math.max(0, mostFavourites - favourites.size));
  for (const [at, productId] of fitting.entries()) await insertFavourite(tx, { customerId, productId }, now - at);
}

/**
 * Removes a favourite, even if its product is no longer published; also succeeds if the product is
 * no favourite.
 */
export async function removeFavourite(db: Db, heart: Heart): Promise<Outcome<string>> {
  if ((await publicationStatus(db, heart.productId)) === undefined) return notFound;
  await deleteFavourite(db, heart);
  return ok("removed from your favorites");
}
