import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { isOwn } from "./temporary.ts";

/**
 * Starts a process that cleans up a run's folder and processes if this process is killed. A signal
 * to the whole process group does not reach it. A run starts only one, although a runner reads its
 * settings once per project.
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
