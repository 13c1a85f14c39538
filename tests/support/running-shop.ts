import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { processEnvironment } from "./process-environment.ts";
import { temporaryFolder } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

export type RunningShop = {
  url: string;
  directory: string;
  process: ChildProcess;
  /** everything it printed */
  output: () => string;
  /** ends it with `signal` and resolves with its exit code once it is gone */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** throws with what it printed if it ended by itself */
  expectRunning: () => void;
};

/**
 * The built shop as its owner starts it, in a process of its own. `directory` is reused when given,
 * else made.
 */
export async function runShop(env: Record<string, string> = {}, directory?: string): Promise<RunningShop> {
  const dataDir = directory ?? (await mkdtemp(join(temporaryFolder(), "shop-run-")));
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: {
      ...processEnvironment(),
      LOG_LEVEL: "warn",
      PORT: port,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const gone = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Storefront ready at ")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => reject(new Error(`the shop ended before it was ready:\n${output}`)));
  });
  let died: string | undefined;
  let isEnding = false;
  child.once("close", (code, signal) => {
    if (!isEnding) died = `the shop ended with ${signal ?? code} while it was in use; it printed:\n${output}`;
  });
  const end = async (signal: NodeJS.Signals = "SIGTERM") => {
    isEnding = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return await gone;
  };
  const expectRunning = () => {
    if (died !== undefined) throw new Error(died);
  };
  return { url: `http://localhost:${port}`, directory: dataDir, process: child, output: () => output, end, expectRunning };
}

/** Removes a shop's folder with its database. */
export const removeShop = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true });
