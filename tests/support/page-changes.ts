import { ChangeClock } from "../../server/db/changes/change-clock.ts";
import type { ChangeFeed } from "../../server/db/changes/change-feed.ts";

/** Changes of no database: a test tells `clock` of them. */
export function openChanges(): { clock: ChangeClock; feed: ChangeFeed } {
  return { clock: new ChangeClock(), feed: { isCurrent: () => true, catchUp: async () => true } };
}
