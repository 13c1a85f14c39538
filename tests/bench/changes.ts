import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { freshPostgresDatabase, startPostgres } from "../support/postgres.ts";
import { connections } from "./bench.ts";
import { ratios, shown, spread, table } from "./figures.ts";
import { runImport } from "./import.ts";
import { writeImportFile } from "./import-file.ts";
import { productPaths } from "./products.ts";
import { requestFor } from "./record.ts";
import { measure, type Sample } from "./rounds.ts";
import { type Running, start } from "./running.ts";
import { type BenchShop, startShop } from "./shop.ts";

const products = 85;
const bars = { share: 0.5, elsewhereMs: 1000 };
/** The ms of one round; an import takes longer than this. */
const round = 4000;
const changes = 100;

async function folderOf(directory: string, name: string): Promise<string> {
  await mkdir(join(directory, name));
  return join(directory, name);
}

type Places = { directory: string; load: Running; rows: number };

/**
 * Requests product pages of two shops in turn while one of them imports. The other shop's times
 * show only the machine's load by the import.
 */
async function benchReaders({ directory, load, rows }: Places): Promise<string[]> {
  const shops: BenchShop[] = [];
  try {
    for (const name of ["importing", "untouched"]) shops.push(await startShop(await folderOf(directory, name)));
    const [importing, untouched] = shops;
    if (!importing || !untouched) throw new Error("there are no shops");
    const file = join(directory, "import.csv");
    const written = await writeImportFile(file, rows, "one");
    const paths = await productPaths(untouched.url, products);
    const requests = paths.map((path) => requestFor(path));
    const of = (shop: BenchShop, milliseconds = round) =>
      measure(load, shop, { port: shop.port, requests, connections, milliseconds, once: false, status: 200 });
    for (const shop of shops) await of(shop);
    let isOver = false;
    const importedAll = runImport(importing.directory, file).finally(() => {
      isOver = true;
    });
    await sleep(2000);
    const [beside, alone]: [Sample[], Sample[]] = [[], []];
    while (!isOver) {
      const [one, other] = [await of(importing), await of(untouched)];
      if (isOver) break;
      beside.push(one);
      alone.push(other);
    }
    await importedAll;
    if (beside.length === 0) throw new Error("the import was over too soon");
    return readersReport(written.products, beside, alone);
  } finally {
    await Promise.allSettled(shops.map(({ end }) => end()));
  }
}

function readersReport(imported: number, beside: readonly Sample[], alone: readonly Sample[]): string[] {
  const column = (samples: readonly Sample[], of: "rate" | "cpu") => samples.map((sample) => sample[of]);
  const [byRate, byCpu] = [
    ratios(column(beside, "rate"), column(alone, "rate")),
    ratios(column(alone, "cpu"), column(beside, "cpu")),
  ];
  const row = (name: string, samples: readonly Sample[], ...of: string[]) => [
    name,
    ...of,
    ...(["rate", "cpu"] as const).map((key) => spread(column(samples, key)).median.toFixed(1)),
  ];
  return [
    `${products} product pages in rotation beside an import of ${imported} products, ${beside.length} rounds; two shops in turn`,
    table([
      ["", "of the other, requests/s", "of the other, CPU", "requests/s", "µs CPU/request"],
      row("the shop that imports", beside, shown(byRate), shown(byCpu)),
      row("another shop on the machine", alone, "1", "1"),
    ]),
    `  → beside an import: ${byRate.median.toFixed(2)} of untouched pages, the bar is ${bars.share}: ${byRate.median >= bars.share ? "held" : "MISSED"}`,
  ];
}

type Elsewhere = { engine: string; stale: number; ms: number[] };

/** The time from another process's commit until the shop's page shows the change. */
async function seenElsewhere(engine: string, shop: BenchShop, db: Db): Promise<Elsewhere> {
  const [path = ""] = await productPaths(shop.url, 1);
  const slug = path.split("/").at(-2) ?? "";
  const page = async () => await (await fetch(`${shop.url}${path}`)).text();
  const seen: Elsewhere = { engine, stale: 0, ms: [] };
  for (let nth = 0; nth < changes; nth += 1) {
    await page();
    const name = `Renamed ${nth} times`;
    await db.updateTable("product").set({ name }).where("slug", "=", slug).execute();
    const committed = performance.now();
    while (!(await page()).includes(name)) seen.stale += 1;
    seen.ms.push(performance.now() - committed);
  }
  return seen;
}

async function benchElsewhere(directory: string): Promise<string[]> {
  const engines: Elsewhere[] = [];
  const at = async (engine: string, url: string | undefined) => {
    const shop = await startShop(await folderOf(directory, engine), { env: url ? { DATABASE_URL: url } : {} });
    const { db, close } = await openDatabase({ url, directory: shop.directory });
    try {
      engines.push(await seenElsewhere(engine, shop, db));
    } finally {
      await close();
      await shop.end();
    }
  };
  await at("SQLite", undefined);
  const postgres = await startPostgres();
  try {
    const { url, drop } = await freshPostgresDatabase(postgres.url);
    await at("PostgreSQL", url).finally(drop);
  } finally {
    await postgres.stop();
  }
  const verdict = ({ engine, stale, ms }: Elsewhere) => {
    const { max } = spread(ms);
    const isHeld = engine === "SQLite" ? stale === 0 : max <= bars.elsewhereMs;
    const bar = engine === "SQLite" ? "no request may be answered as before" : `the bar is ${bars.elsewhereMs} ms`;
    return `  → ${engine}: seen after ${max.toFixed(0)} ms at the latest, ${bar}: ${isHeld ? "held" : "MISSED"}`;
  };
  return [
    `A product renamed by another process, ${changes} times, until a page in memory shows it`,
    table([
      ["", "ms, median", "99 %", "longest", "requests answered as before"],
      ...engines.map(({ engine, stale, ms }) => {
        const sorted = ms.toSorted((a, b) => a - b);
        const ninetyNine = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
        const { median, max } = spread(ms);
        return [engine, median.toFixed(1), ninetyNine.toFixed(1), max.toFixed(1), String(stale)];
      }),
    ]),
    ...engines.map(verdict),
  ];
}

/**
 * Measures the cost of changes for readers, and the delay until other processes show them; returns
 * the lines to print.
 */
export async function benchChanges(rows: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-changes-"));
  const load = start("tests/bench/load.ts", join(directory, "load.log"));
  try {
    const readers = await benchReaders({ directory, load, rows });
    return [...readers, "", ...(await benchElsewhere(directory))].join("\n");
  } finally {
    await load.end();
    await rm(directory, { recursive: true, force: true });
  }
}
