import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFailed, onTestFinished } from "vitest";
import { type OpenDatabase, openDatabase } from "../../server/db/open.ts";
import { startTestGateway, type TestGateway } from "../../server/payments/gateways/test/start.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { processEnvironment } from "../support/process-environment.ts";
import { writeProducts } from "../support/product-fixture.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import type { Engine } from "../support/shop.ts";

export type ShopEnvironment = {
  directory: string;
  env: Record<string, string>;
  gateway: TestGateway;
  database: () => Promise<OpenDatabase>;
};

type Prepared = {
  stock?: Record<string, number>;
  env?: Record<string, string>;
  gatewayEnv?: Record<string, string>;
  /** the shop's DATA_DIR, which does not contain the gateway's file; by default a new folder */
  dataDir?: string;
  /** the URL of the PostgreSQL server; by default the server that the whole test run shares */
  postgresUrl?: string;
};

/** Prepares a shop's folder, database and gateway, which outlive its process. */
export async function prepareEnvironment(
  engine: Engine,
  { stock = { "v-2": 10 }, env: settings = {}, gatewayEnv = {}, dataDir, postgresUrl }: Prepared = {},
): Promise<ShopEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), "shop-kill-"));
  const directory = dataDir ?? folder;
  const postgres = engine === "postgres" ? await freshPostgresDatabase(postgresUrl ?? inject("postgres")) : undefined;
  const gateway = await startTestGateway({ file: join(folder, "gateway.db"), env: { ...process.env, ...gatewayEnv } });
  onTestFinished(async () => {
    await gateway.stop();
    await postgres?.drop();
    await removeShop(folder);
  });
  const env = {
    SEED: "none",
    PAYMENT_GATEWAY_URL: gateway.url,
    PAYMENT_GATEWAY_SECRET: gateway.secret,
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...settings,
  };
  const database = () => openDatabase({ url: postgres?.url, directory });
  const opened = await database();
  await openCategories(opened.db);
  await writeProducts(opened.db, { stock });
  await opened.close();
  return { directory, env, gateway, database };
}

export async function startShop({ directory, env }: ShopEnvironment, failpoint = ""): Promise<RunningShop> {
  const shop = await runShop({ ...env, STORE_FAILPOINT: failpoint }, directory);
  // A failpoint ends the shop on purpose, so its output is shown only if the test failed.
  onTestFailed(shop.expectRunning);
  onTestFinished(() => void shop.end("SIGKILL"));
  return shop;
}

/** Calls `look` with the database while no shop runs. */
export async function inDatabase<Value>(
  { database }: ShopEnvironment,
  look: (opened: OpenDatabase) => Promise<Value>,
): Promise<Value> {
  const opened = await database();
  return await look(opened).finally(opened.close);
}

/** Ends all leases now. */
export const expireLeases = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.updateTable("attempt").set({ lease_until: 0 }).execute());

/** Starts an owner's command in a process of its own. */
export const startCommand = ({ directory, env }: Pick<ShopEnvironment, "directory" | "env">, ...words: string[]) =>
  spawn(process.execPath, ["server/cli/main.ts", ...words], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...env, ...processEnvironment(), DATA_DIR: directory },
  });

/** Runs an owner's command to its end; resolves with exit status and output. */
export function store(place: ShopEnvironment, ...words: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = startCommand(place, ...words);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.once("close", (code) => resolve({ code, said }));
  });
}

/** The kinds of the gateway's transactions, in order. */
export async function gatewayKinds({ gateway }: ShopEnvironment): Promise<string[]> {
  const answer = await fetch(`${gateway.url}/books?since=0&until=${Number.MAX_SAFE_INTEGER}&after=0&limit=100`, {
    headers: { authorization: `Bearer ${gateway.secret}` },
  });
  const { transactions } = (await answer.json()) as { transactions: { kind: string }[] };
  return transactions.map(({ kind }) => kind);
}

export async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 400; tries++) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not come");
}
