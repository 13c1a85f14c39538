import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { isListening } from "./is-listening.ts";
import { processEnvironment } from "./process-environment.ts";
import { noteEnded, noteStarted } from "./started.ts";
import { temporaryFolder } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

export type RunningShop = {
  url: string;
  directory: string;
  process: ChildProcess;
  /** everything it printed */
  output: () => string;
  /** ends the shop with `signal`, and resolves with the exit code when the process is gone */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** rejects with the shop's output if the shop has ended by itself */
  expectRunning: () => Promise<void>;
};

/**
 * Runs the built shop in a process as its owner starts it. `directory` is reused if given, else
 * made. `release` is the folder of another release, and `program` the file that starts the shop.
 * `wrapper` is a command that runs the shop in its own process, such as a tracer.
 */
export async function runShop(
  env: Record<string, string> = {},
  directory?: string,
  release = root,
  program = "server/main.ts",
  wrapper: readonly string[] = [],
): Promise<RunningShop> {
  const dataDir = directory ?? (await mkdtemp(join(temporaryFolder(), "shop-run-")));
  const port = env.PORT ?? String(await freePort());
  const [command = process.execPath, ...words] = [...wrapper, process.execPath, program];
  const child = spawn(command, words, {
    cwd: release,
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
  const { pid = 0 } = child;
  noteStarted(temporaryFolder(), pid, "SIGKILL");
  const closed = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  child.once("exit", () => noteEnded(temporaryFolder(), pid));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Storefront ready at ")) resolve();
      // `npm run dev` waits for a change when its shop has stopped. Nobody makes one here, so the
      // parent process is ended.
      if (output.includes("The shop has stopped")) child.kill();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => {
      // A waiting job reached its failpoint and killed the process, possibly before the shop was
      // ready.
      if (env.STORE_FAILPOINT && child.signalCode === "SIGKILL") resolve();
      else reject(new Error(`the shop ended before it was ready:\n${output}`));
    });
  });
  let isEnding = false;
  const end = async (signal: NodeJS.Signals = "SIGTERM") => {
    isEnding = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return await closed;
  };
  const expectRunning = async () => {
    // The port is closed before this process receives the exit event.
    const seemsToRun = child.exitCode === null && child.signalCode === null;
    if (isEnding || (seemsToRun && (await isListening(Number(port))))) return;
    const code = await closed;
    throw new Error(`the shop ended with ${child.signalCode ?? code} while it was in use; it printed:\n${output}`);
  };
  return { url: `http://localhost:${port}`, directory: dataDir, process: child, output: () => output, end, expectRunning };
}

/** Removes a shop's folder with its database. */
export const removeShop = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true });
