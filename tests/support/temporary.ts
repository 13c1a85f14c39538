import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endRun } from "./started.ts";

const inMemory = "/dev/shm";
const neededBytes = 3e9;
const prefix = "shop-tests-";

/** Whether this process has opened a run's folder. */
export const isOwn = (folder: string): boolean => basename(folder).startsWith(`${prefix}${process.pid}-`);

/** A folder in memory if the machine has room, since no test needs its files after a power cut. */
function roomiestFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > neededBytes ? inMemory : tmpdir();
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Removes the folders of killed runs. If a PostgreSQL server of such a run still runs, it ends by
 * itself when its folder is gone.
 */
function removeLeftFolders(around: string): void {
  for (const name of readdirSync(around)) {
    const [, id] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    const folder = join(around, name);
    if (!id || isRunning(Number(id)) || statSync(folder).uid !== process.getuid?.()) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a run's folder in `around`. When this process ends, the folder and the run's processes end
 * with it; if it is killed, its guardian (stand-by.ts) or the next run removes them.
 */
export function openRunFolder(around: string): string {
  removeLeftFolders(around);
  const folder = mkdtempSync(join(around, `${prefix}${process.pid}-`));
  // Under root, the tests' PostgreSQL runs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o711);
  process.on("exit", () => endRun(folder));
  return folder;
}

/** The folder for a run's databases and other files. Workers and the tests' processes share it. */
export function temporaryFolder(): string {
  process.env.TEST_RUN_FOLDER ??= openRunFolder(roomiestFolder());
  // Node caches compiled modules there, because a run starts the shop and its commands some hundred
  // times.
  process.env.NODE_COMPILE_CACHE ??= join(process.env.TEST_RUN_FOLDER, "compiled");
  return process.env.TEST_RUN_FOLDER;
}
