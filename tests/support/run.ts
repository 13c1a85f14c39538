// Runs suites and ends with one line of counts. Without a name, `npm test` runs the quick part of
// all tests; `all` or `rest` before the names selects another part (part.ts). Names select suites
// or features; `--changed` selects the tests of changed files. Suites run at the same time, since
// each spends a third of its time waiting for a browser, a database or a process.
import { mkdirSync, rmSync } from "node:fs";
import pLimit from "p-limit";
import { missingSites } from "../embedding/sites.ts";
import { changedTests } from "./changed.ts";
import { findEngines, missingEngines, remedies } from "./engines/find.ts";
import { featureNames, provedFiles, type TestFiles, testsOf } from "./features.ts";
import { missingTools } from "./missing-tools.ts";
import { isShort, type Part } from "./part.ts";
import { type Print, printInOrder, printNow } from "./printing.ts";
import { findNginx } from "./round-robin.ts";
import { type Count, playwright, remarks, results, run, slowestFiles, vitest } from "./runners.ts";

/** The names on the command line, after a part of the tests. */
const words = process.argv.slice(2);
const choosesPart = words[0] === "all" || words[0] === "rest";
const named = choosesPart ? words.slice(1) : words;
const isLong = ["browsers", "prove", "mutations"].includes(named[0] ?? "");
const wholePart: Part = words[0] === "rest" ? "rest" : "all";
/**
 * A run that names only these suites, or names nothing, takes the part `quick`. A run that names
 * features takes the part `feature`.
 */
const suitesOfPart = ["check", "unit", "browser"];
const shortPart: Part = named.every((name) => suitesOfPart.includes(name)) ? "quick" : "feature";
const part: Part = choosesPart || isLong ? wholePart : shortPart;
process.env.TEST_PART = part;

type Step = readonly [command: string, ...args: string[]];

const quickSteps: Record<string, Step> = {
  views: [process.execPath, "tests/support/views/check.ts"],
  // With several threads, each would read most of the program and so double the processor time.
  types: ["tsc", "-p", ".", "--singleThreaded"],
  style: ["biome", "ci", "--error-on-warnings", "--colors=off"],
  sizes: [process.execPath, "tests/support/size.ts"],
};
const otherSteps: Record<string, Step> = {
  "package's sizes": [process.execPath, "islands/runtime/size.mjs"],
  compatibility: [process.execPath, "tests/support/compat/check.ts"],
};

/** Runs two steps at a time, since most use one core. Each prints its output when it ends. */
async function check(print: Print): Promise<Count> {
  const atOnce = pLimit(2);
  const steps = { ...(part !== "rest" && quickSteps), ...(!isShort(part) && otherSteps) };
  const codes = await atOnce.map(Object.entries(steps), async ([name, [command, ...args]]) => {
    const output: string[] = [];
    const code = await run(command, args, (text) => void output.push(text));
    print(`${output.join("")}${name}: ${code === 0 ? "good" : "failed"}\n`);
    return code;
  });
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: codes.length - failed, failed, skipped: 0 };
}

/** Names the tests that a missing engine leaves out, so that nobody takes them for passed. */
function remarkMissing(): number {
  const missing = missingEngines(findEngines());
  for (const engine of missing) remarks.push(`not tested in ${engine}: it is not on this machine (${remedies[engine]})`);
  return missing.length;
}

async function browser(print: Print): Promise<Count> {
  if (!isShort(part)) {
    remarkMissing();
    remarks.push(...missingSites());
  }
  return await playwright(print, []);
}

/** Runs all journeys in all three engines. A missing engine counts as failed. */
async function browsers(print: Print): Promise<Count> {
  const missing = remarkMissing();
  const count = await playwright(print, [], { JOURNEYS: "all" });
  return { ...count, failed: count.failed + missing };
}

/** Runs, in their long form, the tests that try more cases than `npm run test:all` has time for. */
async function prove(print: Print): Promise<Count> {
  remarkMissing();
  remarks.push(...missingSites());
  if (!findNginx()) remarks.push("not tested behind nginx: it is not on this machine (install nginx-light)");
  return sum([await proveFiles(print, provedFiles()), await mutations(print)]);
}

/** Runs vitest on these files, or on all if none is named. */
function testUnits(print: Print, files: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  if (!isShort(part)) remarks.push(...missingTools(files, env.PROVE === "1"));
  return vitest(print, files, env);
}

async function proveFiles(print: Print, { unit, browser }: TestFiles): Promise<Count> {
  const env = { PROVE: "1" };
  const counts = [];
  if (unit.length > 0) counts.push(await testUnits(print, unit, env));
  if (browser.length > 0) counts.push(await playwright(print, browser, env));
  return sum(counts);
}

/**
 * Removes each guard, one at a time, from a copy of the program. A guard is a check, a lock or a
 * similar protection. If no test fails without the guard, the guard counts as failed.
 */
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

/** The suites that run these files. */
const suitesOf = ({ unit, browser }: TestFiles): readonly Suite[] => [
  ...(unit.length > 0 ? [(print: Print) => testUnits(print, unit)] : []),
  ...(browser.length > 0 ? [(print: Print) => playwright(print, browser)] : []),
];

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
});

type Run = { name: string; suite: Suite };

function runsOf(names: readonly string[]): readonly Run[] {
  const ofSuites = names.flatMap((name) => (suites[name] ? [{ name, suite: suites[name] }] : []));
  const others = names.filter((name) => !suites[name]);
  if (others.length === 0) return ofSuites;
  if (!isShort(part) && others.includes("embedding")) remarks.push(...missingSites());
  if (proves && others.some((name) => name === "embedding" || name === "islands")) remarkMissing();
  const name = others.join(", ");
  if (proves) return [...ofSuites, { name, suite: (print) => proveFiles(print, provedFiles(others)) }];
  const files = testsOf(others, part);
  if (files.unit.length + files.browser.length === 0)
    remarks.push(`${name} has no tests of this part: npm run test:all -- ${name}`);
  return [...ofSuites, ...suitesOf(files).map((suite) => ({ name, suite }))];
}

/** The runs for changed files: types, style, their tests, and the tests of the whole tree. */
const changedRuns = (since: string): readonly Run[] => [
  { name: "check", suite: check },
  ...suitesOf(changedTests(since, part)).map((suite) => ({ name: `changed since ${since}`, suite })),
];

async function test(runs: readonly Run[]): Promise<Count> {
  const counts = await printInOrder(runs.map(({ suite }) => suite));
  for (const name of new Set(runs.map((run) => run.name))) {
    const { passed, failed, skipped } = sum(counts.filter((_, at) => runs[at]?.name === name));
    console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
  return sum(counts);
}

const features = featureNames();
// `npm run prove -- payments` proves one feature. `npm run prove -- mutations` proves the tests
// themselves; further words select guards.
const proves = named[0] === "prove" && named.length > 1;
const guardWords = proves && named[1] === "mutations" ? named.slice(2) : [];
const isChanged = named[0] === "--changed";
const suiteNames = isChanged ? [] : named;
const names = proves ? suiteNames.slice(1, named.length - guardWords.length) : suiteNames;
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
    ? await test(isChanged ? changedRuns(named[1] ?? "HEAD") : runsOf(names.length > 0 ? names : suitesOfPart))
    : { passed: 0, failed: 1, skipped: 0 };
console.log(`Slowest files: ${slowestFiles()}`);
for (const remark of new Set(remarks)) console.log(remark);
// A test that did not run proves nothing: it counts as failed.
const failed = total.failed + total.skipped;
console.log(`${total.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || total.passed === 0 ? 1 : 0;
