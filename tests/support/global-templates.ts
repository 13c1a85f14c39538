import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../server/db/open.ts";
import { temporaryFolder } from "./temporary.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the folder of SQLite files that tests copy */
    templates: string;
  }
}

/** One migrated SQLite file for the whole run: each test that needs one gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = await mkdtemp(join(temporaryFolder(), "shop-templates-"));
  const { close } = await openDatabase({ url: undefined, directory: templates });
  await close();
  project.provide("templates", templates);
  return () => rm(templates, { recursive: true, force: true });
}
