import type { DatabaseSync } from "node:sqlite";

/**
 * Takes SQLite's lock by trying again and again. A statement that waits for the lock would block
 * this process and its timers. But a write of one of these timers may hold the lock.
 */
export async function lockFile(file: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      return file.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("locked"))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
