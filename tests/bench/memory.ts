import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connections } from "./bench.ts";
import { table } from "./figures.ts";
import { listingAddresses, offeredAttributes } from "./listings.ts";
import type { Memory } from "./questions.ts";
import { requestFor } from "./record.ts";
import { type Running, start } from "./running.ts";
import { type BenchShop, startShop } from "./shop.ts";

/** The numbers of different listings requested before each measurement. */
const marks = [1000, 5000, 10_000, 15_000, 20_000];
/**
 * The limit of the last measurement as a ratio to the one after 5,000: memory stays flat except for
 * what the collector leaves.
 */
const bar = 1.1;
const longestMs = 600_000;

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

type Measured = Memory & { asked: number };

async function measure(shop: BenchShop, load: Running): Promise<Measured[]> {
  const paths = listingAddresses(await offeredAttributes(shop.url), marks.at(-1) ?? 0);
  if (paths.length < (marks.at(-1) ?? 0)) throw new Error(`only ${paths.length} different listings`);
  const measured: Measured[] = [];
  for (const [at, asked] of marks.entries()) {
    const requests = paths.slice(marks[at - 1] ?? 0, asked).map((path) => requestFor(path));
    await load.ask("load", { port: shop.port, connections, milliseconds: longestMs, once: true, status: 200, requests });
    measured.push({ asked, ...(await shop.ask("memory", null)) });
  }
  return measured;
}

/**
 * Measures a process's memory after 20,000 random combinations of filters, each requested once;
 * returns the lines to print.
 */
export async function benchMemory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-memory-"));
  const running: Running[] = [];
  try {
    const shop = await startShop(directory, { options: ["--expose-gc"] });
    running.push(shop);
    const load = start("tests/bench/load.ts", join(directory, "load.log"));
    running.push(load);
    return report(await measure(shop, load));
  } finally {
    await Promise.allSettled(running.map(({ end }) => end()));
    await rm(directory, { recursive: true, force: true });
  }
}

function report(measured: readonly Measured[]): string {
  const [first, last] = [measured.find(({ asked }) => asked === 5000), measured.at(-1)];
  const times = (of: keyof Memory) => (last?.[of] ?? Number.NaN) / (first?.[of] ?? Number.NaN);
  const isHeld = (["rss", "heap"] as const).every((of) => times(of) <= bar);
  return [
    "Memory: random combinations of filters, none twice; after a collection, in MB",
    table([
      ["combinations", "resident before it", "resident", "heap", "buffers"],
      ...measured.map(({ asked, before, rss, heap, buffers }) => [String(asked), ...[before, rss, heap, buffers].map(megabytes)]),
    ]),
    `  → after 20,000 over after 5,000: resident ${times("rss").toFixed(2)}, heap ${times("heap").toFixed(2)}, the bar is ${bar}: ${isHeld ? "held" : "MISSED"}`,
  ].join("\n");
}
