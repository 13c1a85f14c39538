// Removes each guard from a copy of this tree, and runs the test file that must then fail. Prints
// the survivors: guards whose loss no test detects. Words choose the guards whose group, rule,
// name, file or test contains one of them. Guards that an earlier run has detected with the same
// program and test are skipped, unless AGAIN is set.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isFound, keepFound } from "./found.ts";
import { type Guard, guards } from "./guards.ts";
import { mutate } from "./mutation.ts";
import { openTestRunner, type TestRunner } from "./test-runner.ts";
import { copyTree, root } from "./tree.ts";

type Outcome = "killed" | "survived" | "not tried";
type Result = Guard & { outcome: Outcome };

const words = process.argv.slice(2);
const began = performance.now();
const chosen = guards.filter(
  ({ group, rule, guard, file, test }) =>
    words.length === 0 || words.some((word) => `${group} ${rule} ${guard} ${file} ${test}`.includes(word)),
);
for (const guard of chosen) mutate(readFileSync(join(root, guard.file), "utf8"), guard);

// All guards are looked up before the first test runs, since a file that is edited later counts as
// another version.
const isDone = (guard: Guard): boolean => isFound(guard) && process.env.AGAIN === undefined;
const results: Result[] = chosen.filter(isDone).map((guard) => ({ ...guard, outcome: "killed" }));
const waiting = Map.groupBy(
  chosen.filter((guard) => !isDone(guard)),
  ({ test }) => test,
);
// The longest work is first, so that all copies work until the end.
const queue = [...waiting].sort(([, one], [, other]) => other.length - one.length);

type Copy = { folder: string; runner: TestRunner };

async function tryGuard({ folder, runner }: Copy, guard: Guard): Promise<Result> {
  const path = join(folder, guard.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, mutate(text, guard));
  const [failure] = await runner.run(guard.test, guard.file);
  writeFileSync(path, text);
  if (failure !== undefined) keepFound(guard);
  const outcome = failure === undefined ? "survived" : "killed";
  console.log(`${guard.rule} ${outcome}: ${guard.guard} (${guard.file})`);
  console.log(`  ${failure?.split("\n")[0]?.slice(0, 200) ?? `${guard.test} has not missed it`}`);
  return { ...guard, outcome };
}

/**
 * Tries the guards of one test file. A test that fails without any change proves nothing about a
 * guard.
 */
async function tryGuards(copy: Copy, test: string, ofTest: readonly Guard[]): Promise<void> {
  const [failure] = await copy.runner.run(test);
  if (failure !== undefined) console.log(`fails as it is: ${failure.split("\n")[0]}`);
  for (const guard of ofTest)
    results.push(failure === undefined ? await tryGuard(copy, guard) : { ...guard, outcome: "not tried" });
}

async function work(): Promise<void> {
  if (queue.length === 0) return;
  const folder = copyTree();
  const copy = { folder, runner: openTestRunner(folder) };
  for (let next = queue.shift(); next; next = queue.shift()) await tryGuards(copy, ...next);
  await copy.runner.close();
}

const counted = (some: readonly Result[], outcome: Outcome): number => some.filter((result) => result.outcome === outcome).length;

function printFigures(name: string, some: readonly Result[]): void {
  const [killed, survived, untried] = [counted(some, "killed"), counted(some, "survived"), counted(some, "not tried")];
  console.log(
    `${name}: ${some.length} guards, ${killed} killed, ${survived} survivors${untried > 0 ? `, ${untried} not tried` : ""}`,
  );
}

const earlier = results.length;
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
for (const [group, some] of Map.groupBy(results, (result) => result.group)) printFigures(group, some);
printFigures("all", results);
if (earlier > 0) console.log(`${earlier} of them were killed in an earlier run with the same program and test`);
console.log(`it took ${Math.round((performance.now() - began) / 1000)} s`);
const left = results.filter(({ outcome }) => outcome !== "killed");
for (const { rule, guard, file, test, outcome } of left) console.log(`${outcome}: ${rule} ${guard} (${file}), by ${test}`);
process.exitCode = left.length > 0 || results.length === 0 ? 1 : 0;
