import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const inMemory = "/dev/shm";
const neededBytes = 3e9;

/** Where a run keeps its databases: in memory where the machine has room, since no test needs them after a power cut. */
export function temporaryFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > neededBytes ? inMemory : tmpdir();
}
