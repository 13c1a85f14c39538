import type { ChangeClock } from "../db/changes/change-clock.ts";
import type { ChangeFeed } from "../db/changes/change-feed.ts";
import type { Dependencies, TrackedResult } from "../db/changes/tracking.ts";

/** The data on which a page depends, and the time at which it was last known to be current. */
export type PageVersion = {
  /** a time of the change clock, which counts notices of changes */
  at: number;
  /**
   * the value of `epoch()` when the page was made; the page is stale once `epoch()` returns another
   * number
   */
  epoch: number;
  /** the numbers of the subjects that the page shows */
  subjects: readonly number[];
  results: readonly { result: TrackedResult; fingerprint: string }[];
  /** ms since 1970 */
  until: number;
  /** true if the dependencies are not known in full; then any change makes the page stale */
  onAnything: boolean;
};

/**
 * `maybe` means that a value on which the page depends must be read again before it is known
 * whether the page is current.
 */
export type Freshness = "current" | "maybe" | "stale";

export type PageVersions = {
  /** The clock's time and the epoch, read before a page is made. */
  begin(): { at: number; epoch: number };
  /** `began` is from before anything was read for the page. */
  versionOf(began: { at: number; epoch: number }, dependencies: Dependencies): PageVersion;
  /**
   * False while this process knows of commits that it has not read yet. Then no page is known to be
   * current.
   */
  isCaughtUp(): boolean;
  /** Reads the commits. False if a commit of which this process was told is not visible yet. */
  catchUp(): Promise<boolean>;
  freshness(version: PageVersion): Freshness;
  /** Reads again the results that may have changed, and returns whether the page is current. */
  recheck(version: PageVersion): Promise<boolean>;
};

export type VersionOptions = {
  clock: ChangeClock;
  feed: ChangeFeed;
  now: () => number;
  /** returns another number once the views have changed; this makes every page stale */
  epoch?: () => number;
};

const hourMs = 3_600_000;

/**
 * The end of the current hour, in ms since 1970. A page whose dependencies are not known is stale
 * from then on, since it may also depend on the time.
 */
const endOfHour = (now: number) => (Math.floor(now / hourMs) + 1) * hourMs;

export function openPageVersions({ clock, feed, now, epoch = () => 0 }: VersionOptions): PageVersions {
  const freshness = (version: PageVersion): Freshness => {
    if (version.epoch !== epoch() || now() >= version.until) return "stale";
    if (version.at === clock.now) return "current";
    if (version.onAnything || clock.hasChanged(version.subjects, version.at)) return "stale";
    for (const { result, fingerprint } of version.results) {
      if (!clock.hasChanged(result.subjects, version.at)) continue;
      const knownFingerprint = result.known();
      if (knownFingerprint !== fingerprint) return knownFingerprint === undefined ? "maybe" : "stale";
    }
    version.at = clock.now;
    return "current";
  };
  return {
    begin: () => ({ at: clock.now, epoch: epoch() }),
    versionOf: (began, { subjects, results, until, onAnything }) => ({
      ...began,
      subjects: [...subjects].map((subject) => clock.numberOf(subject)),
      results,
      until: onAnything ? Math.min(until, endOfHour(now())) : until,
      onAnything,
    }),
    isCaughtUp: () => feed.isCurrent(),
    catchUp: () => feed.catchUp(),
    freshness,
    async recheck(version) {
      const { now: at } = clock;
      for (const { result, fingerprint } of version.results) {
        if (!clock.hasChanged(result.subjects, version.at)) continue;
        if ((await result.fingerprint()) === fingerprint) continue;
        version.until = Number.NEGATIVE_INFINITY;
        return false;
      }
      if (clock.hasChanged(version.subjects, version.at)) return false;
      if (version.at < at) version.at = at;
      return freshness(version) === "current";
    },
  };
}
