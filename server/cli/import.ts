import { landings } from "../catalog/rules/categories.ts";
import { failureOf } from "../db/failure.ts";
import { withRelaxedSync } from "../db/relaxed-sync.ts";
import { demoDrawings } from "../demo/drawings/generator.ts";
import { openGenerators } from "../media/image-generator.ts";
import { ok } from "../outcome.ts";
import { productOptions } from "../transfer/product-options.ts";
import { openSource, type Source } from "../transfer/reading/source.ts";
import { counted, formatCount } from "../transfer/reports/counts.ts";
import { announce, report, reportBadRows } from "../transfer/reports/import-report.ts";
import { addToTally, newTally, shouldReport, type Tally } from "../transfer/reports/tally.ts";
import type { ProductOptions } from "../transfer/rules/format.ts";
import { importAll } from "../transfer/writing/run.ts";
import type { Command, CommandContext } from "./command.ts";
import { type ImportOptions, importOptionsOf } from "./import/import-options.ts";
import type { Folder } from "./import/pictures.ts";
import { progressOf } from "./import/progress.ts";
import { type Signal, statusOf, watchSignals } from "./interrupt.ts";
import { keepMemorySmall } from "./memory.ts";
import { printable, printableOutput } from "./printable.ts";

const either = (words: readonly string[]): string => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const help = `Usage: npm run store -- import FILE.csv [--category SLUG] [--map FILE.json] [--stock] [--dry-run] [--images DIR | --no-pictures]

Takes over the product CSV of another shop: from Shopify (Products → Export), from WooCommerce (Products → Export), or from this shop's own export.
Each product goes in whole or not at all; a row that cannot be read is named by its line in the file and the reason. Running it again changes only
what differs in the file; goods that the file does not name stay as they are. A variant is known by its SKU, without one by its handle and options.

  --category SLUG   the category of products whose type names none: ${either(landings)}
  --map FILE.json   what types, tags, options and columns mean in this shop (see the example below)
  --stock           set the stock of variants that exist already to the file's numbers (otherwise only new variants get them)
  --dry-run         write nothing and fetch nothing: show what would be created and what would be changed
  --images DIR      look for pictures in this folder first, by the name in the file or the end of their address
  --no-pictures     do not fetch pictures now; a placeholder stands in, and the next run fetches

The shop may stay open meanwhile. Ctrl-C ends the import after the products in hand; run again, it goes on where it ended.
Pictures come after the rows, from the folder or the public internet, with up to 10 MB each; until then a placeholder stands in.
What does not come is named with the reason (many of one server together, at the end), and the next run of the same file tries it again.

Examples
  npm run store -- import products_export.csv --category apparel --dry-run
  npm run store -- import products_export.csv --category apparel
  npm run store -- import products_export.csv --category apparel --stock
  npm run store -- import products_export.csv --category apparel --images ./photos
  npm run store -- import products_export.csv --category apparel --map sorting.json

A file for --map, in which upper and lower case do not count and "*" is every type that is not named:
  { "categories": { "types": { "Shirts": "apparel", "*": "glass" }, "tags": { "spawn": "mushrooms" } },
    "attributes": [{ "name": "Style", "tags": { "men": "Men" }, "tagPrefix": "Style_" },
                   { "name": "Size", "options": ["Size"], "columns": ["Size (product.metafields.shopify.size)"] }] }

Exit status: 0 everything went in, 1 some rows or pictures did not, 2 the file or the options are wrong (a file with
headers alone is), 130 or 143 interrupted.
A dry run ends as the import would.`;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const wanted = importOptionsOf(args);
  if (!wanted.ok) return stop(context, wanted.error);
  const { images } = wanted.value;
  const folder = images === undefined ? ok(undefined) : await (await picturesPart()).folderOf(images);
  if (!folder.ok) return stop(context, folder.error);
  const tidy = keepMemorySmall();
  const source = await openSource(wanted.value.file, tidy);
  if (!source.ok) return stop(context, source.error);
  try {
    const options = await productOptions(context.db, wanted.value);
    return options.ok
      ? await take(context, source.value, options.value, { ...wanted.value, folder: folder.value, tidy })
      : stop(context, options.error);
  } finally {
    await source.value.close();
  }
}

/** Image libraries are loaded only for pictures: they take memory that the rows need. */
const picturesPart = () => import("./import/pictures.ts");

type Task = ImportOptions & { folder: Folder | undefined; tidy: () => void };

async function take(context: CommandContext, source: Source, options: ProductOptions, wanted: Task): Promise<number> {
  const tally = newTally();
  const ended = await withRelaxedSync(context.db, () => write(context, source, options, wanted, tally));
  report(printableOutput(context), tally, { mode: wanted.mode, untaken: source.untaken(), notes: source.notes() });
  if (!ended.whole) {
    context.complain(
      printable(`${ended.reason} after ${formatCount(tally.rows)} of ${counted(source.rows, "row")}: what went in is whole.`),
    );
    context.complain("Run it again to bring in the rest.");
    return ended.status;
  }
  const pictures = wanted.pictures ? await (await picturesPart()).importPictures(context, tally.slugs, wanted.folder) : 0;
  return Math.max(pictures, tally.refused > 0 ? 1 : 0);
}

const generate = openGenerators([demoDrawings]);
const isDrawing = (key: string): boolean => generate(key) !== undefined;

type Ended = { whole: true } | { whole: false; reason: string; status: number };

/** Writes the file's products until the end, a signal, or a failing database. */
async function write(
  context: CommandContext,
  source: Source,
  options: ProductOptions,
  { stock, mode, tidy }: Task,
  tally: Tally,
): Promise<Ended> {
  const { db, now, complain, pause } = context;
  const output = printableOutput(context);
  const signals = watchSignals();
  const draw = process.stderr.isTTY ? (text: string) => void process.stderr.write(text) : undefined;
  const progress = progressOf(source.rows, { draw, printLine: complain, clock: now });
  try {
    for await (const steps of importAll(db, source.readings(options), { stock, mode, now, isDrawing })) {
      for (const step of steps) addToTally(tally, step);
      if (mode === "tried") for (const step of steps) announce(output, step);
      if (shouldReport(tally)) {
        progress.end();
        reportBadRows(output, tally);
        // Printed text is released only when the event loop has run.
        await pause(0);
      }
      progress.at(tally.rows);
      tidy();
      const signal = signals.caught();
      if (signal) return interrupted(signal);
    }
    return { whole: true };
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== undefined) return { whole: false, reason: `Stopped, for ${failure},`, status: 1 };
    // The stack is for whoever mends it; the owner needs to know what was imported before.
    complain(error instanceof Error && error.stack ? error.stack : String(error));
    return { whole: false, reason: "Stopped by a mistake in this program, told above,", status: 1 };
  } finally {
    progress.end();
    signals.stop();
  }
}

const interrupted = (signal: Signal): Ended => ({ whole: false, reason: "Interrupted", status: statusOf(signal) });

function stop({ complain }: CommandContext, reason: string): number {
  complain(printable(reason));
  complain("See npm run store -- import --help");
  return 2;
}

export const importCommand: Command = { summary: "take over a product CSV", help, run };
