// A process of `openTestRunner`. It runs test files of its tree whenever asked, since starting
// Vitest and PostgreSQL takes longer than most tests.
import { resolve } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { reportOf, type UnitReport } from "../support/unit-reporter.ts";

/** `changed` is the file that differs from the copied tree. */
export type TestRequest = { file: string; changed: string | undefined };

let opened: Vitest | undefined;
let changedLast: string | undefined;

const open = (): Promise<Vitest> =>
  createVitest({ root: process.cwd(), watch: false, reporters: [{}], bail: 1, cache: false, disableConsoleIntercept: true });

async function close(): Promise<void> {
  await opened?.close();
  opened = undefined;
}

/**
 * Makes Vitest read the last changed file, which was restored, and the newly changed file again.
 */
function forget(changed: string | undefined): void {
  for (const file of [changedLast, changed]) if (file !== undefined) opened?.invalidateFile(resolve(file));
  changedLast = changed;
}

async function answer({ file, changed }: TestRequest): Promise<UnitReport> {
  forget(changed);
  opened ??= await open();
  const path = resolve(file);
  const specifications = (await opened.globTestSpecifications([file])).filter(({ moduleId }) => moduleId === path);
  const { testModules, unhandledErrors } = await opened.runTestSpecifications(specifications);
  const own = testModules.filter(({ moduleId }) => moduleId === path);
  return reportOf(own, unhandledErrors as { message: string }[]);
}

const end = () => void close().finally(() => process.exit());

// The run was interrupted.
process.on("disconnect", end);

process.on("message", (request: TestRequest | "end") => {
  if (request === "end") end();
  else
    answer(request).then(
      (report) => process.send?.(report),
      (error: Error) => process.send?.({ passed: 0, skipped: 0, failed: [`outside of any test: ${error.message}`] }),
    );
});
