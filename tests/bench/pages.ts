import { type Bench, connections } from "./bench.ts";
import { ratios, type Spread, shown, spread, table } from "./figures.ts";
import { benchPageChanges } from "./page-changes.ts";
import type { Load, Recorded } from "./questions.ts";
import { requestFor } from "./record.ts";
import { alternate, type Sample, type Side } from "./rounds.ts";

const bar = 0.8;
const barOf304 = 1;
const names = { cached: "cached product page", bare: "bare node:http, same bytes", unchanged: "304 to the page's ETag" };

const etagOf = ({ headers }: Recorded): string => headers[headers.findIndex((text) => text.toLowerCase() === "etag") + 1] ?? "";

export const column = (samples: readonly Sample[], of: keyof Sample): number[] => samples.map((sample) => sample[of]);

/**
 * Measures cached pages and their 304 against a bare server that sends the same bytes; returns the
 * lines to print.
 */
export async function benchPages(bench: Bench): Promise<string> {
  const { shop, bare, load, pages, rounds } = bench;
  const common = { connections, milliseconds: bench.round, once: false, status: 200 };
  const requests = pages.map(({ path }) => requestFor(path));
  const conditional = pages.map((page) => requestFor(page.path, `If-None-Match: ${etagOf(page)}`));
  const at = (port: number): Load => ({ ...common, port, requests });
  const sides: Side[] = [
    { name: names.cached, server: shop, load: () => at(shop.port) },
    { name: names.bare, server: bare, load: () => at(bare.port) },
    { name: names.unchanged, server: shop, load: () => ({ ...common, port: shop.port, requests: conditional, status: 304 }) },
  ];
  const samples = await alternate(load, sides, rounds);
  const socket: Side = { name: "socket", server: bare, load: () => at(bare.socketPort) };
  const limit = (await alternate(load, [socket], 1)).get("socket") ?? [];
  const cachedCpu = spread(column(samples.get(names.cached) ?? [], "cpu")).median;
  return [report(samples, limit, pages), await benchPageChanges(bench, cachedCpu)].join("\n\n");
}

function report(samples: Map<string, Sample[]>, limit: readonly Sample[], pages: readonly Recorded[]): string {
  const of = (name: string) => samples.get(name) ?? [];
  const bare = of(names.bare);
  const byRate = (name: string) => ratios(column(of(name), "rate"), column(bare, "rate"));
  const byCpu = (name: string) => ratios(column(bare, "cpu"), column(of(name), "cpu"));
  const row = (name: string) => {
    const [rate, cpu] = [spread(column(of(name), "rate")), spread(column(of(name), "cpu"))];
    const cores = ["serverCores", "loadCores"].map((key) => spread(column(of(name), key as keyof Sample)).median.toFixed(2));
    return [name, shown(byRate(name)), shown(byCpu(name)), rate.median.toFixed(0), cpu.median.toFixed(1), ...cores];
  };
  const mean = pages.reduce((sum, { body }) => sum + body.length, 0) / pages.length;
  const reach = spread(column(limit, "rate")).median / spread(column(bare, "rate")).median;
  return [
    `Pages from memory: ${pages.length} addresses in turn, ${connections} connections, bodies of ${mean.toFixed(0)} bytes (brotli)`,
    table([
      ["", "of bare, requests/s", "of bare, CPU", "requests/s", "µs CPU/request", "server's cores", "load's cores"],
      ...Object.values(names).map(row),
    ]),
    `  bare against itself, round to round: ${shown(ratios(column(bare.slice(1), "rate"), column(bare, "rate")))}`,
    `  the load's own limit, against a socket that knows no HTTP: ${reach.toFixed(1)} times what bare answers`,
    verdict("cached page", byRate(names.cached), bar),
    verdict("304", byRate(names.unchanged), barOf304),
  ].join("\n");
}

const verdict = (what: string, { median }: Spread, least: number): string =>
  `  → ${what}: ${median.toFixed(3)} of bare, the bar is ${least.toFixed(1)}: ${median >= least ? "held" : "MISSED"}`;
