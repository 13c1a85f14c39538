import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");
const parts = ["server", "views", "islands", "static", "build.mjs", "package.json", "tsconfig.json"];

/** A copy of the shop's sources in a new folder, with `more` of its files. */
export function copyShop(name: string, more: readonly string[] = []): string {
  const folder = mkdtempSync(join(temporaryFolder(), `${name}-`));
  for (const part of [...parts, ...more]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/**
 * A later release of the shop in a new folder. Its stylesheet differs and, because a shared store
 * has changed, so does every island's script.
 */
export async function laterBuild(): Promise<{ root: string; remove: () => void }> {
  const folder = copyShop("later-build");
  appendFileSync(join(folder, "static/css/base.css"), "\n.later-build {\n  color: red;\n}\n");
  appendFileSync(join(folder, "islands/stores/toasts.ts"), "\nObject.assign(globalThis, { laterBuild: true });\n");
  appendFileSync(join(folder, "islands/call.ts"), "\nObject.assign(globalThis, { laterCalls: true });\n");
  await promisify(execFile)(process.execPath, ["build.mjs"], { cwd: folder });
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
