import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";

export type TestGateway = { url: string; secret: string; pid: number; stop(): Promise<void> };

export type TestGatewayStart = {
  /** the SQLite file of its books; made when there is none */
  file: string;
  /** read for the few variables below; nothing else is handed on, no inspector option above all */
  env?: NodeJS.ProcessEnv;
  secret?: string;
};

const program = fileURLToPath(new URL("./main.ts", import.meta.url));
const handedOn = [
  "NODE_ENV",
  "ALLOW_TEST_GATEWAY",
  "TEST_GATEWAY_PORT",
  "TEST_GATEWAY_SLOW_MS",
  "TEST_GATEWAY_LATE_MS",
  "SystemRoot",
];
const readyWithinMs = 60_000;
const leavesWithinMs = 5_000;

/** Starts the test gateway as a process of its own and waits until it listens. It leaves when this process does, even by SIGKILL, and never keeps it alive. */
export async function startTestGateway({
  file,
  env = process.env,
  secret = randomBytes(32).toString("hex"),
}: TestGatewayStart): Promise<TestGateway> {
  const child = spawn(process.execPath, [program, file], { stdio: "pipe", env: { ...picked(env), TEST_GATEWAY_SECRET: secret } });
  const port = await portOf(child);
  child.stdout.resume();
  child.stderr.pipe(process.stderr, { end: false });
  letGo(child);
  return { url: `http://127.0.0.1:${port}`, secret, pid: child.pid ?? 0, stop: () => stopped(child) };
}

const picked = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(handedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

function portOf(child: ChildProcessWithoutNullStreams): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let complaint = "";
    const late = setTimeout(() => child.kill("SIGKILL"), readyWithinMs);
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (!printed.includes("\n")) return;
      clearTimeout(late);
      child.stderr.removeAllListeners("data");
      resolve((JSON.parse(printed) as { port: number }).port);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(late);
      reject(new Error(`the test gateway did not start (${signal ?? code}): ${complaint.trim()}`));
    });
  });
}

function letGo(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref();
}

async function stopped(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, "exit");
  const late = setTimeout(() => child.kill("SIGKILL"), leavesWithinMs);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(late);
}
