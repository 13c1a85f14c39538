import type { TestProject } from "vitest/node";
import type { EmptyingSql } from "./emptying.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
    emptying: EmptyingSql;
  }
}

type SharedServer = { starting: ReturnType<typeof startPostgres>; projects: number };
/**
 * Each project evaluates this module again in one process, so shared state is kept on the process.
 */
const processWide: { shopTestsPostgres?: SharedServer } = globalThis as object;

/** One PostgreSQL for all projects of a run; each test that needs one gets a database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  processWide.shopTestsPostgres ??= { starting: startPostgres(), projects: 0 };
  const shared = processWide.shopTestsPostgres;
  shared.projects += 1;
  const server = await shared.starting;
  project.provide("postgres", server.url);
  project.provide("emptying", server.emptying);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    delete processWide.shopTestsPostgres;
    await server.stop();
  };
}
