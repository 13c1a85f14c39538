import { expect, test } from "vitest";
import { derivedResult, keepResults, type ResultOptions, trackedResult } from "../../server/db/changes/tracked-results.ts";
import { type Dependencies, trackDependencies } from "../../server/db/changes/tracking.ts";
import type { Db } from "../../server/db/tables.ts";
import { openPageVersions } from "../../server/web/page-version.ts";
import { openChanges } from "../support/page-changes.ts";

/** A result that counts how often it is read, and pages that show it. */
function openResults(options: Partial<ResultOptions<number[]>> = {}) {
  const { clock, feed } = openChanges();
  const db = {} as Db;
  keepResults(db, clock, feed);
  const versions = openPageVersions({ clock, feed, now: () => 0 });
  const read = { count: 0, value: [3, 2, 1] };
  const from: ResultOptions<number[]> = {
    key: "numbers",
    subjects: ["numbers:all"],
    read: async () => {
      read.count += 1;
      return read.value;
    },
    ...options,
  };
  const page = async (make: () => Promise<unknown>) => {
    const began = versions.begin();
    const { dependencies }: { dependencies: Dependencies } = await trackDependencies(make);
    return versions.versionOf(began, dependencies);
  };
  return { clock, db, versions, read, from, page };
}

test("a result is read once after a change for all pages that show it, and the others know then", async () => {
  const { clock, db, versions, read, from, page } = openResults();
  const pages = [await page(() => trackedResult(db, from)), await page(() => trackedResult(db, from))] as const;
  const freshness = () => pages.map((version) => versions.freshness(version));
  clock.apply(["numbers:all:2"]);
  expect(freshness()).toEqual(["maybe", "maybe"]);

  expect(await versions.recheck(pages[0])).toBe(true);
  expect([freshness(), read.count]).toEqual([["current", "current"], 2]);
  read.value = [3];
  clock.apply(["numbers:all:1"]);
  expect(await versions.recheck(pages[0])).toBe(false);
  expect([freshness(), read.count]).toEqual([["stale", "stale"], 3]);
});

test("what is derived from a result is another page's business only where it is another itself", async () => {
  const { clock, db, versions, read, from, page } = openResults();
  let derived = 0;
  const firstOf = (count: number) =>
    derivedResult(db, {
      key: `first ${count}`,
      from,
      derive: (numbers) => {
        derived += 1;
        return numbers.slice(0, count);
      },
    });
  const [one, three] = [await page(() => firstOf(1)), await page(() => firstOf(3))];
  expect(derived).toBe(2);
  clock.apply(["numbers:all:9"]);
  expect([await versions.recheck(one), versions.freshness(three), derived]).toEqual([true, "current", 2]);

  read.value = [3, 2, 0];
  clock.apply(["numbers:all:0"]);
  expect([await versions.recheck(one), versions.freshness(three)]).toEqual([true, "stale"]);
});

test("a result that outlasts what has changed is not read again", async () => {
  const asked: (readonly string[])[] = [];
  const { clock, db, versions, read, from, page } = openResults({
    outlasts: async (value, changed) => {
      asked.push(changed);
      return value.length === 3 && !changed.includes("numbers:all:1");
    },
  });
  const version = await page(() => trackedResult(db, from));
  clock.apply(["numbers:all:8", "numbers:none:1"]);
  clock.apply(["other:7"]);
  clock.apply(["numbers:all:9"]);
  expect([await versions.recheck(version), read.count, asked]).toEqual([true, 1, [["numbers:all:8", "numbers:all:9"]]]);

  clock.apply(["numbers:all:1"]);
  expect([await versions.recheck(version), read.count]).toEqual([true, 2]);
  // After so many changes, the log no longer knows each of them.
  clock.apply(["numbers:all:8", ...Array.from({ length: 30_000 }, (_, at) => `other:${at}`)]);
  expect([await versions.recheck(version), read.count, asked.length]).toEqual([true, 3, 2]);
});

test("results are dropped by what they hold, once more of them are read than there is room for", async () => {
  const { db, read, from, page } = openResults();
  read.value = Array.from({ length: 100_000 }, (_, at) => at);
  const ask = (key: string) => page(() => trackedResult(db, { ...from, key }));
  for (let at = 0; at < 40; at += 1) await ask(`numbers ${at}`);

  await ask("numbers 39");
  expect(read.count).toBe(40);
  await ask("numbers 0");
  expect(read.count).toBe(41);
});
