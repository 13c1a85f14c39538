// Runs suites and closes with one line of counts. `npm test` and CI call it without a name; a name
// or more runs only those: a suite or a feature.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { findEngines, missingEngines, remedies } from "./engines/find.ts";
import { featureNames, provedFiles, testsOf } from "./features.ts";
import type { UnitReport } from "./unit-reporter.ts";

const root = join(import.meta.dirname, "../..");
const results = join(root, "test-results");

type Count = { passed: number; failed: number; skipped: number };
const none: Count = { passed: 0, failed: 0, skipped: 0 };

const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;

/** Said once more at the end: in a log of thousands of lines nobody finds the one that counts. */
const remarks: string[] = [];

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env, PATH: path },
    });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const node = (...args: string[]) => run(process.execPath, args);

/** As `run`, for a command beside others: resolves with what it printed, too. */
function collect(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PATH: path } });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.on("error", () => resolve({ code: 127, output }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * A runner that failed without a failing test to show (a crash, no test found) counts as one
 * failure of its own.
 */
const whole = (code: number, count: Count): Count => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

/** What a runner comes to that ended without a report. */
function crashed(name: string, code: number): Count {
  remarks.push(`failed: ${name} ended with ${code} and told of no test: see its output above`);
  return { passed: 0, failed: 1, skipped: 0 };
}

const steps: Record<string, readonly [command: string, ...args: string[]]> = {
  views: [process.execPath, "tests/support/views/check.ts"],
  types: ["tsc", "-p", "."],
  api: [process.execPath, "tests/support/openapi.ts", "--check"],
  style: ["biome", "ci", "--error-on-warnings", "--colors=off"],
  sizes: [process.execPath, "tests/support/size.ts"],
  compatibility: [process.execPath, "tests/support/compat/check.ts"],
};

/** Two steps at a time, since most use one core; each prints what it has to say when it ends. */
async function check(): Promise<Count> {
  const atOnce = pLimit(2);
  const codes = await atOnce.map(Object.entries(steps), async ([name, [command, ...args]]) => {
    const { code, output } = await collect(command, args);
    process.stdout.write(`${output}${name}: ${code === 0 ? "good" : "failed"}\n`);
    return code;
  });
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: codes.length - failed, failed, skipped: 0 };
}

async function vitest(files: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const report = join(results, "unit.json");
  rmSync(report, { force: true });
  const reporters = ["--reporter=dot", "--reporter=tests/support/unit-reporter.ts"];
  const code = await run("vitest", ["run", ...reporters, ...files], { ...env, UNIT_REPORT: report });
  if (!existsSync(report)) return crashed("vitest", code);
  const { passed, failed, skipped } = JSON.parse(readFileSync(report, "utf8")) as UnitReport;
  remarks.push(...failed.map((failure) => `failed: ${failure}`));
  return whole(code, { passed, failed: failed.length, skipped });
}

type SpecTest = { projectName: string; status: "expected" | "unexpected" | "skipped" };
type Spec = { file: string; title: string; tests: readonly SpecTest[] };
type Suite = { specs: readonly Spec[]; suites?: readonly Suite[] };
type PlaywrightReport = {
  suites: readonly Suite[];
  stats: { expected: number; unexpected: number; skipped: number };
};

const specsIn = ({ specs, suites = [] }: Suite): readonly Spec[] => [...specs, ...suites.flatMap(specsIn)];

async function playwright(env: Record<string, string>, files: readonly string[] = []): Promise<Count> {
  const report = join(results, "browser.json");
  rmSync(report, { force: true });
  const code = await run("playwright", ["test", "--reporter=line,json", ...files], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return crashed("playwright", code);
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8")) as PlaywrightReport;
  for (const { file, title, tests } of suites.flatMap(specsIn)) {
    for (const { projectName, status } of tests)
      if (status === "unexpected") remarks.push(`failed: ${projectName} › ${file} › ${title}`);
  }
  return whole(code, { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped });
}

/**
 * What no engine but Chromium can stand in for is named, so that nobody takes silence for a pass.
 */
function remarkMissing(): number {
  const missing = missingEngines(findEngines());
  for (const engine of missing) remarks.push(`not tested in ${engine}: it is not on this machine (${remedies[engine]})`);
  return missing.length;
}

async function browser(): Promise<Count> {
  remarkMissing();
  return await playwright({});
}

/** All journeys in all three engines: one that is missing counts as failed. */
async function browsers(): Promise<Count> {
  const missing = remarkMissing();
  const count = await playwright({ JOURNEYS: "all" });
  return { ...count, failed: count.failed + missing };
}

/** Tests that try more cases than `npm test` has time for, in their long form. */
const prove = () => vitest(provedFiles(), { PROVE: "1" });

/** A feature's rules, calls, islands and screens. */
async function feature(name: string): Promise<Count> {
  const { unit, browser } = testsOf(name);
  const [here, shown] = [unit.length > 0 ? await vitest(unit) : none, browser.length > 0 ? await playwright({}, browser) : none];
  return {
    passed: here.passed + shown.passed,
    failed: here.failed + shown.failed,
    skipped: here.skipped + shown.skipped,
  };
}

const suites: Record<string, () => Promise<Count>> = { check, unit: () => vitest([]), browser, browsers, prove };
const features = featureNames();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(suites, name) && !features.includes(name));
if (unknown.length > 0) {
  console.error(`No suite and no feature is called ${unknown.join(" or ")}. Suites: ${Object.keys(suites).join(", ")}.`);
  console.error(`Features: ${features.join(", ")}.`);
  process.exit(2);
}
const chosen = names.length > 0 ? names : ["check", "unit", "browser"];

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
const built = await node("build.mjs");
const total: Count = { passed: 0, failed: built === 0 ? 0 : 1, skipped: 0 };
for (const name of chosen) {
  if (built !== 0) break;
  const count = await (suites[name]?.() ?? feature(name));
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`);
  total.passed += count.passed;
  // A test that did not run proves nothing: it counts as failed.
  total.failed += count.failed + count.skipped;
}
for (const remark of remarks) console.log(remark);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
