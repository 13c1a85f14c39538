import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}

/** One PostgreSQL for the whole run; each test shop gets a database of its own on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgres", server.url);
  return server.stop;
}
