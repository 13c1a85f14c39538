import { addCategories } from "../catalog/category-records.ts";
import { firstCategories } from "../catalog/rules/categories.ts";
import { failureOf } from "../db/failure.ts";
import { withRelaxedSync } from "../db/relaxed-sync.ts";
import { dryRun } from "../db/transaction.ts";
import { demoDrawings } from "../demo/drawings/generator.ts";
import { openGenerators } from "../media/image-generator.ts";
import { type Outcome, ok } from "../outcome.ts";
import { productOptions } from "../transfer/product-options.ts";
import { openSource, type Source } from "../transfer/reading/source.ts";
import { counted, formatCount } from "../transfer/reports/counts.ts";
import { announce, report, reportBadRows } from "../transfer/reports/import-report.ts";
import { addToTally, newTally, shouldReport, type Tally } from "../transfer/reports/tally.ts";
import type { ProductOptions } from "../transfer/rules/format.ts";
import { importAll } from "../transfer/writing/run.ts";
import type { Command, CommandContext } from "./command.ts";
import { type ImportOptions, importOptions } from "./import/import-options.ts";
import type { Folder } from "./import/pictures.ts";
import { progressOf } from "./import/progress.ts";
import { type Signal, statusOf, watchSignals } from "./interrupt.ts";
import { keepMemorySmall } from "./memory.ts";
import { printable, printableOutput } from "./printable.ts";

const either = (words: readonly string[]): string => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const help = `Usage: npm run store -- import FILE.csv [--category SLUG | --create-categories] [--map FILE.json] [--stock] [--dry-run] [--images DIR | --no-pictures]

Imports a product CSV from Shopify (Products → Export), from WooCommerce (Products → Export), or from this shop's own export.
Each product is imported completely or not at all. A row that cannot be read is reported with its line and the reason.
Running the import again changes only what differs in the file. Products that are not in the file stay as they are. A variant
is recognized by its SKU, or by its handle and options if it has none.

  --category SLUG   the category of products whose type matches none, by the name in its address, such as ${either(firstCategories.map(({ slug }) => slug))}
  --create-categories  add the categories that the products' types name and this shop lacks
  --map FILE.json   what types, tags, options, and columns mean in this shop (see the example below)
  --stock           set the stock of existing variants to the file's numbers (otherwise only new variants get them)
  --dry-run         write nothing and fetch nothing: show what would be created and changed
  --images DIR      look for pictures in this folder first, by their name in the file or the end of their address
  --no-pictures     do not fetch pictures now; placeholders are shown, and the next run fetches them

The shop can stay open during an import. Ctrl-C stops it after the current products; run it again to continue.
Pictures come after the rows, from the folder or the public internet, up to 10 MB each. Until then, a placeholder is shown.
Missing pictures are listed with the reason, and those of one server together. The next run of the same file tries them again.

Examples
  npm run store -- import products_export.csv --category apparel --dry-run
  npm run store -- import products_export.csv --category apparel
  npm run store -- import products_export.csv --category apparel --stock
  npm run store -- import products_export.csv --category apparel --images ./photos
  npm run store -- import products_export.csv --category apparel --map sorting.json

A file for --map. Upper and lower case do not matter, and "*" is every type not named:
  { "categories": { "types": { "Shirts": "apparel", "*": "glass" }, "tags": { "spawn": "mushrooms" } },
    "attributes": [{ "name": "Style", "tags": { "men": "Men" }, "tagPrefix": "Style_" },
                   { "name": "Size", "options": ["Size"], "columns": ["Size (product.metafields.shopify.size)"] }] }

Exit status: 0 everything was imported, 1 some rows or pictures were not, 2 the file or the options are wrong (including a
file with headers only), 130 or 143 interrupted.
A dry run ends as the import would.`;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const input = importOptions(args);
  if (!input.ok) return stop(context, input.error);
  const { images } = input.value;
  const folder = images === undefined ? ok(undefined) : await (await picturesPart()).folderOf(images);
  if (!folder.ok) return stop(context, folder.error);
  const releaseMemory = keepMemorySmall();
  const source = await openSource(input.value.file, releaseMemory);
  if (!source.ok) return stop(context, source.error);
  try {
    const plain = await productOptions(context.db, input.value);
    if (!plain.ok) return stop(context, plain.error);
    const lacking = input.value.createCategories ? await newCategoriesOf(context, input.value.file, plain.value) : ok([]);
    if (!lacking.ok) return stop(context, lacking.error);
    const newCategories = lacking.value;
    const options = newCategories.length > 0 ? await productOptions(context.db, { ...input.value, newCategories }) : plain;
    if (!options.ok) return stop(context, options.error);
    const task = { ...input.value, newCategories, folder: folder.value, releaseMemory };
    return await take(context, source.value, options.value, task);
  } finally {
    await source.value.close();
  }
}

