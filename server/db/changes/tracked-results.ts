import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db, Tx } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { apart, dependOnResult, isTracking, noteRead, type TrackedResult } from "./tracking.ts";

type Read = { value: unknown; fingerprint: string };
type Entry = { at: number; read: Promise<Read> };

/** Characters of JSON. */
const maxSize = 8_000_000;
/** Of an entry beside its value, and of one that is still being read. */
const entrySize = 500;

type Results = { clock: ChangeClock; feed: ChangeFeed; entries: LRUCache<string, Entry> };

const resultsOf = new WeakMap<object, Results>();

/** Lets results that are read through `db` be kept as long as `clock` knows of no change. */
export function keepResults(db: Db, clock: ChangeClock, feed: ChangeFeed): void {
  resultsOf.set(db, { clock, feed, entries: new LRUCache({ maxSize }) });
}

/**
 * The clock of an open database, where it knows of all that this process has heard of; undefined
 * inside a transaction, which may see what nobody else does.
 */
export function clockOf(reader: Db | Tx): ChangeClock | undefined {
  const results = resultsOf.get(reader);
  return results?.feed.isCurrent() ? results.clock : undefined;
}

export type ResultOptions<Value> = {
  /** names it among all results, with everything that `read` takes */
  key: string;
  /** a change of what `read` reads must be a change of one of them */
  subjects: readonly string[];
  /** its value is plain, as JSON has it */
  read: () => Promise<Value>;
};

/**
 * Reads something for a page that stays the same after most changes of its subjects, such as the
 * first products of a ranking. It is read once after a change for all pages that show it; a page
 * whose results are the same as before stays as it is.
 */
export async function trackedResult<Value>(reader: Db | Tx, { key, subjects, read }: ResultOptions<Value>): Promise<Value> {
  const results = resultsOf.get(reader);
  if (!results || !isTracking()) {
    noteRead();
    return await read();
  }
  const numbers = subjects.map((subject) => results.clock.numberOf(subject));
  const current = () => currentRead(results, { key, numbers, read });
  const result: TrackedResult = {
    key,
    names: subjects,
    subjects: numbers,
    fingerprint: async () => (await current()).fingerprint,
  };
  const { value, fingerprint } = await current();
  dependOnResult(result, fingerprint);
  return value as Value;
}

type Reading = { key: string; numbers: readonly number[]; read: () => Promise<unknown> };

function currentRead({ clock, entries }: Results, { key, numbers, read }: Reading): Promise<Read> {
  const known = entries.get(key);
  if (known && !clock.hasChanged(numbers, known.at)) return known.read;
  const entry: Entry = { at: clock.now, read: fingerprinted(read) };
  entries.set(key, entry, { size: entrySize });
  entry.read.then(
    ({ value }) => {
      if (entries.peek(key) === entry) entries.set(key, entry, { size: entrySize + JSON.stringify(value).length });
    },
    () => {
      if (entries.peek(key) === entry) entries.delete(key);
    },
  );
  return entry.read;
}

async function fingerprinted(read: () => Promise<unknown>): Promise<Read> {
  const value = await apart(read);
  return { value, fingerprint: hash("sha1", JSON.stringify(value), "base64url") };
}
