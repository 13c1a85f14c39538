import { countBanners } from "../content/banners.ts";
import { readSnapshot } from "../db/transaction.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { type Exported, writeCatalog } from "../transfer/export.ts";
import { openTarget, type Target, writingFault } from "../transfer/export-target.ts";
import { reportLines } from "../transfer/reports/export-report.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { keepMemorySmall } from "./memory.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- export FILE.csv [--force]

Writes every product of the shop as a product CSV as Shopify writes it: published or not, with variants, prices, stock, pictures'
addresses and attributes. Imported into an empty shop it gives the same catalogue; imported into this one it changes nothing.
Shopify reads it, too: what it has no column for stands in columns of the shop's own (metafields).

  FILE.csv   readable by its owner alone, for it holds unpublished goods and stock; - writes to standard output
  --force    replace a file that is no export of this shop

An older export is replaced, and stays until the new one is whole.

It works beside a running shop and keeps nobody waiting; the file shows the catalogue as it was when the export began.

Pictures are told by their address. Those that the shop keeps itself are had from PUBLIC_URL as long as it runs; without it, or
without PUBLIC_URL, give the importing shop the folder that they are in: import FILE.csv --images DATA_DIR/media. Pictures that
have not come yet are told by the address where they are expected.

A cell that a spreadsheet would run as a formula gets a ' in front, which the import takes off again. Not in the file: reviews,
banners, rules of states, variants that are no longer sold, texts of categories, orders and customers.

Examples
  npm run store -- export products.csv
  npm run store -- export /backup/products.csv
  npm run store -- export - | gzip > products.csv.gz

Exit status: 0 everything is in the file, 1 some products are not (each is named), 2 wrong use, or the file cannot be written.`;

type ExportOptions = { path: string; replace: "kept" | "replaced" };

function exportOptionsOf(args: readonly string[]): Outcome<ExportOptions> {
  const read = readArguments(args, { force: "flag" });
  if (!read.ok) return read;
  const { words, options } = read.value;
  const [path, ...others] = words;
  if (!path) return refuse("invalid", "name the file: export FILE.csv");
  if (others.length > 0) return refuse("invalid", `one file at a time: ${words.join(", ")}`);
  return { ok: true, value: { path, replace: options.force === undefined ? "kept" : "replaced" } };
}

type ExportCounts = Exported & { banners: number };

/** Products between two lines of progress. */
const stride = 10_000;

function writeAll({ db, config, complain }: CommandContext, { write }: Target): Promise<ExportCounts> {
  let next = stride;
  const tidy = keepMemorySmall();
  const passed = (products: number) => {
    tidy();
    if (products < next) return;
    complain(`${products} products so far`);
    next = products - (products % stride) + stride;
  };
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  return readSnapshot(db, async (tx) => {
    const banners = await countBanners(tx);
    return { ...(await writeCatalog(tx, { publicUrl, write, passed })), banners };
  });
}

/** Writes the whole file or none of it; a disk's failure is reported in words. */
async function exportTo(path: string, target: Target, context: CommandContext): Promise<Outcome<ExportCounts>> {
  try {
    const told = await writeAll(context, target);
    await target.finish();
    return { ok: true, value: told };
  } catch (error) {
    await target.abandon();
    return refuse("failed", writingFault(path, error));
  }
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const wanted = exportOptionsOf(args);
  if (!wanted.ok) return stop(context, `${wanted.error}\nSee npm run store -- export --help`);
  const { path, replace } = wanted.value;
  const target = await openTarget(path, replace, onInterrupt);
  if (!target.ok) return stop(context, target.error);
  const exported = await exportTo(path, target.value, context);
  if (!exported.ok) return stop(context, exported.error);
  const { config, complain } = context;
  for (const line of reportLines(exported.value, { path, pictureFolder: `${config.dataDir}/media`, publicUrl: config.publicUrl }))
    complain(printable(line));
  return exported.value.leftOut.length > 0 ? 1 : 0;
}

function stop({ complain }: CommandContext, error: string): number {
  complain(error);
  return 2;
}

export const exportCommand: Command = { summary: "write the catalogue as a product CSV", help, run };