/**
 * The categories that a file's products need and the shop lacks. Refuses names that no category can
 * have.
 */
async function newCategoriesOf({ db }: CommandContext, file: string, options: ProductOptions): Promise<Outcome<string[]>> {
  const source = await openSource(file);
  if (!source.ok) return source;
  const names = new Map<string, string>();
  for await (const { missingCategory: name } of source.value.readings(options))
    if (name !== undefined && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  await source.value.close();
  const tried = await dryRun(db, (tx) => addCategories(tx, [...names.values()]));
  return tried.ok ? ok([...names.values()]) : tried;
}

/**
 * Image libraries are loaded only if there are pictures, since they take memory that the rows need.
 */
const picturesPart = () => import("./import/pictures.ts");

type Task = ImportOptions & { newCategories: readonly string[]; folder: Folder | undefined; releaseMemory: () => void };

async function take(context: CommandContext, source: Source, options: ProductOptions, input: Task): Promise<number> {
  const tally = newTally();
  const end = await withRelaxedSync(context.db, () => write(context, source, options, input, tally));
  report(printableOutput(context), tally, { mode: input.mode, untaken: source.untaken(), notes: source.notes() });
  if (!end.whole) {
    context.complain(
      printable(
        `${end.reason} after ${formatCount(tally.rows)} of ${counted(source.rows, "row")}. What was imported is complete.`,
      ),
    );
    context.complain("Run it again to import the rest.");
    return end.status;
  }
  const pictures = input.pictures ? await (await picturesPart()).importPictures(context, tally.slugs, input.folder) : 0;
  return Math.max(pictures, tally.refused > 0 ? 1 : 0);
}

const generate = openGenerators([demoDrawings]);
const isDrawing = (key: string): boolean => generate(key) !== undefined;

type ImportEnd = { whole: true } | { whole: false; reason: string; status: number };

/** Writes the file's products until the file's end, a signal, or a failure of the database. */
async function write(
  context: CommandContext,
  source: Source,
  options: ProductOptions,
  { stock, mode, newCategories, releaseMemory }: Task,
  tally: Tally,
): Promise<ImportEnd> {
  const { db, now, complain, pause } = context;
  const output = printableOutput(context);
  const runOptions = { stock, mode, now, isDrawing, newCategories, actor: "owner" };
  const signals = watchSignals();
  const writeProgress = process.stderr.isTTY ? (text: string) => void process.stderr.write(text) : undefined;
  const progress = progressOf(source.rows, { draw: writeProgress, printLine: complain, clock: now });
  try {
    for await (const steps of importAll(db, source.readings(options), runOptions)) {
      for (const step of steps) addToTally(tally, step);
      if (mode === "tried") for (const step of steps) announce(output, step);
      if (shouldReport(tally)) {
        progress.end();
        reportBadRows(output, tally);
        // The memory of printed text is only freed after a turn of the event loop.
        await pause(0);
      }
      progress.at(tally.rows);
      releaseMemory();
      const signal = signals.caught();
      if (signal) return interrupted(signal);
    }
    return { whole: true };
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== undefined) return { whole: false, reason: `Stopped because ${failure},`, status: 1 };
    // The stack is for the developer; the owner needs to know which products were imported before
    // the error.
    complain(error instanceof Error && error.stack ? error.stack : String(error));
    return { whole: false, reason: "Stopped by an error in this program, shown above,", status: 1 };
  } finally {
    progress.end();
    signals.stop();
  }
}

const interrupted = (signal: Signal): ImportEnd => ({ whole: false, reason: "Interrupted", status: statusOf(signal) });

function stop({ complain }: CommandContext, reason: string): number {
  complain(printable(reason));
  complain("See npm run store -- import --help");
  return 2;
}

export const importCommand: Command = { summary: "import a product CSV", help, run };
