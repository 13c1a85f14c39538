import { bringPictures, categoryNames, importProduct, openCategories } from "../catalog/import.ts";
import { columnFault, notTaken } from "../catalog/rules/import/columns.ts";
import type { Draft } from "../catalog/rules/import/draft.ts";
import { type BadRow, type Rows, readRows } from "../catalog/rules/import/rows.ts";
import { readSheet } from "../catalog/rules/import/sheet.ts";
import { downloadPicture } from "../media/safe-download.ts";
import { standInKey } from "../media/stand-in.ts";
import { storePicture } from "../media/store-picture.ts";
import { parseDollars } from "../money.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { readTextFile } from "./text-file.ts";

const help = `Usage: npm run store -- import FILE.csv [--category SLUG] [--stock] [--no-pictures]

Takes over a product CSV from Shopify (Products → Export). Each product goes in whole or not at all; a row that cannot be
read is named by its line in the file and the reason. Running it again changes only what differs in the file; goods that
the file does not name stay as they are. A variant is known by its SKU, without one by its handle and options.

  --category SLUG   the category of rows whose Type names none: seeds, glass, mushrooms, apparel or that-badu
  --stock           set the stock of variants that exist already to the file's numbers (otherwise only new variants get them)
  --no-pictures     do not fetch pictures now; drawn ones stand in, and the next run fetches

The file is read as a whole and may have 100 MB. Pictures are fetched from the public internet only, with up to 10 MB each.

Examples
  npm run store -- import products_export.csv --category apparel
  npm run store -- import products_export.csv --category apparel --stock

Exit status: 0 everything went in, 1 some rows did not, 2 the file or the options are wrong.`;

type Wanted = { file: string; category: string | undefined; stock: boolean; pictures: boolean };

function wantedOf(args: readonly string[]): Outcome<Wanted> {
  const read = readArguments(args, { category: "text", stock: "flag", "no-pictures": "flag" });
  if (!read.ok) return read;
  const { words, options } = read.value;
  const [file, ...others] = words;
  if (!file) return refuse("name the file: import FILE.csv");
  if (others.length > 0) return refuse(`one file at a time: ${words.join(", ")}`);
  const [stock, pictures] = [options.stock !== undefined, options["no-pictures"] === undefined];
  return { ok: true, value: { file, category: options.category, stock, pictures } };
}

async function rowsOf(file: string): Promise<Outcome<Rows>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const read = readRows(text.value);
  const fault = columnFault(read.columns);
  return fault ? refuse(`${file} is no product CSV from Shopify: ${fault}`) : { ok: true, value: read };
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const wanted = wantedOf(args);
  if (!wanted.ok) return stop(context, wanted.error);
  const { file, category, stock, pictures } = wanted.value;
  const read = await rowsOf(file);
  if (!read.ok) return stop(context, read.error);
  const categories = await categoryNames(context.db);
  const fallback = category === undefined ? undefined : categories.get(category.toLowerCase());
  if (category !== undefined && fallback === undefined)
    return stop(context, `there is no category “${category}”: choose one of ${[...new Set(categories.values())].join(", ")}`);

  const sheet = readSheet(read.value, { categories, fallback, parsePrice: parseDollars });
  const written = await write(context, sheet.drafts, stock ? "set" : "kept");
  const bad = [...sheet.bad, ...written.bad].sort((a, b) => a.line - b.line);
  report(context, read.value, { ...written, bad, leftOut: [...sheet.leftOut, ...written.leftOut] });
  if (pictures) await bring(context, written.slugs);
  return bad.length > 0 ? 1 : 0;
}

type Written = {
  counts: { created: number; changed: number; unchanged: number };
  variants: number;
  slugs: string[];
  bad: BadRow[];
  leftOut: string[];
};

async function write({ db, now }: CommandContext, drafts: readonly Draft[], stock: "set" | "kept"): Promise<Written> {
  const written: Written = { counts: { created: 0, changed: 0, unchanged: 0 }, variants: 0, slugs: [], bad: [], leftOut: [] };
  if (drafts.length > 0) await openCategories(db);
  for (const draft of drafts) {
    const saved = await importProduct(db, draft, { stock, now: now(), standIn: standInKey });
    if (!saved.ok) {
      written.bad.push({ line: draft.line, reason: saved.error });
      written.leftOut.push(draft.slug);
      continue;
    }
    written.counts[saved.value] += 1;
    written.variants += draft.variants.length;
    written.slugs.push(draft.slug);
  }
  return written;
}

function report({ print, complain }: CommandContext, { rows, torn }: Rows, written: Written): void {
  const { counts, variants, slugs, bad, leftOut } = written;
  const read = some(rows.length + torn.length, "row");
  say(print, `${read} read: ${some(slugs.length, "product")} with ${some(variants, "variant")} went in`);
  say(
    print,
    `${counts.created} created, ${counts.changed} changed, ${counts.unchanged} unchanged; ${some(bad.length, "row")} refused`,
  );
  for (const { line, reason } of bad) say(complain, `line ${line}: ${reason}`);
  if (leftOut.length > 0) say(complain, `Left out whole for these rows: ${leftOut.join(", ")}`);
  const columns = notTaken(rows);
  if (columns.length > 0) say(print, `Columns that hold something and were not taken over: ${columns.join(", ")}`);
}

async function bring({ db, config, print, complain }: CommandContext, slugs: readonly string[]): Promise<void> {
  const { brought, missing } = await bringPictures(db, slugs, async (url) => {
    const picture = await downloadPicture(url);
    return picture.ok ? await storePicture(picture.value, config.dataDir) : picture;
  });
  if (brought > 0) say(print, `${some(brought, "picture")} fetched`);
  for (const { url, slug, reason } of missing) say(complain, `${slug}: ${url}: ${reason}`);
  if (missing.length > 0)
    say(print, `${some(missing.length, "picture")} did not come: a drawn one stands in, and the next run asks again`);
}

function stop({ complain }: CommandContext, reason: string): number {
  say(complain, reason);
  complain("See npm run store -- import --help");
  return 2;
}

const some = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** One line: a cell of the file may hold what a terminal would obey. */
const say = (voice: (text: string) => void, text: string): void => voice(text.replace(/\p{Cc}+/gu, " "));

export const importCommand: Command = { summary: "take over a product CSV from Shopify", help, run };
