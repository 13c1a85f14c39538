// Takes each guard out of a copy of this tree and runs the test file that must fail then. Prints
// the survivors: guards that no test would miss. Words choose the mutations whose rule, guard or
// file contains one of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary.ts";
import { mutations } from "./guards.ts";
import { type Mutation, mutate } from "./mutation.ts";
import { runTest } from "./run-test.ts";

const root = join(import.meta.dirname, "../..");
const copied = ["build.mjs", "package.json", "tsconfig.json", "vitest.config.ts", "README.md", "ARCHITECTURE.md"];
const copiedFolders = ["dist", "docs", "islands", "server", "static", "tests", "views"];

function copyTree(): string {
  const folder = mkdtempSync(join(temporaryFolder(), "mutated-"));
  for (const name of [...copied, ...copiedFolders]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const words = process.argv.slice(2);
const chosen = mutations.filter(
  ({ rule, guard, file }) => words.length === 0 || words.some((word) => `${rule} ${guard} ${file}`.includes(word)),
);
const folder = copyTree();
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What fails without any mutation proves nothing about one. */
async function failingBefore(): Promise<readonly string[]> {
  const files = [...new Set(chosen.map(({ test }) => test))];
  const { failed } = await runTest(folder, files);
  return failed;
}

type Result = Mutation & { failed: readonly string[] };

async function tryOut(mutation: Mutation): Promise<Result> {
  const path = join(folder, mutation.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, mutate(text, mutation));
  const { failed } = await runTest(folder, [mutation.test], { firstOnly: true });
  writeFileSync(path, text);
  console.log(`${mutation.rule} ${failed.length > 0 ? "found" : "SURVIVES"}: ${mutation.guard} (${mutation.file})`);
  console.log(`  ${failed[0]?.split("\n")[0]?.slice(0, 200) ?? `${mutation.test} has not missed it`}`);
  return { ...mutation, failed };
}

for (const mutation of chosen) mutate(readFileSync(join(root, mutation.file), "utf8"), mutation);
const before = await failingBefore();
if (before.length > 0) {
  console.log(`These tests fail as it is:\n${before.join("\n")}`);
  process.exit(1);
}
const results: Result[] = [];
for (const mutation of chosen) results.push(await tryOut(mutation));
const survivors = results.filter(({ failed }) => failed.length === 0);
console.log(`${results.length} guards taken out, ${survivors.length} survivors`);
for (const { rule, guard, file, test } of survivors) console.log(`survivor: ${rule} ${guard} (${file}), not missed by ${test}`);
process.exitCode = survivors.length > 0 || results.length === 0 ? 1 : 0;
