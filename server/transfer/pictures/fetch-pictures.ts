import {
  countPicturesToFetch,
  type FetchedPicture,
  type PictureToFetch,
  picturesToFetch,
  putPicture,
} from "../../catalog/pictures-to-fetch.ts";
import type { Db } from "../../db/tables.ts";
import type { Outcome } from "../../outcome.ts";

/** A picture that could not be fetched. `url` is its name or address in the file. */
export type PictureReport = { url: string; slug: string; reason: string };

export type FetchPicturesOptions = {
  /** fetches and stores the picture with this name or address */
  store: (url: string) => Promise<Outcome<FetchedPicture>>;
  /** called with the numbers of finished and of all pictures */
  onProgress?: (done: number, total: number) => void;
  onMissing: (report: PictureReport) => void;
  /** once aborted, no further picture is begun, and interrupted pictures count as `left` */
  signal?: AbortSignal | undefined;
};

/** `left`: not tried or not finished, since the run was stopped. */
export type FetchCounts = { brought: number; missing: number; left: number };

/** The most pictures that are fetched concurrently. */
const maxConcurrent = 4;

/**
 * Fetches the pending pictures of these products. A failed picture is reported, and stays pending
 * for the next run.
 */
export async function fetchPictures(db: Db, slugs: readonly string[], options: FetchPicturesOptions): Promise<FetchCounts> {
  const { store, onProgress, onMissing } = options;
  const count = { brought: 0, missing: 0, done: 0 };
  const total = await countPicturesToFetch(db, slugs);
  const queue = picturesToFetch(db, slugs);
  const failed = new AbortController();
  const stopped = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const once = oncePerUrl(store);

  const fetchOne = async (picture: PictureToFetch) => {
    const outcome = await once(picture.url);
    if (outcome.ok) {
      const products = await putPicture(db, picture, outcome.value);
      count.brought += products;
    } else if (stopped.aborted) return;
    else {
      count.missing += 1;
      onMissing({ url: picture.url, slug: picture.slug, reason: outcome.error });
    }
    count.done += 1;
    onProgress?.(count.done, Math.max(total, count.done));
  };
  const worker = async () => {
    while (!stopped.aborted) {
      const next = await queue.next();
      if (next.done) return;
      await fetchOne(next.value);
    }
  };
  // Waits for all workers before throwing an error, so that none writes while the caller closes the
  // database.
  const guarded = () => worker().catch((error) => failed.abort(error));
  await Promise.all(Array.from({ length: maxConcurrent }, guarded));
  failed.signal.throwIfAborted();
  return { brought: count.brought, missing: count.missing, left: Math.max(0, total - count.done) };
}

type Store = FetchPicturesOptions["store"];

/** Fetches each address once, even if several products have it. */
function oncePerUrl(store: Store): Store {
  const pending = new Map<string, ReturnType<Store>>();
  return (url) => {
    const storing = pending.get(url) ?? store(url);
    pending.set(url, storing);
    return storing;
  };
}
