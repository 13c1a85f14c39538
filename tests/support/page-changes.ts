import { ChangeClock } from "../../server/db/changes/change-clock.ts";
import type { ChangeFeed } from "../../server/db/changes/change-feed.ts";

/** Change tracking without a database: a test reports changes to `clock`. */
export function openChanges(): { clock: ChangeClock; feed: ChangeFeed } {
  return { clock: new ChangeClock(), feed: { isCurrent: () => true, catchUp: async () => true } };
}
