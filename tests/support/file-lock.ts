import type { DatabaseSync } from "node:sqlite";

/** Takes SQLite's lock once no timer of this process writes: a waiting statement would stop it. */
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
