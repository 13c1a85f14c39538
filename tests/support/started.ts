import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folderIn = (runFolder: string) => join(runFolder, "started");

/** Notes in a run's folder that a process was started, and by which signal it is ended with the run. */
export function noteStarted(runFolder: string, id: number, signal: NodeJS.Signals): void {
  mkdirSync(folderIn(runFolder), { recursive: true });
  writeFileSync(join(folderIn(runFolder), String(id)), signal);
}

/** Notes that a process has ended: its id may become another's. */
export const noteEnded = (runFolder: string, id: number): void => rmSync(join(folderIn(runFolder), String(id)), { force: true });

/** Ends the processes of a run that have not ended, and removes its folder. */
export function endRun(runFolder: string): void {
  for (const id of startedIn(runFolder)) {
    try {
      process.kill(Number(id), readFileSync(join(folderIn(runFolder), id), "utf8") as NodeJS.Signals);
    } catch {
      // It ended at this moment.
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
