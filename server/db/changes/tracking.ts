import { AsyncLocalStorage } from "node:async_hooks";

/** A value that was read for a page: it is compared with what it is after a change. */
export type TrackedResult = {
  key: string;
  /** the same text for the same value; undefined where a change may have altered it since it was read */
  known: () => string | undefined;
  /** the same, read again where it is not known */
  fingerprint: () => Promise<string>;
  /** what it depends on */
  names: readonly string[];
  /** numbers of these subjects */
  subjects: readonly number[];
};

/** What a page was made of. */
export type Dependencies = {
  /** a change of one of them changes the page */
  subjects: ReadonlySet<string>;
  /** with the fingerprints of what was read */
  results: readonly { result: TrackedResult; fingerprint: string }[];
  /** ms since 1970: what it shows differs from then on without a change */
  until: number;
  /** something was read that no subject stands for: any change may change the page */
  onAnything: boolean;
};

type Tracker = {
  subjects: Set<string>;
  results: Map<string, { result: TrackedResult; fingerprint: string }>;
  until: number;
  onAnything: boolean;
};

/** `covered`: what is read here has been named; `onPrimary`: no replica may answer. */
type Tracking = { tracker: Tracker; covered: boolean; onPrimary?: true };

const tracking = new AsyncLocalStorage<Tracking>();

const newTracker = (): Tracker => ({
  subjects: new Set(),
  results: new Map(),
  until: Number.POSITIVE_INFINITY,
  onAnything: false,
});

/** Runs `work`, and tells on what its result depends. Where it named nothing that is anything. */
export async function trackDependencies<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; dependencies: Dependencies }> {
  const tracker = newTracker();
  const value = await tracking.run({ tracker, covered: false }, work);
  const { subjects, until, onAnything } = tracker;
  const results = [...tracker.results.values()];
  const named = subjects.size + results.length > 0;
  return { value, dependencies: { subjects, results, until, onAnything: onAnything || !named } };
}

export const isTracking = (): boolean => tracking.getStore() !== undefined;

/** The page that is being made shows these subjects. */
export function dependOn(...subjects: readonly string[]): void {
  const tracker = tracking.getStore()?.tracker;
  if (tracker) for (const subject of subjects) tracker.subjects.add(subject);
}

/** The page shows something that changes by itself at this time (ms since 1970). */
export function dependOnTime(at: number): void {
  const tracker = tracking.getStore()?.tracker;
  if (tracker && at < tracker.until) tracker.until = at;
}

/** The page shows what follows from this result. */
export function dependOnResult(result: TrackedResult, fingerprint: string): void {
  tracking.getStore()?.tracker.results.set(result.key, { result, fingerprint });
}

/** Called before every read: where it is not covered, the page depends on anything. */
export function noteRead(): void {
  const current = tracking.getStore();
  if (current && !current.covered) current.tracker.onAnything = true;
}

/** Reads what the subjects stand for: a change of what `read` reads must be a change of one of them. */
export function reading<Value>(subjects: readonly string[], read: () => Promise<Value>): Promise<Value> {
  const current = tracking.getStore();
  if (!current) return read();
  for (const subject of subjects) current.tracker.subjects.add(subject);
  return current.covered ? read() : tracking.run({ ...current, covered: true }, read);
}

/** Runs `work` for no page: what it depends on is declared by who calls it. */
export const apart = <Value>(work: () => Promise<Value>): Promise<Value> =>
  tracking.run({ tracker: newTracker(), covered: true }, work);

/** Whether a replica may answer: what is read is for a page that is made, or for several. */
export function mayReadReplica(): boolean {
  const current = tracking.getStore();
  return current !== undefined && !current.onPrimary;
}

/** Reads what has to be the latest state, also where it is read for a page. */
export function onPrimary<Value>(read: () => Promise<Value>): Promise<Value> {
  const current = tracking.getStore();
  return current ? tracking.run({ ...current, onPrimary: true }, read) : read();
}
