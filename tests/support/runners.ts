import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Print } from "./printing.ts";
import type { UnitReport } from "./unit-reporter.ts";

const root = join(import.meta.dirname, "../..");
export const results: string = join(root, "test-results");

export type Count = { passed: number; failed: number; skipped: number };

const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;

/**
 * Remarks are printed again at the end, because nobody finds them in a log of thousands of lines.
 */
export const remarks: string[] = [];

const secondsOfFiles = new Map<string, number>();

function addSeconds(file: string, seconds: number): void {
  secondsOfFiles.set(file, (secondsOfFiles.get(file) ?? 0) + seconds);
}

/** The files that took the longest wall-clock time while others ran at the same time. */
export function slowestFiles(count = 10): string {
  const slowest = [...secondsOfFiles].toSorted(([, one], [, other]) => other - one).slice(0, count);
  return slowest.map(([file, seconds]) => `${file} ${Math.round(seconds)} s`).join(", ");
}

/** Resolves with the exit code. */
export function run(command: string, args: readonly string[], print: Print, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env, PATH: path },
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** A runner that failed without a failed test (a crash, no test found) counts as one failure. */
const whole = (code: number, count: Count): Count => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

/** The count of a runner that ended without a report. */
function crashed(name: string, code: number): Count {
  remarks.push(`failed: ${name} ended with ${code} and told of no test: see its output above`);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** Each run of a runner has a report of its own, since several may run at once. */
const reportFile = () => join(results, `report-${randomUUID()}.json`);

export async function vitest(print: Print, files: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const report = reportFile();
  const reporters = ["--reporter=dot", "--reporter=tests/support/unit-reporter.ts"];
  const code = await run("vitest", ["run", ...reporters, ...files], print, { ...env, UNIT_REPORT: report });
  if (!existsSync(report)) return crashed("vitest", code);
  const { passed, failed, skipped, seconds } = JSON.parse(readFileSync(report, "utf8")) as UnitReport;
  for (const [file, taken] of Object.entries(seconds)) addSeconds(file, taken);
  remarks.push(...failed.map((failure) => `failed: ${failure}`));
  return whole(code, { passed, failed: failed.length, skipped });
}

type SpecTest = {
  projectName: string;
  status: "expected" | "unexpected" | "skipped";
  results: readonly { duration: number; errors: readonly { message?: string }[] }[];
};
type Spec = { file: string; title: string; tests: readonly SpecTest[] };
type SpecSuite = { specs: readonly Spec[]; suites?: readonly SpecSuite[] };
type PlaywrightReport = {
  suites: readonly SpecSuite[];
  stats: { expected: number; unexpected: number; skipped: number };
};

const specsIn = ({ specs, suites = [] }: SpecSuite): readonly Spec[] => [...specs, ...suites.flatMap(specsIn)];

export async function playwright(print: Print, files: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const report = reportFile();
  const code = await run("playwright", ["test", "--reporter=line,json", ...files], print, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return crashed("playwright", code);
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8")) as PlaywrightReport;
  for (const { file, title, tests } of suites.flatMap(specsIn)) {
    for (const { projectName, status, results } of tests) {
      addSeconds(`tests/${file}`, results.reduce((total, { duration }) => total + duration, 0) / 1000);
      if (status !== "unexpected") continue;
      const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => stripVTControlCharacters(message)));
      remarks.push(`failed: ${projectName} › ${file} › ${title}: ${messages.join("; ")}`);
    }
  }
  return whole(code, { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped });
}
