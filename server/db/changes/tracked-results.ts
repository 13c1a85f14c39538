import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { heldBytes } from "../../held-bytes.ts";
import type { Db, Tx } from "../tables.ts";
import type { ChangeClock } from "./change-clock.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { apart, dependOnResult, isTracking, noteRead } from "./tracking.ts";

type TrackedValue = { value: unknown; fingerprint: string };
/** A result that is being read; `done` is set once it has been read. */
type Entry = { at: number; read: Promise<TrackedValue>; done?: TrackedValue };

/** The most bytes of all results. */
const maxSize = 16_000_000;
/** Bytes of an entry besides its key and its value. */
const entryBytes = 700;

const sizeOf = ({ done }: Entry, key: string): number => entryBytes + heldBytes(key) + heldBytes(done?.value);

type Results = { clock: ChangeClock; feed: ChangeFeed; entries: LRUCache<string, Entry> };

const resultsOf = new WeakMap<object, Results>();

/** Keeps results that are read through `db` until `clock` knows of a change. */
export function keepResults(db: Db, clock: ChangeClock, feed: ChangeFeed): void {
  resultsOf.set(db, { clock, feed, entries: new LRUCache({ maxSize, sizeCalculation: sizeOf }) });
}

/**
 * The clock of an open database; undefined while it lacks a commit of which this process was told.
 * Also undefined inside a transaction, which may see its own changes.
 */
export function clockOf(reader: Db | Tx): ChangeClock | undefined {
  const results = resultsOf.get(reader);
  return results?.feed.isCurrent() ? results.clock : undefined;
}

export type ResultOptions<Value> = {
  /** identifies the result, including everything that `read` uses */
  key: string;
  /** the subjects whose changes cover every change of the data that `read` reads */
  subjects: readonly string[];
  /** reads the value, which consists of plain JSON data */
  read: () => Promise<Value>;
  /**
   * Whether a value certainly stays the same after changes of these subjects. Such a value is not
   * read again.
   */
  outlasts?: (value: Value, changed: readonly string[]) => Promise<boolean>;
};

/**
 * Reads a result that a page shows and that most changes of its subjects do not alter, such as the
 * first products of a ranking. After a change, the result is read once for all pages that show it.
 * A page stays current while its results are unchanged.
 */
export async function trackedResult<Value>(reader: Db | Tx, options: ResultOptions<Value>): Promise<Value> {
  const shared = sharedResult(reader, options);
  if (!shared) {
    noteRead();
    return await options.read();
  }
  const { value, fingerprint } = await shared.current();
  const { key, names, subjects } = shared;
  const knownFingerprint = () => shared.known()?.fingerprint;
  dependOnResult(
    { key, names, subjects, known: knownFingerprint, fingerprint: async () => (await shared.current()).fingerprint },
    fingerprint,
  );
  return value as Value;
}

export type DerivedOptions<Value, Derived> = {
  /** identifies the result, including everything that `derive` uses besides the value */
  key: string;
  from: ResultOptions<Value>;
  derive: (value: Value) => Derived;
};

/**
 * Derives a value from a tracked result alone, again only after that result has changed. A page
 * that shows only the derived value stays current while this value is unchanged.
 */
export async function derivedResult<Value, Derived>(
  reader: Db | Tx,
  { key, from, derive }: DerivedOptions<Value, Derived>,
): Promise<Derived> {
  const shared = sharedResult(reader, from);
  if (!shared) {
    noteRead();
    return derive(await from.read());
  }
  const { names, subjects } = shared;
  const whole = await shared.current();
  const derived = derive(whole.value as Value);
  const first = fingerprintOf(derived);
  let last = { of: whole.fingerprint, fingerprint: first };
  const fingerprint = ({ value, fingerprint: source }: TrackedValue): string => {
    if (source !== last.of) last = { of: source, fingerprint: fingerprintOf(derive(value as Value)) };
    return last.fingerprint;
  };
  const knownFingerprint = () => {
    const read = shared.known();
    return read && fingerprint(read);
  };
  dependOnResult(
    { key, names, subjects, known: knownFingerprint, fingerprint: async () => fingerprint(await shared.current()) },
    first,
  );
  return derived;
}

/** A result that all pages share; undefined if no page is being made. */
function sharedResult<Value>(reader: Db | Tx, { key, subjects: names, read, outlasts }: ResultOptions<Value>) {
  const results = resultsOf.get(reader);
  if (!results || !isTracking()) return undefined;
  const subjects = names.map((name) => results.clock.numberOf(name));
  const reading: ReadRequest = {
    key,
    names,
    numbers: subjects,
    read,
    outlasts: outlasts && ((value, changed) => outlasts(value as Value, changed)),
  };
  return {
    key,
    names,
    subjects,
    current: () => currentRead(results, reading),
    known: () => {
      const entry = results.entries.get(key);
      return entry && !results.clock.hasChanged(subjects, entry.at) ? entry.done : undefined;
    },
  };
}

type ReadRequest = {
  key: string;
  names: readonly string[];
  numbers: readonly number[];
  read: () => Promise<unknown>;
  outlasts: ((value: unknown, changed: readonly string[]) => Promise<boolean>) | undefined;
};

function currentRead({ clock, entries }: Results, reading: ReadRequest): Promise<TrackedValue> {
  const { key, numbers } = reading;
  const cachedEntry = entries.get(key);
  if (cachedEntry && !clock.hasChanged(numbers, cachedEntry.at)) return cachedEntry.read;
  const entry: Entry = { at: clock.now, read: cachedEntry ? readAfter(cachedEntry, clock, reading) : readAnew(reading) };
  entries.set(key, entry);
  entry.read.then(
    (done) => {
      // The cache measures only new objects, so the entry is stored as a new object.
      if (entries.peek(key) === entry) entries.set(key, { ...entry, done });
    },
    () => {
      if (entries.peek(key) === entry) entries.delete(key);
    },
  );
  return entry.read;
}

/** The earlier value if it outlasts all changes since then; otherwise a new value. */
async function readAfter(previous: Entry, clock: ChangeClock, reading: ReadRequest): Promise<TrackedValue> {
  const { names, outlasts } = reading;
  const changed = outlasts && clock.changedUnder(names, previous.at);
  if (!outlasts || !changed) return await readAnew(reading);
  const last = await previous.read.catch(() => undefined);
  const isSame = last && (await apart(() => outlasts(last.value, changed)));
  return isSame ? last : await readAnew(reading);
}

const fingerprintOf = (value: unknown): string => hash("sha1", JSON.stringify(value), "base64url");

async function readAnew({ read }: ReadRequest): Promise<TrackedValue> {
  const value = await apart(read);
  return { value, fingerprint: fingerprintOf(value) };
}
