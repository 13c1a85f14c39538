import { spawn } from "node:child_process";
import { join } from "node:path";
import { processEnvironment } from "../support/process-environment.ts";
import type { Place } from "./database-at.ts";

const root = join(import.meta.dirname, "../..");
const hook = join(import.meta.dirname, "later-release-hook.ts");

type Said = { status: number | null; out: string; err: string };

async function run({ directory, url }: Place, options: readonly string[], args: readonly string[]): Promise<Said> {
  const env = { ...processEnvironment(), DATA_DIR: directory, ...(url && { DATABASE_URL: url }) };
  const child = spawn(process.execPath, [...options, join(root, "server/cli/main.ts"), ...args], { env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...said };
}

/** Runs `npm run store -- …` in its own process. */
export const storeCommand = (place: Place, ...args: string[]): Promise<Said> => run(place, [], args);

/** Runs the command of a later release (with-later.ts). */
export const laterCommand = (place: Place, ...args: string[]): Promise<Said> => run(place, ["--import", hook], args);
