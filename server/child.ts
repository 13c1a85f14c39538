import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";

export type Child<Said> = {
  /** the JSON line that the program printed when it was ready */
  said: Said;
  pid: number;
  /** resolves when the program has ended, for any reason */
  gone: Promise<void>;
  stop(): Promise<void>;
};

/** The error of a child program that failed to start; the message contains the program's output. */
export class ChildStartError extends Error {}

type ChildStart = {
  /** the program's name in errors */
  name: string;
  /** the file that Node runs */
  program: string;
  args?: readonly string[];
  /**
   * the whole environment of the program: it inherits nothing, in particular no inspector option
   */
  env: NodeJS.ProcessEnv;
};

const readyWithinMs = 60_000;
const leavesWithinMs = 5_000;

/**
 * Starts one of the shop's programs and waits for its first line. When this process ends, even by
 * SIGKILL, the program's standard input closes and the program ends (see `exitWithParent`). The
 * program never keeps this process alive.
 */
export async function startChild<Said>({ name, program, args = [], env }: ChildStart): Promise<Child<Said>> {
  const child = spawn(process.execPath, [program, ...args], { stdio: "pipe", env });
  const output = (await firstLine(name, child)) as Said;
  child.stdout.resume();
  child.stderr.pipe(process.stderr, { end: false });
  detach(child);
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return { said: output, pid: child.pid ?? 0, gone: exit, stop: () => stopped(child) };
}

function firstLine(name: string, child: ChildProcessWithoutNullStreams): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let errorOutput = "";
    const startTimeout = setTimeout(() => child.kill("SIGKILL"), readyWithinMs);
    child.stderr.on("data", (chunk) => {
      errorOutput += chunk;
    });
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (!printed.includes("\n")) return;
      clearTimeout(startTimeout);
      child.stderr.removeAllListeners("data");
      resolve(JSON.parse(printed));
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(startTimeout);
      reject(new ChildStartError(`${name} did not start (${signal ?? code}): ${errorOutput.trim()}`));
    });
  });
}

function detach(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref();
}

async function stopped(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, "exit");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), leavesWithinMs);
  child.kill("SIGTERM");
  await exit;
  clearTimeout(killTimer);
}
