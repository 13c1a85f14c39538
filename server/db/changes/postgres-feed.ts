import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import { type ChangeFeed, maxChanges } from "./change-feed.ts";
import { apart, onPrimary } from "./tracking.ts";

type Read = {
  /** transactions before it have all ended */
  settled: number;
  /** no transaction from it on has begun */
  until: number;
  prunedTo: number;
  /** undefined: too many */
  changes: { subject: string; changedIn: number }[] | undefined;
  /** up to which byte the log was written, after what was read; null where nobody asks */
  position: number | null;
};

export type PostgresFeed = ChangeFeed & {
  /** This process may have changed what pages show: it has committed. */
  committed(): void;
  /**
   * Another transaction has, as far as the listening connection knows; undefined where it does not
   * know which, or whether any has.
   */
  notified(transaction: number | undefined): void;
  /** What has replayed the log up to this byte has all changes that the clock knows of; undefined while it lacks some. */
  position(): number | undefined;
};

type FeedOptions = {
  /** whether `position` is wanted: not every engine has one */
  positions?: boolean;
};

/**
 * Follows what transactions have changed. They do not end in the order in which they begin:
 * `settled` is the first that may still be running, and its changes are read until it has ended.
 */
export function postgresFeed(db: Db, clock: ChangeClock, { positions = false }: FeedOptions = {}): PostgresFeed {
  let since: number | undefined;
  /** how often it has heard of something, and how often it had when it last read */
  let [heard, known] = [1, 0];
  /** the last transaction that must be seen before anything is kept */
  let awaited = 0;
  /** from `since` on: their changes are read again until everything before them has ended */
  let applied = new Map<string, number>();
  const transactions = new LRUCache<number, true>({ max: 1000 });
  let reading: Promise<boolean> | undefined;
  let position: number | undefined;

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
    const found = await apart(() => onPrimary(() => readChanges(db, since, positions)));
    const lost = since === undefined || found.changes === undefined || (found.prunedTo > since && found.prunedTo <= found.until);
    const { changes } = found;
    // Also where all counts as changed: the same rows may be read again.
    const subjects = changes && fresh({ ...found, changes });
    clock.apply(lost ? undefined : subjects);
    since = found.settled;
    position = found.position ?? undefined;
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
    position: () => (known === heard ? position : undefined),
  };
}

type ChangeRow = {
  settled: number;
  until: number;
  pruned: number;
  position: number | null;
  subject: string | null;
  changed_in: number;
};

/** A commit is in the log before anybody sees it, and this statement sees before it asks how long the log is. */
const writtenTo = sql`pg_current_wal_insert_lsn() - '0/0'::pg_lsn`;

async function readChanges(db: Db, since: number | undefined, positions: boolean): Promise<Read> {
  const { rows } = await sql<ChangeRow>`
    SELECT clock.settled, clock.until, COALESCE(floor.pruned_to, 0) AS pruned, change.subject, change.changed_in,
      ${positions ? writtenTo : sql`NULL`} AS position
    FROM assortment_clock AS clock LEFT JOIN page_change_floor AS floor ON TRUE
    LEFT JOIN page_change AS change ON change.changed_in >= ${since ?? sql`clock.settled`} AND change.changed_in < clock.until
    LIMIT ${maxChanges + 1}`.execute(db);
  const [{ settled = 0, until = 0, pruned: prunedTo = 0, position = null } = {}] = rows;
  const changes = rows.flatMap(({ subject, changed_in: changedIn }) => (subject === null ? [] : [{ subject, changedIn }]));
  return { settled, until, prunedTo, position, changes: changes.length > maxChanges ? undefined : changes };
}
