import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { featureNames, filesIn, type TestFiles, testsOf } from "./features.ts";
import type { Part } from "./part.ts";

const root = join(import.meta.dirname, "../..");

/** The tests of the whole tree: imports, the documents' sources, and migrations that only add. */
const rulesOfTree = [
  "tests/architecture.test.ts",
  "tests/citations.test.ts",
  "tests/documented.test.ts",
  "tests/upgrade/expanding.test.ts",
];

const lines = (text: string) => text.split("\n").filter((line) => line !== "");
const git = (...args: readonly string[]) => lines(execFileSync("git", args, { cwd: root, encoding: "utf8" }));

/** The files that differ from a commit, new ones included. */
const changedFiles = (since: string) => [
  ...git("diff", "--name-only", since, "--"),
  ...git("ls-files", "--others", "--exclude-standard"),
];

/**
 * The feature whose tests prove a file. A feature's folder has the same name in server, views,
 * islands and tests.
 */
function featureOf(file: string): string | undefined {
  if (file.startsWith("islands/runtime/")) return "islands";
  return /^(?:server|views|islands|tests)\/([^/.]+)\//.exec(file)?.[1];
}

/**
 * Finds the test in the root of tests/ for a file in the root of server/ or tests/. A test file is
 * its own test.
 */
function rootTestOf(file: string): string | undefined {
  const [, name] = /^(?:server|tests)\/([^/]+?)(?:\.test)?\.ts$/.exec(file) ?? [];
  const path = `tests/${name}.test.ts`;
  return name && existsSync(join(root, path)) ? path : undefined;
}

/** The tests of a part that prove the changes since a commit, and the tests of the whole tree. */
export function changedTests(since: string, part: Part): TestFiles {
  const files = changedFiles(since);
  const names = new Set(files.map(featureOf));
  if (files.some((file) => file.startsWith("server/db/migrations"))) names.add("upgrade");
  const features = featureNames().filter((name) => names.has(name));
  const { unit, browser } = testsOf(features, part);
  const beside = filesIn(part, {
    unit: [...rulesOfTree, ...files.flatMap((file) => rootTestOf(file) ?? [])],
    browser: files.filter((file) => /^tests\/[^/]+\.spec\.ts$/.test(file)),
  });
  return {
    unit: [...new Set([...unit, ...beside.unit])],
    browser: [...new Set([...browser, ...beside.browser])],
  };
}
