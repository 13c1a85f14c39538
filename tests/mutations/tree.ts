import { createHash } from "node:crypto";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary.ts";

export const root: string = join(import.meta.dirname, "../..");
const copied = ["build.mjs", "package.json", "tsconfig.json", "vitest.config.ts", "README.md", "ARCHITECTURE.md"];
const copiedFolders = ["dist", "docs", "islands", "server", "static", "tests", "views"];

/** A copy of this tree, which this process removes when it ends. */
export function copyTree(): string {
  const folder = mkdtempSync(join(temporaryFolder(), "mutated-"));
  for (const name of [...copied, ...copiedFolders]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The files that every test may depend on: the program, and the files below `tests` that are no
 * tests.
 */
const common = ["package-lock.json", "vitest.config.ts", "{server,islands,views,static,tests}/**"];
const exclude = ["tests/**/*.{test,spec}.{ts,tsx}", "tests/mutations/**"];

function hashCommon(): string {
  const hash = createHash("sha256");
  for (const file of globSync(common, { cwd: root, exclude }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

const versions = new Map<string, string>();

/**
 * A version of everything that a test file's result depends on: the file, and all shared files. It
 * is computed at the first call.
 */
export function versionOf(test: string): string {
  const known = versions.get(test);
  if (known !== undefined) return known;
  if (!versions.has("")) versions.set("", hashCommon());
  const hash = createHash("sha256").update(versions.get("") ?? "");
  const version = hash.update(readFileSync(join(root, test))).digest("hex");
  versions.set(test, version);
  return version;
}
