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

type FeatureTests = { unit: string[]; browser: string[] };

/**
 * The test files of one feature, by the runner that takes them; journeys in the three engines are
 * matched by name.
 */
export const testsOf = (feature: string): FeatureTests => ({
  unit: find(`tests/${feature}/**/*.test.{ts,tsx}`),
  browser: [...find(`tests/${feature}/**/*.spec.ts`), ...find(`tests/browsers/${feature}.spec.ts`)],
});

/** The test files that have a long form (long-form.ts). */
export const provedFiles = (): string[] =>
  find("tests/**/*.test.{ts,tsx}").filter((file) => readFileSync(join(root, file), "utf8").includes("/support/long-form.ts"));
