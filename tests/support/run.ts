// Runs suites and closes with one line of counts. `npm test` and CI call it without a name; a name
// or more runs only those: a suite or a feature. They run at once, since each waits for a third of
// its time: for a browser, a database or a process.
import { mkdirSync, rmSync } from "node:fs";
import pLimit from "p-limit";
import { missingSites } from "../embedding/sites.ts";
import { findEngines, missingEngines, remedies } from "./engines/find.ts";
import { featureNames, provedFiles, type TestFiles, testsOf } from "./features.ts";
import { missingTools } from "./missing-tools.ts";
import { type Print, printInOrder, printNow } from "./printing.ts";
import { findNginx } from "./round-robin.ts";
import { type Count, playwright, remarks, results, run, vitest } from "./runners.ts";

const steps: Record<string, readonly [command: string, ...args: string[]]> = {
  views: [process.execPath, "tests/support/views/check.ts"],
  // Several threads would each read most of the program: twice the processor time.
  types: ["tsc", "-p", ".", "--singleThreaded"],
  style: ["biome", "ci", "--error-on-warnings", "--colors=off"],
  sizes: [process.execPath, "tests/support/size.ts"],
  "package's sizes": [process.execPath, "islands/runtime/size.mjs"],
  compatibility: [process.execPath, "tests/support/compat/check.ts"],
};

/** Two steps at a time, since most use one core; each prints what it has to say when it ends. */
async function check(print: Print): Promise<Count> {
  const atOnce = pLimit(2);
  const codes = await atOnce.map(Object.entries(steps), async ([name, [command, ...args]]) => {
    const output: string[] = [];
    const code = await run(command, args, (text) => void output.push(text));
    print(`${output.join("")}${name}: ${code === 0 ? "good" : "failed"}\n`);
    return code;
  });
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: codes.length - failed, failed, skipped: 0 };
}

/**
 * What no engine but Chromium can stand in for is named, so that nobody takes silence for a pass.
 */
function remarkMissing(): number {
  const missing = missingEngines(findEngines());
  for (const engine of missing) remarks.push(`not tested in ${engine}: it is not on this machine (${remedies[engine]})`);
  return missing.length;
}

async function browser(print: Print): Promise<Count> {
  remarkMissing();
  remarks.push(...missingSites());
  return await playwright(print, []);
}

/** All journeys in all three engines: one that is missing counts as failed. */
async function browsers(print: Print): Promise<Count> {
  const missing = remarkMissing();
  const count = await playwright(print, [], { JOURNEYS: "all" });
  return { ...count, failed: count.failed + missing };
}

/** Tests that try more cases than `npm test` has time for, in their long form. */
async function prove(print: Print): Promise<Count> {
  remarkMissing();
  remarks.push(...missingSites());
  if (!findNginx()) remarks.push("not tested behind nginx: it is not on this machine (install nginx-light)");
  return sum([await proveFiles(print, provedFiles()), await mutations(print)]);
}

/** The files that vitest takes, all where none is named. */
function testUnits(print: Print, files: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  remarks.push(...missingTools(files, env.PROVE === "1"));
  return vitest(print, files, env);
}

async function proveFiles(print: Print, { unit, browser }: TestFiles): Promise<Count> {
  const env = { PROVE: "1" };
  const counts = [];
  if (unit.length > 0) counts.push(await testUnits(print, unit, env));
  if (browser.length > 0) counts.push(await playwright(print, browser, env));
  return sum(counts);
}

/** Takes each guard of the payment out of a copy of the tree: each that no test misses counts as failed. */
async function mutations(print: Print, words: readonly string[] = []): Promise<Count> {
  const output: string[] = [];
  const code = await run(process.execPath, ["tests/mutations/main.ts", ...words], (text) => {
    output.push(text);
    print(text);
  });
  const [, guards = "0", killed = "0"] = /^all: (\d+) guards, (\d+) killed/m.exec(output.join("")) ?? [];
  const failed = Math.max(Number(guards) - Number(killed), code === 0 ? 0 : 1);
  return { passed: Number(killed), failed, skipped: 0 };
}

type Suite = (print: Print) => Promise<Count>;
const suites: Record<string, Suite> = {
  check,
  unit: (print) => testUnits(print, []),
  browser,
  browsers,
  prove,
  mutations: (print) => mutations(print, guardWords),
};

/** Rules, calls and islands of features, and their screens. */
function suitesOf(features: readonly string[]): readonly Suite[] {
  const files = features.map(testsOf);
  const unit = files.flatMap((of) => of.unit);
  const screens = files.flatMap((of) => of.browser);
  return [
    ...(unit.length > 0 ? [(print: Print) => testUnits(print, unit)] : []),
    ...(screens.length > 0 ? [(print: Print) => playwright(print, screens)] : []),
  ];
}

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
});

type Part = { name: string; suite: Suite };

function partsOf(names: readonly string[]): readonly Part[] {
  const ofSuites = names.flatMap((name) => (suites[name] ? [{ name, suite: suites[name] }] : []));
  const chosen = names.filter((name) => !suites[name]);
  if (chosen.includes("embedding")) remarks.push(...missingSites());
  if (proves && chosen.some((name) => name === "embedding" || name === "islands")) remarkMissing();
  const name = chosen.join(", ");
  if (proves && chosen.length > 0) return [...ofSuites, { name, suite: (print) => proveFiles(print, provedFiles(chosen)) }];
  return [...ofSuites, ...suitesOf(chosen).map((suite) => ({ name, suite }))];
}

async function test(parts: readonly Part[]): Promise<Count> {
  const counts = await printInOrder(parts.map(({ suite }) => suite));
  for (const name of new Set(parts.map((part) => part.name))) {
    const { passed, failed, skipped } = sum(counts.filter((_, at) => parts[at]?.name === name));
    console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
  return sum(counts);
}

const features = featureNames();
const named = process.argv.slice(2);
// `npm run prove -- payments` proves one feature, and `npm run prove -- mutations` the tests themselves:
// those of some guards, where words name them.
const proves = named[0] === "prove" && named.length > 1;
const guardWords = proves && named[1] === "mutations" ? named.slice(2) : [];
const names = proves ? named.slice(1, named.length - guardWords.length) : named;
const unknown = names.filter((name) => !Object.hasOwn(suites, name) && !features.includes(name));
if (unknown.length > 0) {
  console.error(`No suite and no feature is called ${unknown.join(" or ")}. Suites: ${Object.keys(suites).join(", ")}.`);
  console.error(`Features: ${features.join(", ")}.`);
  process.exit(2);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
const built = await run(process.execPath, ["build.mjs"], printNow);
const total =
  built === 0
    ? await test(partsOf(names.length > 0 ? names : ["check", "unit", "browser"]))
    : { passed: 0, failed: 1, skipped: 0 };
for (const remark of new Set(remarks)) console.log(remark);
// A test that did not run proves nothing: it counts as failed.
const failed = total.failed + total.skipped;
console.log(`${total.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || total.passed === 0 ? 1 : 0;
