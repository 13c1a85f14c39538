import { spawn } from "node:child_process";
import { join } from "node:path";
import { processEnvironment } from "../support/process-environment.ts";
import type { Place } from "./database-at.ts";

const root = join(import.meta.dirname, "../..");

/** `npm run store -- …` as a process of its own. */
export async function storeCommand({ directory, url }: Place, ...args: string[]) {
  const env = { ...processEnvironment(), DATA_DIR: directory, ...(url && { DATABASE_URL: url }) };
  const child = spawn(process.execPath, [join(root, "server/cli/main.ts"), ...args], { env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...said };
}
