import { inFile, type Mutation } from "../mutation.ts";

const changes = "tests/web/page-changes.test.ts";
const versions = "tests/web/page-versions.test.ts";

const page = inFile("server/web/page-version.ts", changes);
const clock = inFile("server/db/changes/change-clock.ts", changes);
const results = inFile("server/db/changes/tracked-results.ts", changes);
const feed = inFile("server/db/changes/postgres-feed.ts", changes);

/** The guards that keep a cached page from showing outdated data. */
export const pageGuards: readonly Mutation[] = [
  page(
    "cache",
    "a page is stale once a subject of it has changed",
    "version.onAnything || clock.hasChanged(version.subjects, version.at)",
    "version.onAnything",
  ),
  page(
    "cache",
    "a page is stale once a result of it is another",
    "if ((await result.fingerprint()) === fingerprint) continue;",
    "continue;",
    "tests/web/page-model.test.ts",
  ),
  page("cache", "a page whose dependencies are unknown goes with any change", "(version.onAnything || clock", "(clock"),
  page("cache", "a page ends at the time that it depends on", "|| now() >= version.until", ""),
  inFile("server/web/page-cache.ts", changes)(
    "cache",
    "a page's time is from before it was read",
    "const began = versions.begin();",
    "await make();\n    const began = versions.begin();",
  ),
  inFile("server/db/changes/tracking.ts", changes)(
    "cache",
    "a read that nobody named is known",
    "if (current && !current.covered) current.tracker.onAnything = true;",
    "",
  ),
  clock(
    "cache",
    "who depends on all of a kind depends on each",
    `for (let at = subject.lastIndexOf(":"); at > 0; at = subject.lastIndexOf(":", at - 1)) names.push(subject.slice(0, at));`,
    "",
  ),
  clock("cache", "a change before a subject's number counts", "recent?.at ?? this.#forgottenUntil", "0"),
  results(
    "cache",
    "a result is read again after a change",
    "if (cachedEntry && !clock.hasChanged(numbers, cachedEntry.at)) return cachedEntry.read;",
    "if (cachedEntry) return cachedEntry.read;",
    "tests/web/page-model.test.ts",
  ),
  feed("cache", "no page is filled before a known commit can be seen", "if (news.until <= expected) return false;", ""),
  feed(
    "cache",
    "changes that were deleted unread make everything stale",
    "(news.prunedTo > since && news.prunedTo <= news.until)",
    "false",
  ),
  inFile("server/db/prepared.ts", "tests/db/prepared.test.ts")(
    "cache",
    "a process reads its own commits first",
    "this.#options.onCommit?.();",
    "",
  ),
  inFile("server/db/changes/sqlite-feed.ts", versions)(
    "cache",
    "SQLite is read after each commit",
    "if (current === lastVersion) return true;",
    "if (lastVersion !== undefined) return true;",
  ),
];
