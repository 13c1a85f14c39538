import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { UnitReport } from "../support/unit-reporter.ts";

/** A guard whose loss makes the tests hang is missed by them, too. */
const longestMs = 600_000;

/**
 * Runs test files of a tree and resolves with what failed there. `firstOnly` ends at the first
 * failure.
 */
export async function runTest(
  folder: string,
  files: readonly string[],
  { firstOnly = false } = {},
): Promise<{ failed: readonly string[] }> {
  const report = join(folder, "mutation-report.json");
  rmSync(report, { force: true });
  const words = ["run", "--reporter=tests/support/unit-reporter.ts", ...(firstOnly ? ["--bail=1"] : []), ...files];
  const { code, output } = await run(folder, words, { UNIT_REPORT: report });
  if (code === undefined) return { failed: [`it took longer than ${longestMs / 60_000} minutes`] };
  if (!existsSync(report)) throw new Error(`vitest ended with ${code} without a report:\n${output}`);
  const { passed, failed } = JSON.parse(readFileSync(report, "utf8")) as UnitReport;
  if (passed + failed.length === 0) throw new Error(`no test ran:\n${output}`);
  return { failed };
}

async function run(
  folder: string,
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | undefined; output: string }> {
  const child = spawn(process.execPath, [join(folder, "node_modules/vitest/vitest.mjs"), ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, longestMs);
  const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 1)));
  clearTimeout(timer);
  return { code: late ? undefined : code, output };
}
