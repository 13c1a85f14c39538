import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFailed, onTestFinished } from "vitest";
import { type OpenDatabase, openDatabase } from "../../server/db/open.ts";
import { startTestGateway, type TestGateway } from "../../server/payments/gateways/test/start.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { writeProducts } from "../support/product-fixture.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import type { Engine } from "../support/shop.ts";

export type Ground = {
  directory: string;
  env: Record<string, string>;
  gateway: TestGateway;
  database: () => Promise<OpenDatabase>;
};

/** A shop's disk and its gateway, both of which outlive its process. */
export async function ground(engine: Engine): Promise<Ground> {
  const directory = await mkdtemp(join(tmpdir(), "shop-kill-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  const gateway = await startTestGateway({ file: join(directory, "gateway.db") });
  onTestFinished(async () => {
    await gateway.stop();
    await postgres?.drop();
    await removeShop(directory);
  });
  const env = {
    SEED: "none",
    PAYMENT_GATEWAY_URL: gateway.url,
    PAYMENT_GATEWAY_SECRET: gateway.secret,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const database = () => openDatabase({ url: postgres?.url, directory });
  const opened = await database();
  await openCategories(opened.db);
  await writeProducts(opened.db, { stock: { "v-2": 10 } });
  await opened.close();
  return { directory, env, gateway, database };
}

export async function start({ directory, env }: Ground, failpoint = ""): Promise<RunningShop> {
  const shop = await runShop({ ...env, STORE_FAILPOINT: failpoint }, directory);
  // A failpoint ends the shop on purpose: its output matters to a test that failed.
  onTestFailed(shop.expectRunning);
  onTestFinished(() => void shop.end("SIGKILL"));
  return shop;
}

/** What stands in the database while no shop runs. */
export async function inDatabase<Value>({ database }: Ground, look: (opened: OpenDatabase) => Promise<Value>): Promise<Value> {
  const opened = await database();
  return await look(opened).finally(opened.close);
}

/** A minute later, for whoever looks at the leases. */
export const letLeasesEnd = (place: Ground) =>
  inDatabase(place, ({ db }) => db.updateTable("attempt").set({ lease_until: 0 }).execute());

/** A command of the owner's, as its own process: exit status and what it says. */
export function store({ directory, env }: Ground, ...words: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const root = join(import.meta.dirname, "../..");
    const child = spawn(process.execPath, ["server/cli/main.ts", ...words], {
      cwd: root,
      env: { ...env, PATH: process.env.PATH, DATA_DIR: directory },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.once("close", (code) => resolve({ code, said }));
  });
}

/** What the gateway was asked for, by its own transactions. */
export async function askedOf({ gateway }: Ground): Promise<string[]> {
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
