import { countBanners } from "../content/banners.ts";
import { readSnapshot } from "../db/transaction.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { type ExportResult, writeCatalog } from "../transfer/export.ts";
import { openTarget, type Target, writingFault } from "../transfer/export-target.ts";
import { counted } from "../transfer/reports/counts.ts";
import { reportLines } from "../transfer/reports/export-report.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { keepMemorySmall } from "./memory.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- export FILE.csv [--force]

Writes every product of the shop, published or not, to a product CSV in Shopify's format: variants, prices, stock, addresses of
pictures, and attributes. Imported into an empty shop, it gives the same catalog. Imported into this shop, it changes nothing.
Shopify can read it too. What its format has no column for is in this shop's own columns (metafields).

  FILE.csv   the file to write, readable only by you, since it includes unpublished products and stock; - for standard output
  --force    replace a file that is not an export of this shop

An older export is replaced only when the new one is complete.

You can run this next to a running shop without slowing it down. The file shows the catalog as it was when the export began.

Pictures are listed by address. The shop's own pictures can be fetched from PUBLIC_URL while the shop runs. Otherwise, give the
importing shop the folder they are in: import FILE.csv --images DATA_DIR/media. Pictures that have not been fetched yet are
listed by the address they are expected at.

A cell that a spreadsheet would run as a formula gets a leading ', which the import removes. Not in the file: reviews, banners,
state rules, variants that are no longer sold, category texts, orders, and customers.

Examples
  npm run store -- export products.csv
  npm run store -- export /backup/products.csv
  npm run store -- export - | gzip > products.csv.gz

Exit status: 0 everything is in the file, 1 some products are not (each is named), 2 wrong use, or the file cannot be written.`;

type ExportOptions = { path: string; replace: "kept" | "replaced" };

function exportOptions(args: readonly string[]): Outcome<ExportOptions> {
  const parsed = readArguments(args, { force: "flag" });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  const [path, ...others] = words;
  if (!path) return refuse("invalid", "give one file: export FILE.csv");
  if (others.length > 0) return refuse("invalid", `give only one file, not: ${words.join(", ")}`);
  return { ok: true, value: { path, replace: options.force === undefined ? "kept" : "replaced" } };
}

type ExportCounts = ExportResult & { banners: number };

/** The number of products between two lines of progress. */
const stride = 10_000;

function writeAll({ db, config, complain }: CommandContext, { write }: Target): Promise<ExportCounts> {
  let next = stride;
  const releaseMemory = keepMemorySmall();
  const passed = (products: number) => {
    releaseMemory();
    if (products < next) return;
    complain(`${counted(products, "product")} so far`);
    next = products - (products % stride) + stride;
  };
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  return readSnapshot(db, async (tx) => {
    const banners = await countBanners(tx);
    return { ...(await writeCatalog(tx, { publicUrl, write, hasCosts: true, passed })), banners };
  });
}

/** Writes the whole file or nothing. A failure of the disk is reported in words. */
async function exportTo(path: string, target: Target, context: CommandContext): Promise<Outcome<ExportCounts>> {
  try {
    const outcome = await writeAll(context, target);
    await target.finish();
    return { ok: true, value: outcome };
  } catch (error) {
    await target.abandon();
    return refuse("failed", writingFault(path, error));
  }
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const input = exportOptions(args);
  if (!input.ok) return stop(context, `${input.error}\nSee npm run store -- export --help`);
  const { path, replace } = input.value;
  const target = await openTarget(path, replace, onInterrupt);
  if (!target.ok) return stop(context, target.error);
  const exported = await exportTo(path, target.value, context);
  if (!exported.ok) return stop(context, exported.error);
  const { config, complain } = context;
  for (const line of reportLines(exported.value, {
    path,
    pictureFolder: config.s3 ? undefined : `${config.dataDir}/media`,
    publicUrl: config.publicUrl,
  }))
    complain(printable(line));
  return exported.value.leftOut.length > 0 ? 1 : 0;
}

function stop({ complain }: CommandContext, error: string): number {
  complain(error);
  return 2;
}

export const exportCommand: Command = { summary: "write the catalog to a product CSV", help, run };
