import type { DatabaseSync } from "node:sqlite";

/**
 * Takes SQLite's lock by polling: a waiting statement would block this process's timers, whose
 * writes may hold the lock.
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
