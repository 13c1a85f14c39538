import type { DatabaseSync } from "node:sqlite";

/** Takes SQLite's lock as soon as no timer of a shop in this process writes, which a waiting statement would stop. */
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
