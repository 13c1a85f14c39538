import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Questions } from "./questions.ts";

const root = join(import.meta.dirname, "../..");
/** Before it ends, a shop may wait 30 s for payments in progress. */
const leavesWithinMs = 35_000;

export type Running = {
  pid: number;
  ask<Name extends keyof Questions>(name: Name, asks: Questions[Name]["asks"]): Promise<Questions[Name]["answer"]>;
  /** the last part of its output */
  printed: () => string;
  /** ends the process; resolves when it is gone, and throws if it ended with an error */
  end: () => Promise<void>;
  process: ChildProcess;
};

type Start = { env?: Record<string, string>; options?: readonly string[]; args?: readonly string[] };

/** Starts a program in its own process. Its output goes to the file `log`, like a shop's logs. */
export function start(program: string, log: string, { env = {}, options = [], args = [] }: Start = {}): Running {
  const out = openSync(log, "a");
  const child = fork(join(root, program), args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } as NodeJS.ProcessEnv,
    execArgv: ["--import", join(import.meta.dirname, "cpu.ts"), ...options],
    serialization: "advanced",
    stdio: ["ignore", out, out, "ipc"],
  });
  closeSync(out);
  const printed = () => readFileSync(log, "utf8").slice(-2000);
  const gone = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  let pending: Promise<unknown> = Promise.resolve();

  /** One question at a time, so that every answer belongs to the last one. */
  const ask: Running["ask"] = async (name, asks) => {
    const before = pending;
    const answer = before.then(() => {
      const given = once(child, "message").then(([message]) => message);
      child.send({ name, asks });
      return Promise.race([given, gone.then(() => Promise.reject(new Error(`${program} ended:\n${printed()}`)))]);
    });
    pending = answer.catch(() => undefined);
    return await answer;
  };

  const end = async () => {
    const killTimer = setTimeout(() => child.kill("SIGKILL"), leavesWithinMs);
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const [code, signal] = await gone;
    clearTimeout(killTimer);
    if (code !== 0 && signal !== "SIGTERM") throw new Error(`${program} ended with ${signal ?? code}:\n${printed()}`);
  };
  return { pid: child.pid ?? 0, ask, printed, end, process: child };
}
