import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import { type ChangeFeed, maxChanges } from "./change-feed.ts";
import { apart } from "./tracking.ts";

type Read = {
  /** transactions before it have all ended */
  settled: number;
  /** no transaction from it on has begun */
  until: number;
  prunedTo: number;
  /** undefined: too many */
  changes: { subject: string; changedIn: number }[] | undefined;
};

export type PostgresFeed = ChangeFeed & {
  /** This process may have changed what pages show: it has committed. */
  committed(): void;
  /**
   * Another transaction has, as far as the listening connection knows; undefined where it does not
   * know which, or whether any has.
   */
  notified(transaction: number | undefined): void;
};

/**
 * Follows what transactions have changed. They do not end in the order in which they begin:
 * `settled` is the first that may still be running, and its changes are read until it has ended.
 */
export function postgresFeed(db: Db, clock: ChangeClock): PostgresFeed {
  let since: number | undefined;
  /** how often it has heard of something, and how often it had when it last read */
  let [heard, known] = [1, 0];
  /** the last transaction that must be seen before anything is kept */
  let awaited = 0;
  /** from `since` on: their changes are read again until everything before them has ended */
  let applied = new Map<string, number>();
  const transactions = new LRUCache<number, true>({ max: 1000 });
  let reading: Promise<boolean> | undefined;

  const fresh = ({ changes, settled }: Read & { changes: NonNullable<Read["changes"]> }): string[] => {
    const subjects = changes.filter(({ subject, changedIn }) => !applied.has(`${changedIn} ${subject}`));
    for (const { subject, changedIn } of subjects) {
      applied.set(`${changedIn} ${subject}`, changedIn);
      transactions.set(changedIn, true);
    }
    applied = new Map([...applied].filter(([, changedIn]) => changedIn >= settled));
    return subjects.map(({ subject }) => subject);
  };
  const read = async (): Promise<boolean> => {
    // What is heard of meanwhile is read next.
    const [upTo, expected] = [heard, awaited];
    // Not a read of the page that may be waiting for it.
    const found = await apart(() => readChanges(db, since));
    const lost = since === undefined || found.changes === undefined || (found.prunedTo > since && found.prunedTo <= found.until);
    const { changes } = found;
    // Also where all counts as changed: the same rows may be read again.
    const subjects = changes && fresh({ ...found, changes });
    clock.apply(lost ? undefined : subjects);
    since = found.settled;
    if (found.until <= expected) return false;
    known = upTo;
    return true;
  };
  return {
    isCurrent: () => known === heard,
    async catchUp() {
      while (known !== heard) {
        const started = heard;
        reading ??= read().finally(() => {
          reading = undefined;
        });
        if (!(await reading)) return false;
        if (known >= started) return true;
      }
      return true;
    },
    committed: () => {
      heard += 1;
    },
    notified(transaction) {
      if (transaction !== undefined && transactions.has(transaction)) return;
      heard += 1;
      awaited = Math.max(awaited, transaction ?? 0);
    },
  };
}

async function readChanges(db: Db, since: number | undefined): Promise<Read> {
  const { rows } = await sql<{ settled: number; until: number; pruned: number; subject: string | null; changed_in: number }>`
    SELECT clock.settled, clock.until, COALESCE(floor.pruned_to, 0) AS pruned, change.subject, change.changed_in
    FROM assortment_clock AS clock LEFT JOIN page_change_floor AS floor ON TRUE
    LEFT JOIN page_change AS change ON change.changed_in >= ${since ?? sql`clock.settled`} AND change.changed_in < clock.until
    LIMIT ${maxChanges + 1}`.execute(db);
  const [{ settled = 0, until = 0, pruned: prunedTo = 0 } = {}] = rows;
  const changes = rows.flatMap(({ subject, changed_in: changedIn }) => (subject === null ? [] : [{ subject, changedIn }]));
  return { settled, until, prunedTo, changes: changes.length > maxChanges ? undefined : changes };
}
