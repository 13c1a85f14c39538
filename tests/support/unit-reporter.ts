import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const messagesOf = (errors: readonly { message: string }[] = []): string => errors.map(({ message }) => message).join("; ");

/** A failed test: its file, name and error. */
const failureIn = (test: TestCase): string =>
  `${test.module.relativeModuleId} › ${test.fullName}: ${messagesOf(test.result().errors)}`;

/**
 * The result of a run: its counts, its failed tests with file, name and error, and the wall-clock
 * seconds of each file.
 */
export type UnitReport = {
  passed: number;
  skipped: number;
  failed: readonly string[];
  seconds: Readonly<Record<string, number>>;
};

/** The result of these modules, and of errors outside tests. */
export function reportOf(modules: readonly TestModule[], unhandled: readonly { message: string }[]): UnitReport {
  const report = { passed: 0, skipped: 0, failed: [] as string[], seconds: {} as Record<string, number> };
  for (const { message } of unhandled) report.failed.push(`outside of any test: ${message}`);
  for (const module of modules) {
    const file = module.relativeModuleId;
    const { collectDuration, duration } = module.diagnostic();
    report.seconds[file] = (report.seconds[file] ?? 0) + (collectDuration + duration) / 1000;
    for (const { message } of module.errors()) report.failed.push(`${file}: ${message}`);
    for (const suite of module.children.allSuites())
      for (const { message } of suite.errors()) report.failed.push(`${file} › ${suite.fullName}: ${message}`);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "failed") report.failed.push(failureIn(test));
      else report[state === "passed" ? "passed" : "skipped"] += 1;
    }
  }
  return report;
}

/**
 * Prints each failure at once, so that an aborted run has reported it too. Writes a UnitReport to
 * the file that UNIT_REPORT names.
 */
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "failed") console.log(`\nfailed: ${failureIn(test)}`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    writeFileSync(process.env.UNIT_REPORT ?? "unit.json", JSON.stringify(reportOf(modules, unhandled)));
  }
}
