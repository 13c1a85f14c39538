import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { table } from "./figures.ts";
import { bareInserts } from "./import-bare.ts";
import { type Kind, writeImportFile } from "./import-file.ts";
import { shopMeanwhile, type Waits } from "./import-shopper.ts";

const root = join(import.meta.dirname, "../..");
const kinds: Record<Kind, string> = { some: "3 variants, 5 pictures each", one: "a product in each row" };
const bars = { perSecond: 2000, memoryMB: 200, waitMs: 100 };

type Imported = { ms: number; peakMB: number; cpuMs: number; printed: string };

/** Runs the owner's command in its own process, and measures its memory meanwhile. */
export async function runImport(directory: string, file: string): Promise<Imported> {
  const start = performance.now();
  const env = { PATH: process.env.PATH, DATA_DIR: directory, SEED: "none" };
  const args = [...(await storeArguments()), "import", file, "--no-pictures"];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [printed, peakMB, cpuMs, ended] = ["", Number.NaN, Number.NaN, false];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
  const gone = once(child, "close").then(([status]) => {
    ended = true;
    return status as number | null;
  });
  // The kernel keeps the peak, so the last reading counts. It is only known on Linux.
  while (!ended) {
    peakMB = (await peakOf(child.pid)) ?? peakMB;
    cpuMs = (await cpuOf(child.pid)) ?? cpuMs;
    await Promise.race([gone, sleep(50)]);
  }
  const status = await gone;
  if (status !== 0) throw new Error(`the import ended with ${status}:\n${printed.slice(-2000)}`);
  return { ms: performance.now() - start, peakMB, cpuMs, printed };
}

/** The arguments that `npm run store` passes to Node. */
async function storeArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: { store: string } };
  return scripts.store.split(" ").slice(1);
}

async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return peak === undefined ? undefined : Number(peak) / 1024;
}

/** The CPU time in ms; the kernel counts in hundredths of a second. */
async function cpuOf(pid: number | undefined): Promise<number | undefined> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

type Run = {
  kind: Kind;
  rows: number;
  products: number;
  bytes: number;
  first: Imported;
  again: Imported;
  busy: Waits;
  calm: Waits;
  bare: { rows: number; ms: number };
};

async function runOf(directory: string, kind: Kind, rows: number): Promise<Run> {
  const [file, shop] = [join(directory, `${kind}.csv`), join(directory, kind)];
  await mkdir(shop);
  const written = await writeImportFile(file, rows, kind);
  const calm = await shopMeanwhile(shop, sleep(5000));
  const importing = runImport(shop, file);
  const busy = await shopMeanwhile(shop, importing);
  const first = await importing;
  const again = await runImport(shop, file);
  if (!again.printed.includes("0 created, 0 changed,")) throw new Error(`a second run changed something:\n${again.printed}`);
  const bare = bareInserts(join(shop, "store.db"), join(directory, `${kind}-bare.db`));
  return { kind, ...written, bytes: (await stat(file)).size, first, again, busy, calm, bare };
}

/**
 * Imports generated files into a new shop on SQLite that sells meanwhile; returns the lines to
 * print.
 */
export async function benchImport(rows: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-import-"));
  try {
    const runs: Run[] = [];
    for (const kind of Object.keys(kinds) as Kind[]) runs.push(await runOf(directory, kind, rows));
    return [...report(runs), ...runs.flatMap(verdicts)].join("\n");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const perSecond = (count: number, ms: number): number => (count / ms) * 1000;
const shown = (figure: number): string => Math.round(figure).toLocaleString("en-US");

function report(runs: readonly Run[]): string[] {
  const line = (name: string, of: (run: Run) => string) => [name, ...runs.map(of)];
  const ms = (waits: Waits) => `${waits.median.toFixed(1)} / ${waits.p99.toFixed(1)} / ${waits.max.toFixed(1)}`;
  return [
    "Import of a product CSV into a fresh shop on SQLite by the owner's command, from its start to its end, while a shopper fills a cart every 50 ms",
    table([
      line("", ({ kind }) => kinds[kind]),
      line("rows, products", ({ rows, products }) => `${shown(rows)}, ${shown(products)}`),
      line("size of the file", ({ bytes }) => `${(bytes / 1e6).toFixed(1)} MB`),
      line("rows a second", ({ rows, first }) => shown(perSecond(rows, first.ms))),
      line("  a second of its CPU", ({ rows, first }) => shown(perSecond(rows, first.cpuMs))),
      line("rows a second, second run: nothing changes", ({ rows, again }) => shown(perSecond(rows, again.ms))),
      line("database rows a second", ({ bare, first }) => shown(perSecond(bare.rows, first.ms))),
      line("the same rows by a bare insert loop", ({ bare }) => shown(perSecond(bare.rows, bare.ms))),
      line("  times as long as the loop", ({ first, bare }) => (first.ms / bare.ms).toFixed(1)),
      line("highest memory of the process", ({ first }) => `${first.peakMB.toFixed(0)} MB`),
      line("a cart, ms: median / 99 % / longest", ({ busy }) => ms(busy)),
      line("  the same without an import", ({ calm }) => ms(calm)),
      line("  carts filled meanwhile", ({ busy }) => shown(busy.count)),
    ]),
  ];
}

function verdicts({ kind, rows, first, again, busy }: Run): string[] {
  const verdict = (what: string, held: boolean) => `  → ${kinds[kind]}: ${what}: ${held ? "held" : "MISSED"}`;
  const rate = perSecond(rows, first.ms);
  const peak = Math.max(first.peakMB, again.peakMB);
  return [
    verdict(`${shown(rate)} rows a second, the bar is ${shown(bars.perSecond)}`, rate >= bars.perSecond),
    verdict(`${peak.toFixed(0)} MB, the bar is ${bars.memoryMB}`, peak < bars.memoryMB),
    verdict(`longest wait for the writer ${busy.max.toFixed(0)} ms, the bar is ${bars.waitMs}`, busy.max <= bars.waitMs),
  ];
}
