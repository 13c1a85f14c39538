import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { Outcome } from "../outcome.ts";
import { findImportedPictures, type ImportedPicture, putStoredPicture } from "./queries/import.ts";

export type PictureReport = { url: string; slug: string; reason: string };

type Store = (url: string) => Promise<Outcome<{ key: string; width: number; height: number }>>;

/** How many pictures are fetched at once. */
const lanes = 4;

/** Brings in the pictures of these products that are still drawn; what fails is reported in the file's order, and asked for again by the next run. */
export async function bringPictures(
  db: Db,
  slugs: readonly string[],
  fetchAndStore: Store,
): Promise<{ brought: number; missing: PictureReport[] }> {
  const waiting = (await findImportedPictures(db, slugs)).filter(({ kind }) => kind === "drawn");
  const reasons = new Map<string, string>();
  const bring = async ({ id, url }: ImportedPicture) => {
    const stored = await fetchAndStore(url);
    if (stored.ok) await transact(db, (tx) => putStoredPicture(tx, id, stored.value));
    else reasons.set(id, stored.error);
  };
  const queue = waiting.values();
  const lane = async () => {
    for (const picture of queue) await bring(picture);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const missing = waiting.flatMap(({ id, url, slug }) => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [{ url, slug, reason }];
  });
  return { brought: waiting.length - missing.length, missing };
}
