import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isShort, type Part } from "./part.ts";
import { serverSuites } from "./suites.ts";

const root = join(import.meta.dirname, "../..");
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"));

/**
 * The folders that hold tests: one per feature, and folders of other parts of the shop, such as
 * `web`.
 */
export function featureNames(): string[] {
  const names = find("tests/*/**/*.{test.ts,test.tsx,spec.ts}").map((path) => path.split("/")[1] ?? "");
  return [...new Set(names)].filter((name) => name !== "browsers").sort();
}

export type TestFiles = { unit: string[]; browser: string[] };

/**
 * Finds a feature's journeys in the three engines by file name. The folder `runtime` has the
 * journeys of islands.
 */
const journeysOf = (feature: string): string[] =>
  find(`tests/browsers/{${feature}.spec.ts,${feature === "islands" ? "runtime" : feature}/*.spec.ts}`);

/** All test files of one feature, by runner. */
const allTestsOf = (feature: string): TestFiles => ({
  unit: find(`tests/${feature}/**/*.test.{ts,tsx}`),
  browser: [...find(`tests/${feature}/**/*.spec.ts`), ...journeysOf(feature)],
});

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Keeps the files that have tests of a part. */
export function filesIn(part: Part, { unit, browser }: TestFiles): TestFiles {
  if (part === "all") return { unit, browser };
  const ofServer = new Set(serverSuites(part).flatMap(({ files }) => files));
  const isQuick = (file: string) => /@quick|@feature/.test(textOf(file));
  return {
    // Each island's file has tests in both parts: one part runs them on Preact, the other on React.
    unit: unit.filter((file) => file.endsWith(".tsx") || ofServer.has(file)),
    browser: isShort(part) ? browser.filter(isQuick) : browser,
  };
}

/** The test files of some features that have tests of a part. */
export function testsOf(features: readonly string[], part: Part): TestFiles {
  const files = features.map(allTestsOf);
  return filesIn(part, { unit: files.flatMap(({ unit }) => unit), browser: files.flatMap(({ browser }) => browser) });
}

/**
 * Whether `npm run prove` runs a journey in more engines than `npm run test:all`
 * (playwright.config.ts).
 */
const isProvedJourney = (text: string) => /@runtime|@embedding/.test(text);
const isProved = (file: string): boolean => {
  const text = textOf(file);
  return file.endsWith(".prove.test.ts") || /\/support\/(long-form|combinations)\.ts"/.test(text) || isProvedJourney(text);
};

/**
 * The test files that have a long form (long-form.ts, combinations.ts) and the journeys that `npm
 * run prove` runs in more engines; of these features, or of all.
 */
export function provedFiles(features?: readonly string[]): TestFiles {
  const { unit, browser } = features
    ? testsOf(features, "all")
    : { unit: find("tests/**/*.test.{ts,tsx}"), browser: find("tests/**/*.spec.ts") };
  return { unit: unit.filter(isProved), browser: browser.filter(isProved) };
}
