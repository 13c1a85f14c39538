import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folderIn = (runFolder: string) => join(runFolder, "started");

/** Records in a run's folder a started process, and the signal that ends it with the run. */
export function noteStarted(runFolder: string, id: number, signal: NodeJS.Signals): void {
  mkdirSync(folderIn(runFolder), { recursive: true });
  writeFileSync(join(folderIn(runFolder), String(id)), signal);
}

/** Records that a process has ended, since another process may get its id. */
export const noteEnded = (runFolder: string, id: number): void => rmSync(join(folderIn(runFolder), String(id)), { force: true });

/** Ends the run's remaining processes, and removes its folder. */
export function endRun(runFolder: string): void {
  for (const id of startedIn(runFolder)) {
    try {
      process.kill(Number(id), readFileSync(join(folderIn(runFolder), id), "utf8") as NodeJS.Signals);
    } catch {
      // The process has ended meanwhile.
    }
  }
  rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
}

function startedIn(runFolder: string): string[] {
  try {
    return readdirSync(folderIn(runFolder));
  } catch {
    return [];
  }
}
