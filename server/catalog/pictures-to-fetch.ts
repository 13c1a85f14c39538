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

/** The pictures of these products that are not fetched yet, in the order of `slugs`. */
export const picturesToFetch = (db: Db, slugs: readonly string[]): AsyncGenerator<PictureToFetch, void> =>
  findPictures(db, slugs);

/** Of unpublished products too; unknown slugs count nothing. */
export const countPicturesToFetch = (db: Db, slugs: readonly string[]): Promise<number> => countPictures(db, slugs);

/** Stores a fetched picture where its product still waits for it; returns in how many places. */
export const putPicture = (db: Db, picture: PictureToFetch, fetched: FetchedPicture): Promise<number> =>
  transact(db, (tx) => updatePicture(tx, picture, fetched));
