import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"));

/**
 * The folders of the tests that hold tests: the features, and the shop's parts without one, such as
 * `web`.
 */
export function featureNames(): string[] {
  const names = find("tests/*/**/*.{test.ts,test.tsx,spec.ts}").map((path) => path.split("/")[1] ?? "");
  return [...new Set(names)].filter((name) => name !== "browsers").sort();
}

export type TestFiles = { unit: string[]; browser: string[] };

/** The journeys in the three engines are matched by name; the runtime's promises are those of the islands. */
const journeysOf = (feature: string): string[] =>
  find(`tests/browsers/{${feature}.spec.ts,${feature === "islands" ? "runtime" : feature}/*.spec.ts}`);

/** The test files of one feature, by the runner that takes them. */
export const testsOf = (feature: string): TestFiles => ({
  unit: find(`tests/${feature}/**/*.test.{ts,tsx}`),
  browser: [...find(`tests/${feature}/**/*.spec.ts`), ...journeysOf(feature)],
});

/** Journeys that `npm run prove` runs in more engines than `npm test` does (playwright.config.ts). */
const isProvedJourney = (text: string) => /@runtime|@embedding/.test(text);
const isProved = (file: string): boolean => {
  const text = readFileSync(join(root, file), "utf8");
  return file.endsWith(".prove.test.ts") || /\/support\/(long-form|combinations)\.ts"/.test(text) || isProvedJourney(text);
};

/**
 * The test files that have a long form (long-form.ts, combinations.ts) and the journeys of more
 * engines, of some features or of all.
 */
export function provedFiles(features?: readonly string[]): TestFiles {
  const of = features?.map(testsOf);
  const unit = of?.flatMap((tests) => tests.unit) ?? find("tests/**/*.test.{ts,tsx}");
  const browser = of?.flatMap((tests) => tests.browser) ?? find("tests/**/*.spec.ts");
  return { unit: unit.filter(isProved), browser: browser.filter(isProved) };
}
