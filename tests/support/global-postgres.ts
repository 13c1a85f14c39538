import type { TestProject } from "vitest/node";
import type { Emptying } from "./emptying.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
    emptying: Emptying;
  }
}

/** One PostgreSQL for the whole run; each test that needs one gets a database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgres", server.url);
  project.provide("emptying", server.emptying);
  return server.stop;
}
