import { AsyncLocalStorage } from "node:async_hooks";

/** A value that was read for a page; after a change it is compared with the new value. */
export type TrackedResult = {
  key: string;
  /**
   * a text that is equal for equal values; undefined if a change may have altered the value since
   * it was read
   */
  known: () => string | undefined;
  /** the text of the value, which is read again if its text is not known */
  fingerprint: () => Promise<string>;
  /** the names of the subjects on which the value depends */
  names: readonly string[];
  /** the numbers of these subjects */
  subjects: readonly number[];
};

/** The data from which a page was made. */
export type Dependencies = {
  /** a change of one of them changes the page */
  subjects: ReadonlySet<string>;
  /** the results that the page shows, with the fingerprints of their values */
  results: readonly { result: TrackedResult; fingerprint: string }[];
  /** ms since 1970: from this time on the page differs even without a change */
  until: number;
  /** data without a subject was read: any change may change the page */
  onAnything: boolean;
};

type Tracker = {
  subjects: Set<string>;
  results: Map<string, { result: TrackedResult; fingerprint: string }>;
  until: number;
  onAnything: boolean;
};

/**
 * `covered`: the subjects of the reads are already declared. `onPrimary`: no replica may answer.
 */
type TrackedRead = { tracker: Tracker; covered: boolean; onPrimary?: true };

const tracking = new AsyncLocalStorage<TrackedRead>();

const newTracker = (): Tracker => ({
  subjects: new Set(),
  results: new Map(),
  until: Number.POSITIVE_INFINITY,
  onAnything: false,
});

/**
 * Runs `work`, and returns the dependencies of its result. A result without declared dependencies
 * depends on anything.
 */
export async function trackDependencies<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; dependencies: Dependencies }> {
  const tracker = newTracker();
  const value = await tracking.run({ tracker, covered: false }, work);
  const { subjects, until, onAnything } = tracker;
  const results = [...tracker.results.values()];
  const hasDependencies = subjects.size + results.length > 0;
  return { value, dependencies: { subjects, results, until, onAnything: onAnything || !hasDependencies } };
}

export const isTracking = (): boolean => tracking.getStore() !== undefined;

/** Declares that the current page shows these subjects. */
export function dependOn(...subjects: readonly string[]): void {
  const tracker = tracking.getStore()?.tracker;
  if (tracker) for (const subject of subjects) tracker.subjects.add(subject);
}

/** Declares that the current page changes by itself at this time (ms since 1970). */
export function dependOnTime(at: number): void {
  const tracker = tracking.getStore()?.tracker;
  if (tracker && at < tracker.until) tracker.until = at;
}

/** Declares that the current page shows a value derived from this result. */
export function dependOnResult(result: TrackedResult, fingerprint: string): void {
  tracking.getStore()?.tracker.results.set(result.key, { result, fingerprint });
}

/** Called before every read. A read without declared subjects makes the page depend on anything. */
export function noteRead(): void {
  const current = tracking.getStore();
  if (current && !current.covered) current.tracker.onAnything = true;
}

/**
 * Declares the subjects of a read. Their changes must cover every change of the data that `read`
 * reads.
 */
export function reading<Value>(subjects: readonly string[], read: () => Promise<Value>): Promise<Value> {
  const current = tracking.getStore();
  if (!current) return read();
  for (const subject of subjects) current.tracker.subjects.add(subject);
  return current.covered ? read() : tracking.run({ ...current, covered: true }, read);
}

/** Runs `work` outside any page; the caller declares the dependencies. */
export const apart = <Value>(work: () => Promise<Value>): Promise<Value> =>
  tracking.run({ tracker: newTracker(), covered: true }, work);

/** Whether a replica may answer: the read is for pages, and is not limited to the primary. */
export function mayReadReplica(): boolean {
  const current = tracking.getStore();
  return current !== undefined && !current.onPrimary;
}

/** Reads the latest state from the primary, even for a page. */
export function onPrimary<Value>(read: () => Promise<Value>): Promise<Value> {
  const current = tracking.getStore();
  return current ? tracking.run({ ...current, onPrimary: true }, read) : read();
}
