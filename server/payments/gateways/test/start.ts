import { fileURLToPath } from "node:url";
import { startChild } from "../../../child.ts";
import type { GatewaySettings } from "../../../config.ts";
import { newSecret } from "../../../ids.ts";

export type TestGateway = GatewaySettings & { pid: number; stop(): Promise<void> };

type TestGatewayStart = {
  /** the SQLite file of its transactions; created if absent */
  file: string;
  /**
   * the environment; only the few variables below are read and passed on, so an option that opens
   * Node's inspector is not passed on
   */
  env?: NodeJS.ProcessEnv;
  /** names of the variables to ignore */
  ignored?: readonly string[];
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

/**
 * Starts the test gateway as a separate process and waits until it listens. It ends when this
 * process ends, even by SIGKILL, and does not keep this process alive.
 */
export async function startTestGateway({
  file,
  env = process.env,
  ignored = [],
  secret = newSecret(),
}: TestGatewayStart): Promise<TestGateway> {
  const { said, pid, stop } = await startChild<{ port: number }>({
    name: "the test gateway",
    program,
    args: [file],
    env: { ...picked(env, ignored), TEST_GATEWAY_SECRET: secret },
  });
  return { adapter: "http", url: `http://127.0.0.1:${said.port}`, secret, pid, stop };
}

const picked = (env: NodeJS.ProcessEnv, ignored: readonly string[]) =>
  Object.fromEntries(handedOn.flatMap((name) => (env[name] === undefined || ignored.includes(name) ? [] : [[name, env[name]]])));
