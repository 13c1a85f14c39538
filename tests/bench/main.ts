// Measures the built shop and prints ratios of one run: `npm run bench`. `-- --quick` makes a short
// run, `-- --profile DIR` writes CPU profiles of the shop, `-- pages` (listings, checkouts,
// throughput, sizes, import, changes, overload, memory, limits, staff, islands) runs one part. The
// bench judges nothing: it fails only if something could not be measured.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addresses, type Bench } from "./bench.ts";
import { benchChanges } from "./changes.ts";
import { benchCheckouts } from "./checkouts.ts";
import { benchImport } from "./import.ts";
import { benchIslands } from "./islands.ts";
import { benchLimits } from "./limits.ts";
import { benchListings, listingAddresses, offeredAttributes } from "./listings.ts";
import { benchMemory } from "./memory.ts";
import { benchOverload } from "./overload.ts";
import { benchPages } from "./pages.ts";
import { productPaths } from "./products.ts";
import { expectSame, recordPages } from "./record.ts";
import { type Running, start } from "./running.ts";
import { startShop } from "./shop.ts";
import { benchSizes } from "./sizes.ts";
import { benchStaff } from "./staff.ts";
import { benchThroughput } from "./throughput.ts";

const parts = { pages: benchPages, listings: benchListings, checkouts: benchCheckouts };
/** These parts open their own shops. */
const separateParts = {
  sizes: benchSizes,
  throughput: () => benchThroughput(length.throughput),
  import: () => benchImport(length.importRows),
  changes: () => benchChanges(length.importRows),
  overload: () => benchOverload(length.overload),
  memory: benchMemory,
  limits: () => benchLimits(length.rounds),
  staff: () => benchStaff({ size: length.staffSize, rounds: length.rounds }),
  islands: () => benchIslands(length.islandRounds),
};
const all = [...Object.keys(parts), ...Object.keys(separateParts)];

const { values: options, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false }, profile: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.filter((part) => !all.includes(part));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(" or ")}. Benchmarks: ${all.join(", ")}.`);
  process.exit(2);
}
/** These parts run only when named, since they install other packages. */
const byName = ["islands"];
const chosen = all.filter((part) => (positionals.length === 0 ? !byName.includes(part) : positionals.includes(part)));
const length = options.quick
  ? {
      rounds: 3,
      islandRounds: 3,
      round: 2000,
      checkouts: 40,
      throughput: 300,
      importRows: 10_000,
      overload: 5000,
      staffSize: 10_000,
    }
  : {
      rounds: 5,
      islandRounds: 21,
      round: 10_000,
      checkouts: 200,
      throughput: 2000,
      importRows: 100_000,
      overload: 15_000,
      staffSize: 100_000,
    };

const root = join(import.meta.dirname, "../..");

function build(): void {
  const { status } = spawnSync(process.execPath, ["build.mjs"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error("the build failed");
}

/** Starts the three processes. The bare server sends answers recorded from the shop. */
async function open(directory: string, running: Running[]): Promise<Bench> {
  const shop = await startShop(directory, { profiles: options.profile === undefined ? undefined : resolve(options.profile) });
  running.push(shop);
  const bare = start("tests/bench/bare.ts", join(directory, "bare.log"));
  running.push(bare);
  const load = start("tests/bench/load.ts", join(directory, "load.log"));
  running.push(load);
  const attributes = await offeredAttributes(shop.url);
  const pages = await recordPages(shop.port, await productPaths(shop.url, addresses));
  const listings = await recordPages(shop.port, listingAddresses(attributes, addresses));
  const { http: port, socket: socketPort } = await bare.ask("serve", [...pages, ...listings]);
  await expectSame(port, [...pages, ...listings]);
  return { shop, bare: { ...bare, port, socketPort }, load, pages, listings, attributes, ...length };
}

function setting({ shop, bare, load }: Bench): string {
  const [{ model = "unknown" } = {}] = cpus();
  return [
    `Ratios of one run: ${length.rounds} rounds of ${length.round / 1000} s each after a shorter one to warm up, sides in turn; median (least–most)`,
    `${cpus().length} cores (${model.trim()}), Node ${process.version}, ${process.platform}; on loopback, nothing pinned to a core`,
    `shop: process ${shop.pid}, NODE_ENV=production, all headers, a log line per request to a file, embedded SQLite, its test gateway beside it`,
    `other work on this machine at the start: ${(loadavg()[0] ?? 0).toFixed(1)} processes (it blurs everything below when it is much above 0)`,
    `bare server: process ${bare.pid}; load: process ${load.pid}; the checkouts' client: process ${process.pid}`,
  ].join("\n");
}

const directory = await mkdtemp(join(tmpdir(), "shop-bench-"));
const running: Running[] = [];
process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  build();
  const together = Object.entries(parts).filter(([part]) => chosen.includes(part));
  if (together.length > 0) {
    const bench = await open(directory, running);
    console.log(setting(bench));
    for (const [, measure] of together) console.log(`\n${await measure(bench)}`);
  }
  for (const [part, measure] of Object.entries(separateParts)) if (chosen.includes(part)) console.log(`\n${await measure()}`);
} finally {
  const ends = await Promise.allSettled(running.map(({ end }) => end()));
  for (const end of ends) if (end.status === "rejected") console.error(end.reason);
}
