import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");
const parts = ["server", "views", "islands", "static", "build.mjs", "package.json", "tsconfig.json"];

/** The shop's sources in a folder of their own, with `more` of its files. */
export function copyShop(name: string, more: readonly string[] = []): string {
  const folder = mkdtempSync(join(temporaryFolder(), `${name}-`));
  for (const part of [...parts, ...more]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/**
 * The shop of a later release, in a folder of its own: another stylesheet, and another script for
 * every island, as a store that all of them share has changed.
 */
export async function laterBuild(): Promise<{ root: string; remove: () => void }> {
  const folder = copyShop("later-build");
  appendFileSync(join(folder, "static/css/base.css"), "\n.later-build {\n  color: red;\n}\n");
  appendFileSync(join(folder, "islands/stores/toasts.ts"), "\nObject.assign(globalThis, { laterBuild: true });\n");
  appendFileSync(join(folder, "islands/call.ts"), "\nObject.assign(globalThis, { laterCalls: true });\n");
  await promisify(execFile)(process.execPath, ["build.mjs"], { cwd: folder });
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
