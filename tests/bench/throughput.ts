import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addMovements, changeStock } from "../../server/catalog/queries/stock.ts";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { freePort } from "../support/free-port.ts";
import { freshPostgresDatabase, startPostgres } from "../support/postgres.ts";
import { addresses } from "./bench.ts";
import { buy, offeredMethod, type Step, shipTo, steps, type Times } from "./checkout.ts";
import { table } from "./figures.ts";
import { plentiful, productPaths } from "./products.ts";
import { recordPages } from "./record.ts";
import { type Running, start } from "./running.ts";
import { type BenchShop, startShop } from "./shop.ts";

/**
 * The limits: orders a second for many simultaneous payments, and the ratio of the slowest call.
 */
const bars = { sqlite: 200, postgres: 150, slowest: 5 };
const shoppers = [8, 64] as const;
const processes = [1, 2] as const;

type Engine = "sqlite" | "postgres";

type Run = {
  engine: Engine;
  processes: number;
  shoppers: number;
  perSecond: number;
  /** the ms of all the shop's processes for one order */
  cpu: number;
  /** the call with the highest ratio of its 99th percentile to its mean */
  slowest: Slowest;
  /**
   * the slowest call when each shopper's first order counts too; all shoppers connect at the same
   * moment for their first order
   */
  slowestAtArrival: Slowest;
};

type Slowest = { step: Step; ratio: number };

/** Starts a gateway in its own process, which outlives the shops. */
async function startGateway(directory: string): Promise<{ gateway: Running; env: Record<string, string> }> {
  const [port, secret] = [await freePort(), randomBytes(24).toString("hex")];
  const gateway = start("server/payments/gateways/test/main.ts", join(directory, "gateway.log"), {
    env: { TEST_GATEWAY_SECRET: secret, TEST_GATEWAY_PORT: String(port) },
    args: [join(directory, "gateway.db")],
  });
  while (!gateway.printed().includes('"port"')) await sleep(20);
  return { gateway, env: { PAYMENT_GATEWAY_URL: `http://127.0.0.1:${port}`, PAYMENT_GATEWAY_SECRET: secret } };
}

type Database = { url: string | undefined; directory: string };

/** Puts enough of some variants in stock for all orders. */
async function fillStock(database: Database, variants: readonly string[], units: number): Promise<void> {
  const { db, close } = await openDatabase(database);
  await transact(db, async (tx) => {
    for (const variantId of variants) {
      await changeStock(tx, { variantId, onHand: units });
      await addMovements(tx, [{ variantId, kind: "set", units, at: Date.now() }]);
    }
  });
  await close();
}

