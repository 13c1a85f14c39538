import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { copyDemoDatabase, demoFile } from "./demo-template.ts";
import { reserveDatabase } from "./reserved-databases.ts";

export type Engine = "sqlite" | "postgres";
/** The engines of this run's tests (suites.ts): both where TEST_ENGINES names none. */
export const engines: readonly Engine[] = (["sqlite", "postgres"] as const).filter((engine) =>
  (process.env.TEST_ENGINES ?? engine).includes(engine),
);

/**
 * Where `openDatabase` finds it: on PostgreSQL by its `url`, else as the file in the test's folder.
 */
type TestDatabase = { url: string | undefined; giveBack: () => Promise<void> };

/**
 * A database of one test, migrated already: it holds the demo shop or, when empty, what the
 * migrations write.
 */
export async function prepareDatabase(
  engine: Engine,
  directory: string,
  holds: "demo" | "nothing" = "nothing",
): Promise<TestDatabase> {
  if (engine === "postgres") return holds === "demo" ? await copyDemoDatabase() : await reserveDatabase();
  const template = holds === "demo" ? await demoFile() : join(inject("templates"), "store.db");
  await copyFile(template, join(directory, "store.db"));
  return { url: undefined, giveBack: async () => {} };
}
