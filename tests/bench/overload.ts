import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filtersOf, listingPath } from "../../server/catalog/rules/listing.ts";
import { startExampleNginx } from "../support/example-nginx.ts";
import { freePort } from "../support/free-port.ts";
import { freshPostgresDatabase, startPostgres } from "../support/postgres.ts";
import { findNginx } from "../support/round-robin.ts";
import { table } from "./figures.ts";
import { plentiful, productPaths } from "./products.ts";
import type { Arrivals, Arrived } from "./questions.ts";
import { recordPages } from "./record.ts";
import { type Running, start } from "./running.ts";
import { type BenchShop, startShop } from "./shop.ts";

/** The load as a multiple of what the shop can answer. */
const times = 10;
/**
 * The number of simultaneous requests in a full house: as many as the shop answers at once
 * (server/web/admission.ts).
 */
const fullHouse = 64;
const bars = { slower: 5, waitMs: 20_000 };
const cachedPerSecond = 50;

type Request = Arrivals["requests"][number];
type Kind = { name: string; requests: Request[]; ok: (status: number) => boolean };
/** The number of connections that nginx may hold: more than ever wait at a time. */
const proxyConnections = 16_384;

type Run = {
  name: string;
  perSecond: number;
  arrived: number;
  admitted: number;
  refused: number;
  broken: number;
  /** the ms of the admitted requests */
  calm: number;
  busy: number;
  /** the ms of the longest wait for any answer */
  longest: number;
  /** the ms of pages from memory meanwhile */
  cached: number;
};

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
const msOf = (all: readonly Arrived[]) => all.map(({ ms }) => ms);

/**
 * The kinds of requests: listings that nobody requested before, so that each page is made, and
 * carts.
 */
async function kindsOf(shop: BenchShop): Promise<Kind[]> {
  const pages = await recordPages(shop.port, await productPaths(shop.url, 50));
  const [variantId = ""] = plentiful(pages, "TX");
  const made = Array.from({ length: 60_000 }, (_, at) => ({
    method: "GET",
    path: listingPath({ ...filtersOf({}), priceMax: 1_000_000 + at }),
  }));
  const adding = { method: "POST", path: "/storefront/cart/add", body: `variantId=${variantId}` };
  return [
    { name: "pages that are made", requests: made, ok: (status) => status === 200 },
    { name: "carts", requests: [adding], ok: (status) => status === 303 },
  ];
}

type Parts = { port: number; load: Running; reader: Running; cachedPath: string; milliseconds: number };

/**
 * Measures a full house, in which each shopper sends the next request as soon as the last one is
 * answered. Then sends ten times as many requests a second as the shop answered in the full house.
 */
async function measure({ name, requests, ok }: Kind, { port, load, reader, cachedPath, milliseconds }: Parts): Promise<Run> {
  const half = Math.floor(requests.length / 2);
  const [first, second] = requests.length > 1 ? [requests.slice(0, half), requests.slice(half)] : [requests, requests];
  const common = { port, milliseconds };
  const full = await load.ask("house", { ...common, requests: first, shoppers: fullHouse });
  const calm = full.filter(({ status }) => ok(status));
  const perSecond = (calm.length / milliseconds) * 1000;
  const [arrived, read] = await Promise.all([
    load.ask("arrivals", { ...common, requests: second, perSecond: perSecond * times }),
    reader.ask("arrivals", { ...common, requests: [{ method: "GET", path: cachedPath }], perSecond: cachedPerSecond }),
  ]);
  const admitted = arrived.filter(({ status }) => ok(status));
  const refused = arrived.filter(({ status }) => status === 503);
  return {
    name,
    perSecond,
    arrived: arrived.length,
    admitted: admitted.length,
    refused: refused.length,
    broken: arrived.length - admitted.length - refused.length,
    calm: p99(msOf(calm)),
    busy: p99(msOf(admitted)),
    longest: arrived.reduce((most, { ms }) => (ms > most ? ms : most), 0),
    cached: p99(msOf(read)),
  };
}

