// Runs every suite and closes with one line of counts. `npm test` and CI call it; a name or more runs only those: check, unit, browser.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const results = join(root, "test-results");

type Count = { passed: number; failed: number; skipped: number };

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
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

/** A runner that failed without a failing test to show (a crash, no test found) counts as one failure of its own. */
const whole = (code: number, count: Count): Count => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

async function check(): Promise<Count> {
  const steps: [string, () => Promise<number>][] = [
    ["types", () => run("tsc", ["-p", "."])],
    ["style", () => run("biome", ["ci", "--error-on-warnings", "--colors=off"])],
    ["sizes", () => node("tests/support/size.ts")],
  ];
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, step] of steps) {
    const code = await step();
    console.log(`${name}: ${code === 0 ? "good" : "failed"}`);
    count[code === 0 ? "passed" : "failed"] += 1;
  }
  return count;
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number };

async function unit(): Promise<Count> {
  const report = join(results, "unit.json");
  const code = await run("vitest", ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`]);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const read = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  return whole(code, {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
  });
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

async function browser(): Promise<Count> {
  const report = join(results, "browser.json");
  const code = await run("playwright", ["test", "--reporter=line,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(report, "utf8")) as PlaywrightReport;
  if (stats.flaky > 0) console.log(`browser: ${stats.flaky} passed at the second try only`);
  return whole(code, { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped });
}

const suites = { check, unit, browser };
const chosen = process.argv.slice(2).filter((name): name is keyof typeof suites => name in suites);

rmSync(results, { recursive: true, force: true });
const built = await node("build.mjs");
const total: Count = { passed: 0, failed: built === 0 ? 0 : 1, skipped: 0 };
for (const name of chosen.length > 0 ? chosen : (Object.keys(suites) as (keyof typeof suites)[])) {
  if (built !== 0) break;
  const count = await suites[name]();
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`);
  total.passed += count.passed;
  // A test that did not run proves nothing: it counts as failed.
  total.failed += count.failed + count.skipped;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
