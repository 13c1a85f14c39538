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

/**
 * How many pictures are not fetched, including unpublished products; unknown slugs count nothing.
 */
export const countPicturesToFetch = (db: Db, slugs: readonly string[]): Promise<number> => countPictures(db, slugs);

/** Stores a fetched picture for a product that still waits for it; returns the number of rows. */
export const putPicture = (db: Db, picture: PictureToFetch, fetched: FetchedPicture): Promise<number> =>
  transact(db, (tx) => updatePicture(tx, picture, fetched));
