import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../server/db/open.ts";
import type { Emptying } from "./emptying.ts";
import { startPostgres } from "./postgres.ts";
import { temporaryFolder } from "./temporary.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
    emptying: Emptying;
    /** the folder of SQLite files that tests copy */
    templates: string;
  }
}

/** One PostgreSQL and one migrated SQLite file for the whole run; each test shop gets a database of its own from them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = await mkdtemp(join(temporaryFolder(), "shop-templates-"));
  const [server] = await Promise.all([
    startPostgres(),
    openDatabase({ url: undefined, directory: templates }).then(({ close }) => close()),
  ]);
  project.provide("postgres", server.url);
  project.provide("emptying", server.emptying);
  project.provide("templates", templates);
  return async () => {
    await server.stop();
    await rm(templates, { recursive: true, force: true });
  };
}
