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

/**
 * The test files of one feature, by the runner that takes them; journeys in the three engines are
 * matched by name.
 */
export const testsOf = (feature: string): TestFiles => ({
  unit: find(`tests/${feature}/**/*.test.{ts,tsx}`),
  browser: [...find(`tests/${feature}/**/*.spec.ts`), ...find(`tests/browsers/${feature}.spec.ts`)],
});

const hasLongForm = (file: string) => /\/support\/(long-form|combinations)\.ts"/.test(readFileSync(join(root, file), "utf8"));

/** The test files that have a long form (long-form.ts, combinations.ts), of some features or of all. */
export function provedFiles(features?: readonly string[]): TestFiles {
  const wanted = (file: string) => !features || features.some((name) => file.startsWith(`tests/${name}/`));
  const proved = (file: string) => wanted(file) && hasLongForm(file);
  return { unit: find("tests/**/*.test.{ts,tsx}").filter(proved), browser: find("tests/**/*.spec.ts").filter(proved) };
}
