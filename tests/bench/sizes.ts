import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countsOf, findListing, listedIds, perPage, resolveListing } from "../../server/catalog/listing.ts";
import { findProducts } from "../../server/catalog/queries/products.ts";
import { type Filters, filtersOf } from "../../server/catalog/rules/listing.ts";
import type { Db } from "../../server/db/tables.ts";
import { draws } from "./draws.ts";
import { ratios, type Spread, shown, spread, table } from "./figures.ts";
import { type Drawn, deepSets, filterSets, roundsOf, singleSets } from "./sized-filters.ts";
import { openSizedShop, type SizedShop } from "./sized-shop.ts";

const sizes = [1000, 100_000] as const;
const rounds = 5;
const now = Date.UTC(2026, 5, 1);

type Question = (db: Db, filters: Filters) => Promise<unknown>;

const idsAlone: Question = async (db, filters) => listedIds(await resolveListing(db, filters)).ids;
/**
 * Reads the products by the queries themselves, not from the shop's cache. In a shop of a thousand
 * products, the cache would contain all of them until the next change.
 */
const list: Question = async (db, filters) => findProducts(db, listedIds(await resolveListing(db, filters)).ids);
const counted: Question = async (db, filters) => {
  const listing = await resolveListing(db, filters);
  const { ids, left } = listedIds(listing);
  countsOf(listing.catalog, left);
  await findProducts(db, ids);
};
const whole: Question = (db, filters) => findListing(db, filters, now);

/**
 * A measurement in both shops. `changing`: another connection commits a change before each
 * question. `full`: only filters that fill a page in both shops, since three cards are read faster
 * than twenty-four.
 */
type Kind = { question: Question; drawn: Drawn; changing?: true; full?: true };

const kinds = {
  "list without counts": { question: list, drawn: filterSets, full: true },
  "list without counts, pages of any length": { question: list, drawn: filterSets },
  "  finding its ids alone": { question: idsAlone, drawn: filterSets },
  "with exact counts, catalogue changing": { question: whole, drawn: filterSets, changing: true },
  "one category or value, with counts": { question: counted, drawn: singleSets },
  "one category or value, catalogue changing": { question: whole, drawn: singleSets, changing: true },
  "a page near the end, with counts": { question: counted, drawn: deepSets },
} satisfies Record<string, Kind>;
type Name = keyof typeof kinds;

/** The ms of CPU that this process has used. */
function cpuSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuSoFar();
  await work();
  return cpuSoFar() - before;
}

async function setsOf([small]: readonly SizedShop[], { drawn, full }: Kind, seed: number): Promise<Filters[][]> {
  if (!full || !small) return drawn(seed, rounds + 1);
  const filling: Filters[] = [];
  for (const filters of drawn(seed, 3 * (rounds + 1)).flat())
    if (listedIds(await resolveListing(small.db, filters)).ids.length === perPage) filling.push(filters);
  return roundsOf(filling, 50).slice(0, rounds + 1);
}

/**
 * The ms of CPU of each question by shop and round. The shops take turns, so that other work on the
 * machine affects both; round 0 warms up.
 */
async function measure(shops: readonly SizedShop[], kind: Kind, seed: number): Promise<number[][][]> {
  const { question, changing } = kind;
  const draw = draws(seed);
  const measured: number[][][] = shops.map(() => []);
  for (const [round, filters] of (await setsOf(shops, kind, seed)).entries()) {
    for (const [at, { db, change }] of shops.entries()) {
      const took: number[] = [];
      for (const each of filters) {
        if (changing) change(draw);
        took.push(await cpuOf(() => question(db, each)));
      }
      if (round > 0) measured[at]?.push(took);
    }
  }
  return measured;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

type Result = { small: number; large: number; ratio: Spread; worst: number };

function resultOf([small = [], large = []]: number[][][]): Result {
  const [ofSmall, ofLarge] = [small.map(mean), large.map(mean)];
  return {
    small: spread(ofSmall).median,
    large: spread(ofLarge).median,
    ratio: ratios(ofLarge, ofSmall),
    worst: Math.max(...large.flat()),
  };
}

/**
 * Rare but expensive listings: the first listing of a process, and one after a thousand products
 * changed at once.
 */
async function seldom({ db, rerank }: SizedShop): Promise<string> {
  const ask = () => whole(db, filtersOf({}));
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const first = await cpuOf(ask);
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  rerank(1000);
  const many = await cpuOf(ask);
  const kept = ((heapUsed + arrayBuffers - before) / 2 ** 20).toFixed(0);
  return `  ${`first listing of a process: ${first.toFixed(0)} ms, memory then in use: ${kept} MB more`}; after 1,000 products changed at once: ${many.toFixed(1)} ms`;
}

async function openShops(directory: string): Promise<SizedShop[]> {
  const shops: SizedShop[] = [];
  for (const size of sizes) {
    const own = join(directory, String(size));
    await mkdir(own);
    shops.push(await openSizedShop(own, size));
  }
  return shops;
}

/**
 * Measures listings in a shop of a thousand products and in one of a hundred thousand; returns the
 * lines to print.
 */
export async function benchSizes(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-sizes-"));
  try {
    const shops = await openShops(directory);
    const odd = await Promise.all(shops.slice(-1).map(seldom));
    const results = new Map<Name, Result>();
    for (const [at, [name, kind]] of Object.entries(kinds).entries())
      results.set(name as Name, resultOf(await measure(shops, kind, 100 + at)));
    await Promise.all(shops.map(({ close }) => close()));
    return [...report(results), ...odd, ...verdicts(results)].join("\n");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function report(results: ReadonlyMap<Name, Result>): string[] {
  const rows = [...results].map(([name, { small, large, ratio, worst }]) => [
    name,
    small.toFixed(2),
    large.toFixed(2),
    shown(ratio),
    worst.toFixed(1),
  ]);
  return [
    `Listings of 1,000 and of 100,000 products on SQLite: ms of CPU each, products read anew; ${rounds} rounds of about 50 random filter sets, none asked twice`,
    table([["", "of 1,000", "of 100,000", "ratio", "worst of 100,000"], ...rows]),
  ];
}

const bars = { list: 2, counts: 60, single: 3 };

function verdicts(results: ReadonlyMap<Name, Result>): string[] {
  const verdict = (what: string, figure: number, unit: string, bar: number) =>
    `  → ${what}: ${figure.toFixed(2)} ${unit}, the bar is ${bar}: ${figure <= bar ? "held" : "MISSED"}`;
  const of = (name: Name) => results.get(name) ?? resultOf([]);
  return [
    verdict("list without counts", of("list without counts").ratio.median, "times that of 1,000", bars.list),
    verdict("exact counts, the worst", of("with exact counts, catalogue changing").worst, "ms of CPU", bars.counts),
    verdict("one category or value", of("one category or value, with counts").ratio.median, "times that of 1,000", bars.single),
  ];
}