/**
 * Measures each kind of request at the shop itself, and through the example for nginx if this
 * machine has nginx.
 */
async function measureShop(shop: BenchShop, directory: string, milliseconds: number): Promise<Run[]> {
  const running: Running[] = [];
  let endProxy: (() => Promise<void>) | undefined;
  try {
    const [load, reader] = ["load", "reader"].map((name) => start("tests/bench/arrivals.ts", join(directory, `${name}.log`)));
    if (!load || !reader) throw new Error("there is no load");
    running.push(load, reader);
    const [cachedPath = ""] = await productPaths(shop.url, 1);
    const common = { load, reader, cachedPath, milliseconds };
    const kinds = await kindsOf(shop);
    const runs: Run[] = [];
    for (const kind of kinds) runs.push(await measure(kind, { ...common, port: shop.port }));
    const nginx = findNginx();
    if (!nginx) return runs;
    const port = await freePort();
    endProxy = await startExampleNginx(nginx, port, [shop.port], { connections: proxyConnections, hasManyClients: true });
    for (const kind of kinds) runs.push(await measure({ ...kind, name: `${kind.name}, nginx` }, { ...common, port }));
    return runs;
  } finally {
    await endProxy?.();
    await Promise.allSettled(running.map(({ end }) => end()));
  }
}

async function measureEngine(engine: string, milliseconds: number, database: Record<string, string>): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "shop-overload-"));
  try {
    const shop = await startShop(directory, { env: { TRUST_PROXY: "1", ...database } });
    try {
      return report(engine, await measureShop(shop, directory, milliseconds));
    } finally {
      await shop.end();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** PostgreSQL with its default durability: every commit waits for the disk. */
async function measurePostgres(milliseconds: number): Promise<string[]> {
  const postgres = await startPostgres({ fsync: "on", full_page_writes: "on" });
  try {
    const { url, drop } = await freshPostgresDatabase(postgres.url);
    return await measureEngine("PostgreSQL", milliseconds, { DATABASE_URL: url }).finally(drop);
  } finally {
    await postgres.stop();
  }
}

/**
 * Measures ten times as many requests of a kind as the shop can answer, on both engines, directly
 * and through the example for nginx; returns the lines to print.
 */
export async function benchOverload(milliseconds: number): Promise<string> {
  const lines = [...(await measureEngine("SQLite", milliseconds, {})), ...(await measurePostgres(milliseconds))];
  return [...lines, ...(findNginx() ? [] : ["not measured behind nginx: it is not on this machine"])].join("\n");
}

const whole = (figure: number) => Math.round(figure).toLocaleString("en-US");

function report(engine: string, runs: readonly Run[]): string[] {
  const line = (name: string, of: (run: Run) => string) => [name, ...runs.map(of)];
  const verdict = (held: boolean) => (held ? "held" : "MISSED");
  return [
    `Overload on ${engine}: ${times} times as many requests as a full house of ${fullHouse} is answered; the load is on the same cores`,
    table([
      line("", ({ name }) => name),
      line("answered a second, full house", ({ perSecond }) => whole(perSecond)),
      line("99 % within, full house, ms", ({ calm }) => whole(calm)),
      line("requests that arrived", ({ arrived }) => whole(arrived)),
      line("  admitted", ({ admitted }) => whole(admitted)),
      line("  refused with 503", ({ refused }) => whole(refused)),
      line("  anything else", ({ broken }) => whole(broken)),
      line("99 % of the admitted within, ms", ({ busy }) => whole(busy)),
      line("longest wait for any answer, ms", ({ longest }) => whole(longest)),
      line("99 % of pages in memory within, ms", ({ cached }) => whole(cached)),
    ]),
    ...runs.flatMap(({ name, calm, busy, longest }) => [
      `  → ${name}: p99 ${(busy / calm).toFixed(1)} of a full house's, the bar is ${bars.slower}: ${verdict(busy <= bars.slower * calm)}`,
      `  → ${name}: longest wait ${whole(longest)} ms, the bar is ${whole(bars.waitMs)}: ${verdict(longest < bars.waitMs)}`,
    ]),
  ];
}