/** Throws if stock, money and orders do not agree after all jobs of the last orders. */
async function expectNoBreach(database: Database): Promise<void> {
  const { db, close } = await openDatabase(database);
  const breaches = await findBreaches(db);
  await close();
  if (breaches.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(breaches[0])}`);
}

function slowestOf(times: readonly Times[]): Slowest {
  const ratios = steps.map((step) => {
    const sorted = times.map((each) => each[step]).toSorted((a, b) => a - b);
    const mean = sorted.reduce((total, ms) => total + ms, 0) / sorted.length;
    return { step, ratio: (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN) / mean };
  });
  return ratios.reduce((worst, each) => (each.ratio > worst.ratio ? each : worst));
}

const cpuOf = async (shops: readonly BenchShop[]): Promise<number> => {
  const each = await Promise.all(shops.map((shop) => shop.ask("cpu", null)));
  return each.reduce((total, ms) => total + ms, 0);
};

type Purchases = { shops: readonly BenchShop[]; variants: readonly string[]; methodId: string };

/** Lets `side` shoppers at once buy `count` orders in all. Each shopper stays with one process. */
async function buyAll({ shops, variants, methodId }: Purchases, count: number, side: number): Promise<Omit<Run, "engine">> {
  const agent = new Agent({ keepAlive: true });
  const [firsts, laters]: [Times[], Times[]] = [[], []];
  let nth = 0;
  const shopper = async (_: unknown, at: number) => {
    const port = shops[at % shops.length]?.port ?? 0;
    for (let times = firsts; nth < count; times = laters) {
      const order = nth++;
      times.push(await buy(agent, port, { variantId: variants[order % variants.length] ?? "", methodId, nth: order }));
    }
  };
  const [before, begun] = [await cpuOf(shops), performance.now()];
  await Promise.all(Array.from({ length: side }, shopper));
  const seconds = (performance.now() - begun) / 1000;
  const cpu = ((await cpuOf(shops)) - before) / count;
  agent.destroy();
  const slowest = { slowest: slowestOf(laters), slowestAtArrival: slowestOf([...firsts, ...laters]) };
  return { processes: shops.length, shoppers: side, perSecond: count / seconds, cpu, ...slowest };
}

type Place = { directory: string; database: Database; env: Record<string, string> };

async function measureProcesses(
  { directory, database, env }: Place,
  count: number,
  number: number,
): Promise<Omit<Run, "engine">[]> {
  const shops: BenchShop[] = [];
  try {
    for (let nth = 0; nth < number; nth += 1) shops.push(await startShop(directory, { env, log: `shop-${nth}.log` }));
    const [first] = shops;
    if (!first) return [];
    const variants = plentiful(await recordPages(first.port, await productPaths(first.url, addresses)), shipTo);
    await fillStock(database, variants, count);
    const methodId = await offeredMethod(new Agent(), first.port, variants[0] ?? "");
    const purchases = { shops, variants, methodId };
    await buyAll(purchases, 40, 8);
    const runs = [];
    for (const side of shoppers) runs.push(await buyAll(purchases, count, side));
    return runs;
  } finally {
    await Promise.all(shops.map((shop) => shop.end()));
  }
}

async function measureEngine(engine: Engine, count: number, url: string | undefined): Promise<Run[]> {
  const directory = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const { gateway, env } = await startGateway(directory);
  try {
    const database = { url, directory: join(directory, "shop") };
    const place = { directory, database, env: { ...env, ...(url && { DATABASE_URL: url }) } };
    const runs = [];
    for (const number of processes) runs.push(...(await measureProcesses(place, count, number)));
    await expectNoBreach(database);
    return runs.map((run) => ({ engine, ...run }));
  } finally {
    await gateway.end();
    await rm(directory, { recursive: true, force: true });
  }
}

/** PostgreSQL with its default durability: every commit waits for the disk. */
async function measurePostgres(count: number): Promise<Run[]> {
  const postgres = await startPostgres({ fsync: "on", full_page_writes: "on" });
  try {
    const { url, drop } = await freshPostgresDatabase(postgres.url);
    return await measureEngine("postgres", count, url).finally(drop);
  } finally {
    await postgres.stop();
  }
}

const ratioText = ({ step, ratio }: Slowest) => `${ratio.toFixed(1)} (${step})`;

const verdict = (held: boolean) => (held ? "held" : "MISSED");

function verdictOf(runs: readonly Run[], engine: Engine): string[] {
  const own = runs.filter((run) => run.engine === engine);
  const best = Math.max(...own.map(({ perSecond }) => perSecond));
  const crowded = own.filter(({ shoppers: side }) => side === 64);
  const worst = Math.max(...crowded.flatMap(({ slowest, slowestAtArrival }) => [slowest.ratio, slowestAtArrival.ratio]));
  return [
    `  → ${engine}: ${best.toFixed(0)} orders/s, the bar is ${bars[engine]}: ${verdict(best >= bars[engine])}`,
    `  → ${engine}: a call's p99 is at most ${worst.toFixed(1)} × its mean with 64 shoppers, the bar is ${bars.slowest}: ${verdict(worst < bars.slowest)}`,
  ];
}

/**
 * Measures whole checkouts by many shoppers, on both engines, with one and with two processes of
 * the shop.
 */
export async function benchThroughput(count: number): Promise<string> {
  const runs = [...(await measureEngine("sqlite", count, undefined)), ...(await measurePostgres(count))];
  const rows = runs.map((run) => [
    `${run.engine}, ${run.processes} process${run.processes === 1 ? "" : "es"}, ${run.shoppers} shoppers`,
    run.perSecond.toFixed(1),
    run.cpu.toFixed(1),
    ratioText(run.slowest),
    ratioText(run.slowestAtArrival),
  ]);
  return [
    `Orders a second: ${count} whole checkouts of ${steps.length} calls in each line; the client and the gateway are on the same cores`,
    table([["", "orders/s", "ms of the shop's CPU", "p99 of a call by its mean", "with each shopper's first order"], ...rows]),
    ...verdictOf(runs, "sqlite"),
    ...verdictOf(runs, "postgres"),
  ].join("\n");
}
