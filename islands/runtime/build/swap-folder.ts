import { existsSync, globSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const anHour = 3_600_000;

/** Removes temporary folders of builds that were killed an hour ago or more. */
export function removeStaleBuilds(out: string): void {
  for (const folder of globSync(`${basename(out)}.tmp-*`, { cwd: dirname(out) })) {
    const path = join(dirname(out), folder);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > anHour) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Moves a built folder into place. Another build may finish at the same moment: the second one
 * moves the other's folder away and tries again.
 */
export function moveIntoPlace(from: string, to: string): void {
  for (let tries = 0; ; tries++) {
    const old = `${from}-old-${tries}`;
    try {
      if (existsSync(to)) renameSync(to, old);
      renameSync(from, to);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      rmSync(old, { recursive: true, force: true });
      if (tries === 5) throw error;
    }
  }
}
