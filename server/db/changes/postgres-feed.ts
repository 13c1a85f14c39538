import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import { type ChangeFeed, maxChanges } from "./change-feed.ts";
import { apart, onPrimary } from "./tracking.ts";

type ChangesPage = {
  /** the number of a transaction; all transactions with lower numbers have ended */
  settled: number;
  /**
   * the number of a transaction; neither this transaction nor one with a higher number has begun
   */
  until: number;
  prunedTo: number;
  /** undefined if there are too many */
  changes: { subject: string; changedIn: number }[] | undefined;
  /**
   * the byte up to which the log was written, after the read; null if the caller does not need it
   */
  position: number | null;
};

export type PostgresFeed = ChangeFeed & {
  /** Tells the feed that this process has committed and may have changed pages. */
  committed(): void;
  /**
   * Tells the feed that another transaction has committed. Undefined if the listening connection
   * does not know which transaction, or whether there was one.
   */
  notified(transaction: number | undefined): void;
  /**
   * A replica that has replayed the log up to this byte has all changes that the clock knows.
   * Undefined while the clock lacks some changes.
   */
  position(): number | undefined;
};

type FeedOptions = {
  /** whether to read `position`, which not every engine has */
  positions?: boolean;
};

/**
 * Follows the changes of transactions, which may end in another order than they begin. `settled` is
 * the first transaction that may still be running. Changes from it on are read again until it has
 * ended.
 */
export function postgresFeed(db: Db, clock: ChangeClock, { positions = false }: FeedOptions = {}): PostgresFeed {
  let since: number | undefined;
  /** how many commits were reported to the feed, plus one for the first read */
  let heard = 1;
  /** the value of `heard` at the last read */
  let heardAtRead = 0;
  /**
   * the highest reported transaction: a read that cannot see it yet does not make the feed current
   */
  let awaited = 0;
  /**
   * the known changes from `since` on, which are read again until all earlier transactions have
   * ended
   */
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
    // Commits reported during this read are read next.
    const upTo = heard;
    const expected = awaited;
    // A page may be waiting for this read, but does not depend on the rows that are read here. So
    // the read runs outside the page.
    const news = await apart(() => onPrimary(() => readChanges(db, since, positions)));
    const lost = since === undefined || news.changes === undefined || (news.prunedTo > since && news.prunedTo <= news.until);
    const { changes } = news;
    // `fresh` also runs if everything counts as changed: it remembers the rows that were read, and
    // the next read may return the same rows.
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
 * SQL: the byte up to which the log was written. A commit is in the log before it is visible, and
 * the statement takes its snapshot before it asks for this byte. So the log up to this byte has
 * every commit that the statement sees.
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
