import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import { type ChangeFeed, maxChanges } from "./change-feed.ts";
import { apart, onPrimary } from "./tracking.ts";

type ChangesPage = {
  /** all transactions before this one have ended */
  settled: number;
  /** neither this transaction nor a later one has begun */
  until: number;
  prunedTo: number;
  /** undefined: too many */
  changes: { subject: string; changedIn: number }[] | undefined;
  /** the byte up to which the log was written, after the read; null if it is not wanted */
  position: number | null;
};

export type PostgresFeed = ChangeFeed & {
  /** Tells the feed that this process has committed and may have changed pages. */
  committed(): void;
  /**
   * Tells the feed that another transaction has committed; undefined if the listening connection
   * does not know which, or whether any has.
   */
  notified(transaction: number | undefined): void;
  /**
   * The byte of the log up to which a replica must have replayed it to have all changes that the
   * clock knows; undefined while the clock lacks some.
   */
  position(): number | undefined;
};

type FeedOptions = {
  /** whether `position` is wanted: not every engine has one */
  positions?: boolean;
};

/**
 * Follows the changes of transactions, which do not end in the order in which they begin: `settled`
 * is the first that may still be running, and changes from it on are read again until it has ended.
 */
export function postgresFeed(db: Db, clock: ChangeClock, { positions = false }: FeedOptions = {}): PostgresFeed {
  let since: number | undefined;
  /** how many commits the feed was told of, plus one for the first read */
  let heard = 1;
  /** the value of `heard` at the last read */
  let heardAtRead = 0;
  /** the last transaction that must be seen before any result is kept */
  let awaited = 0;
  /** changes from `since` on: they are read again until all transactions before them have ended */
  let applied = new Map<string, number>();
  const transactions = new LRUCache<number, true>({ max: 1000 });
  let reading: Promise<boolean> | undefined;
  let position: number | undefined;

  const fresh = ({ changes, settled }: ChangesPage & { changes: NonNullable<ChangesPage["changes"]> }): string[] => {
    const subjects = changes.filter(({ subject, changedIn }) => !applied.has(`${changedIn} ${subject}`));
    for (const { subject, changedIn } of subjects) {
      applied.set(`${changedIn} ${subject}`, changedIn);
      transactions.set(changedIn, true);
    }
    applied = new Map([...applied].filter(([, changedIn]) => changedIn >= settled));
    return subjects.map(({ subject }) => subject);
  };
  const read = async (): Promise<boolean> => {
    // Commits told of meanwhile are read next.
    const upTo = heard;
    const expected = awaited;
    // This is no read of the page that may be waiting for it.
    const news = await apart(() => onPrimary(() => readChanges(db, since, positions)));
    const lost = since === undefined || news.changes === undefined || (news.prunedTo > since && news.prunedTo <= news.until);
    const { changes } = news;
    // This runs too if everything counts as changed: the same rows may be read again.
    const subjects = changes && fresh({ ...news, changes });
    clock.apply(lost ? undefined : subjects);
    since = news.settled;
    position = news.position ?? undefined;
    if (news.until <= expected) return false;
    heardAtRead = upTo;
    return true;
  };
  return {
    isCurrent: () => heardAtRead === heard,
    async catchUp() {
      while (heardAtRead !== heard) {
        const started = heard;
        reading ??= read().finally(() => {
          reading = undefined;
        });
        if (!(await reading)) return false;
        if (heardAtRead >= started) return true;
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
    position: () => (heardAtRead === heard ? position : undefined),
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

/**
 * A commit is in the log before it is visible, and this statement takes its snapshot before it asks
 * for the log's length.
 */
const writtenTo = sql`pg_current_wal_insert_lsn() - '0/0'::pg_lsn`;

async function readChanges(db: Db, since: number | undefined, positions: boolean): Promise<ChangesPage> {
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
