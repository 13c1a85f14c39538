import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { copyDemoDatabase, demoFile } from "./demo-template.ts";
import { reserveDatabase } from "./reserved-databases.ts";

export type Engine = "sqlite" | "postgres";
/** The engines of this run's tests (suites.ts): both if TEST_ENGINES names none. */
export const engines: readonly Engine[] = (["sqlite", "postgres"] as const).filter((engine) =>
  (process.env.TEST_ENGINES ?? engine).includes(engine),
);

/**
 * The place where `openDatabase` finds the database: on PostgreSQL its `url`, else a file in the
 * test's folder.
 */
type TestDatabase = { url: string | undefined; giveBack: () => Promise<void> };

/**
 * A migrated database for one test. It holds the demo shop or, if `empty`, only the rows that
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
