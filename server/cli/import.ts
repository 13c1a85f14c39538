import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "csv-parse";
import { bringPictures, categoryNames, importProduct, type PictureReport } from "../catalog/import.ts";
import { type BadRow, lacking, leftOut, readSheet, type SheetRow } from "../catalog/rules/import/shopify.ts";
import { downloadPicture } from "../media/safe-download.ts";
import { standInKey } from "../media/stand-in.ts";
import { storePicture } from "../media/store-picture.ts";
import { parseDollars } from "../money.ts";
import { type Outcome, refuse } from "../outcome.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- import FILE.csv [--category SLUG] [--stock] [--no-pictures]

Takes over a Shopify product CSV (Products → Export). Each product goes in whole or not at all; a row that cannot be
read is named by its line and the reason. Running it again changes only what differs in the file.

  --category SLUG   the category of rows whose Type names none: seeds, glass, mushrooms, apparel or that-badu
  --stock           set the stock of variants that exist already to the file's numbers (otherwise only new variants get them)
  --no-pictures     do not fetch pictures now; drawn ones stand in, and the next run fetches

Examples
  npm run store -- import products_export.csv --category apparel
  npm run store -- import products_export.csv --category apparel --stock

Exit status: 0 everything went in, 1 some rows did not, 2 the file or the options are wrong.`;

type Wanted = { file: string; category: string | undefined; stock: boolean; pictures: boolean };

function wantedOf(args: readonly string[]): Outcome<Wanted> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { category: { type: "string" }, stock: { type: "boolean" }, "no-pictures": { type: "boolean" } },
    });
    const [file, second] = positionals;
    if (!file || second !== undefined) return refuse("name one file: import FILE.csv");
    return { ok: true, value: { file, category: values.category, stock: values.stock === true, pictures: values["no-pictures"] !== true } };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The file's rows with the line that each begins on; refused when it cannot be read as CSV or lacks columns. */
async function readRows(file: string): Promise<Outcome<{ rows: SheetRow[]; torn: BadRow[] }>> {
  const torn: BadRow[] = [];
  const rows: SheetRow[] = [];
  let columns: string[] = [];
  const onSkip = (error: { message: string; lines?: number } | undefined) => {
    if (error) torn.push({ line: Number(error.lines ?? 0), reason: `the row cannot be read: ${error.message}` });
    return undefined;
  };
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: onSkip,
      columns: (header: string[]) => {
        columns = header.map((name) => name.trim());
        return columns;
      },
    }),
  );
  let before = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      rows.push({ line: before + 1, cells: record });
      before = info.lines;
    }
  } catch (error) {
    return refuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const gaps = lacking(columns);
  if (gaps.length > 0) return refuse(`${file} is no Shopify product CSV: it lacks the columns ${gaps.join(", ")}`);
  return { ok: true, value: { rows, torn } };
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { db, print, complain } = context;
  const wanted = wantedOf(args);
  if (!wanted.ok) return stop(complain, wanted.error);
  const categories = await categoryNames(db);
  const { category } = wanted.value;
  if (category !== undefined && !categories.has(category.toLowerCase()))
    return stop(complain, `there is no category “${category}”: choose one of ${[...new Set(categories.values())].join(", ")}`);
  const read = await readRows(wanted.value.file);
  if (!read.ok) return stop(complain, read.error);

  const { rows, torn } = read.value;
  const fallback = category === undefined ? undefined : categories.get(category.toLowerCase());
  const { drafts, bad } = readSheet(rows, { categories, fallback, parsePrice: parseDollars });
  const counts = { created: 0, changed: 0, unchanged: 0 };
  const refused: BadRow[] = [...torn, ...bad];
  const written: string[] = [];
  for (const draft of drafts) {
    const options = { stock: wanted.value.stock ? ("set" as const) : ("kept" as const), now: context.now(), standIn: standInKey };
    const saved = await importProduct(db, draft, options);
    if (saved.ok) counts[saved.value] += 1;
    else refused.push({ line: draft.line, reason: saved.error });
    if (saved.ok) written.push(draft.slug);
  }
  const variants = drafts.filter(({ slug }) => written.includes(slug)).reduce((sum, draft) => sum + draft.variants.length, 0);
  print(`${rows.length} rows read: ${written.length} products with ${variants} variants`);
  print(`${counts.created} created, ${counts.changed} changed, ${counts.unchanged} unchanged, ${refused.length} rows refused`);
  report(context, refused, leftOut(rows));
  if (wanted.value.pictures) await pictures(context, written);
  return refused.length > 0 ? 1 : 0;
}

function stop(complain: (text: string) => void, reason: string): number {
  complain(`${reason}\nSee npm run store -- import --help`);
  return 2;
}

function report({ print, complain }: CommandContext, refused: readonly BadRow[], columns: readonly string[]): void {
  for (const { line, reason } of refused) complain(`line ${line}: ${reason}`);
  if (columns.length > 0) print(`Columns that hold something and were not taken over: ${columns.join(", ")}`);
}

async function pictures({ db, config, print, complain }: CommandContext, slugs: readonly string[]): Promise<void> {
  const bring = async (url: string) => {
    const picture = await downloadPicture(url);
    return picture.ok ? await storePicture(picture.value, config.dataDir) : picture;
  };
  const { brought, missing } = await bringPictures(db, slugs, bring);
  if (brought > 0) print(`${brought} pictures fetched`);
  const shown: readonly PictureReport[] = missing;
  if (shown.length > 0) print(`${shown.length} pictures could not be reached; drawn ones stand in, and the next run asks again`);
  for (const { url, slug, reason } of shown) complain(`${slug}: ${url}: ${reason}`);
}

export const importCommand: Command = { summary: "take over a product CSV from Shopify", help, run };
