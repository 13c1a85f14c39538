import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import {
  countPictures,
  type FetchedPicture,
  findPictures,
  type PictureToFetch,
  updatePicture,
} from "./queries/pictures-to-fetch.ts";

export type { FetchedPicture, PictureToFetch };

/** The unfetched pictures of these products, in the order of `slugs`. */
export const picturesToFetch = (db: Db, slugs: readonly string[]): AsyncGenerator<PictureToFetch, void> =>
  findPictures(db, slugs);

/** The number of unfetched pictures of these products, published or not. Ignores unknown slugs. */
export const countPicturesToFetch = (db: Db, slugs: readonly string[]): Promise<number> => countPictures(db, slugs);

/**
 * Stores a fetched picture if the product still waits for it. Returns the number of changed rows.
 */
export const putPicture = (db: Db, picture: PictureToFetch, fetched: FetchedPicture): Promise<number> =>
  transact(db, (tx) => updatePicture(tx, picture, fetched));
