import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { isOwn } from "./temporary.ts";

/**
 * Starts a process that clears up after this one when it is killed, in the folder of its run. A
 * signal for the whole group does not reach it. A runner that reads its settings once per project
 * starts one.
 */
export function standBy(runFolder: string): void {
  const mark = join(runFolder, "guarded");
  if (!isOwn(runFolder) || existsSync(mark)) return;
  writeFileSync(mark, "");
  const program = join(import.meta.dirname, "guardian.ts");
  const guardian = spawn(process.execPath, [program, runFolder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guardian.unref();
  (guardian.stdin as Socket).unref();
}
