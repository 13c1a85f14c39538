import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";
import { production } from "../support/production.ts";
import { type Running, start } from "./running.ts";

/**
 * The shop's public address: https, so that every header of production is sent. No request uses
 * this name.
 */
export const publicUrl = production.PUBLIC_URL;

const readyWithinMs = 120_000;

/** A shop under a bench; `directory` is its `DATA_DIR`. */
export type BenchShop = Running & { port: number; url: string; directory: string };

type ShopOptions = {
  /** the folder for CPU profiles */
  profiles?: string | undefined;
  /** variables besides those of every bench */
  env?: Record<string, string>;
  /** command-line options of Node */
  options?: readonly string[];
  log?: string;
};

/**
 * Starts the built shop as in production: with all headers, and with a log line for every request,
 * written to a file. It is the demo shop, on SQLite unless `env` sets another database.
 */
export async function startShop(
  directory: string,
  { profiles, env: more, options: others = [], log = "shop.log" }: ShopOptions = {},
): Promise<BenchShop> {
  const port = await freePort();
  const data = join(directory, "shop");
  const env = {
    ...production,
    HOST: "127.0.0.1",
    PORT: String(port),
    SEED: "demo",
    DATA_DIR: data,
    ...more,
  };
  const options = profiles === undefined ? others : [...others, "--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const running = start("server/main.ts", join(directory, log), { env, options });
  const url = `http://127.0.0.1:${port}`;
  await ready(running, `${url}/readyz`);
  return { ...running, port, url, directory: data };
}

async function ready({ process: child, printed }: Running, url: string): Promise<void> {
  for (const since = Date.now(); Date.now() - since < readyWithinMs; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  child.kill("SIGKILL");
  throw new Error(`the shop did not become ready:\n${printed()}`);
}
