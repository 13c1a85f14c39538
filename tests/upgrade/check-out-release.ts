import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { processEnvironment } from "../support/process-environment.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { previousRelease } from "./previous-release.ts";

export const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/**
 * Links today's packages where the last release names the same versions; the release's own island
 * runtime is next to them.
 */
function linkPackages(folder: string): void {
  const [packages, own] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(own);
  for (const name of readdirSync(packages)) {
    if (name === "server-islands") symlinkSync(join(folder, "islands/runtime"), join(own, name), "dir");
    else if (!name.startsWith(".")) symlinkSync(join(packages, name), join(own, name), "dir");
  }
}

const dependenciesIn = (folder: string): string => {
  const { dependencies, overrides } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  return JSON.stringify([dependencies, overrides]);
};

/** Builds the last release in a worktree that is removed when the test ends. */
export async function checkOutRelease(): Promise<string> {
  const folder = join(mkdtempSync(join(temporaryFolder(), "last-release-")), "shop");
  await run("git", ["worktree", "add", "--detach", folder, previousRelease], { cwd: root });
  onTestFinished(() => void execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: root }));
  if (dependenciesIn(folder) === dependenciesIn(root)) linkPackages(folder);
  else await run("npm", ["ci", "--omit=dev", "--prefer-offline"], { cwd: folder });
  await run(process.execPath, ["build.mjs"], { cwd: folder });
  return folder;
}

/** Runs `npm run store -- …` of the release in this folder. */
export async function commandOf(folder: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(folder, "server/cli/main.ts"), ...args], {
    cwd: folder,
    env: { ...processEnvironment(), ...env },
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...said };
}
