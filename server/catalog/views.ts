import { LRUCache } from "lru-cache";
import type { Db } from "../db/tables.ts";
import { writeInParts } from "../db/write-in-parts.ts";
import { networkOf } from "../web/network.ts";
import { addViews, type DayViews, isPublished } from "./queries/views.ts";
import { dayOf } from "./rules/days.ts";

export { addViews } from "./queries/views.ts";

export type ViewCounts = {
  /**
   * Counts a view of a product from an address, unless the address viewed the product within the
   * last half hour. False if no such product is published.
   */
  record(productId: string, address: string): Promise<boolean>;
  /** Writes the counts since the last call. If that fails, the next call writes them. */
  write(): Promise<void>;
};

const halfAnHour = 30 * 60_000;
/**
 * The most views remembered, about 10 MB. With more views, the oldest are forgotten and may count
 * again.
 */
const maxRemembered = 50_000;
const perTransaction = 500;

/** Counts views in memory, so that a view costs no write; `write` stores them in batches. */
export function openViewCounts(db: Db, now: () => number): ViewCounts {
  const recentViews = openRecentViews(now);
  let counts = new Map<string, DayViews>();

  const add = ({ productId, day, views }: DayViews) => {
    const key = `${day} ${productId}`;
    const before = counts.get(key)?.views ?? 0;
    counts.set(key, { productId, day, views: before + views });
  };
  return {
    async record(productId, address) {
      const viewKey = `${networkOf(address)} ${productId}`;
      if (!recentViews.isNew(viewKey)) return true;
      if (!(await isPublished(db, productId))) {
        recentViews.forget(viewKey);
        return false;
      }
      add({ productId, day: dayOf(now()), views: 1 });
      return true;
    },
    async write() {
      const pending = [...counts.values()];
      counts = new Map();
      await writeInParts(db, pending, perTransaction, { write: addViews, keep: add });
    },
  };
}

/**
 * Views by address within the last half hour. Uses `maxSize`, since `max` would allocate the full
 * memory at once.
 */
function openRecentViews(now: () => number) {
  const bound = { maxSize: maxRemembered, sizeCalculation: () => 1 };
  const recentViews = new LRUCache<string, true>({ ...bound, ttl: halfAnHour, ttlResolution: 0, perf: { now } });
  const isNew = (look: string): boolean => {
    if (recentViews.has(look)) return false;
    recentViews.set(look, true);
    return true;
  };
  return { isNew, forget: (look: string) => void recentViews.delete(look) };
}
