import { type Outcome, refuse } from "../../../outcome.ts";
import { type Draft, type DraftPicture, type DraftVariant, variantKey } from "./draft.ts";

/** One row of the file: its first line there, and its cells by column name. */
export type SheetRow = { line: number; cells: Readonly<Record<string, string>> };

export type BadRow = { line: number; reason: string };

export type Sheet = { drafts: Draft[]; bad: BadRow[] };

/** Without these columns a file is no Shopify product CSV. */
const required = ["Handle", "Title", "Variant Price"];

/** What is taken over; every other column that holds something is reported, never silently dropped. */
const taken = new Set([
  ...required,
  "Body (HTML)",
  "Vendor",
  "Type",
  "Published",
  "Status",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Barcode",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Variant Image",
]);

export const lacking = (columns: readonly string[]): string[] => required.filter((name) => !columns.includes(name));

/** Columns that hold something in some row, yet are not taken over. */
export function leftOut(rows: readonly SheetRow[]): string[] {
  const found = new Set<string>();
  for (const { cells } of rows)
    for (const [name, text] of Object.entries(cells)) if (text.trim() !== "" && !taken.has(name)) found.add(name);
  return [...found].sort();
}

type Options = {
  /** category slugs by slug and by lower-case name */
  categories: ReadonlyMap<string, string>;
  /** for rows that name none */
  fallback: string | undefined;
  parsePrice: (text: string) => number | undefined;
};

/** Products of a sheet, each whole: one with a bad row is left out and the row is named by line and reason. */
export function readSheet(rows: readonly SheetRow[], options: Options): Sheet {
  const sheet: Sheet = { drafts: [], bad: [] };
  const keys = new Map<string, string>();
  for (const [handle, own] of groupByHandle(rows, sheet.bad)) {
    const { draft, bad } = readProduct(handle, own, options);
    if (draft) bad.push(...repeatedKeys(draft, keys));
    sheet.bad.push(...bad);
    if (draft && bad.length === 0) sheet.drafts.push(draft);
  }
  sheet.bad.sort((a, b) => a.line - b.line);
  return sheet;
}

const handlePattern = /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u;

function groupByHandle(rows: readonly SheetRow[], bad: BadRow[]): Map<string, SheetRow[]> {
  const groups = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const handle = cell(row, "Handle").toLowerCase();
    if (!handle) bad.push({ line: row.line, reason: "Handle is empty" });
    else if (!handlePattern.test(handle) || handle.length > 200)
      bad.push({ line: row.line, reason: `Handle “${handle}” holds more than letters, numbers and hyphens` });
    else groups.set(handle, [...(groups.get(handle) ?? []), row]);
  }
  return groups;
}

const cell = ({ cells }: SheetRow, name: string): string => (cells[name] ?? "").trim();

function readProduct(handle: string, rows: readonly SheetRow[], options: Options): { draft: Draft | undefined; bad: BadRow[] } {
  const bad: BadRow[] = [];
  const [first] = rows;
  if (!first) return { draft: undefined, bad };
  const fail = (row: SheetRow, outcome: Outcome<unknown>) => {
    if (!outcome.ok) bad.push({ line: row.line, reason: outcome.error });
  };
  const name = cell(first, "Title");
  if (!name) fail(first, refuse("Title is empty in the first row of this handle"));
  const category = categoryOf(first, options);
  fail(first, category);
  const published = publishedOf(first);
  fail(first, published);
  const optionNames = [1, 2, 3].map((n) => cell(first, `Option${n} Name`));
  const variants: DraftVariant[] = [];
  for (const row of rows) {
    if (!holdsVariant(row)) continue;
    const variant = readVariant(handle, row, optionNames, options);
    fail(row, variant);
    if (variant.ok) variants.push(variant.value);
  }
  if (variants.length === 0 && bad.length === 0) fail(first, refuse("no row of this handle has a Variant Price"));
  if (!category.ok || !published.ok || bad.length > 0) return { draft: undefined, bad };
  const pictures = readPictures(rows, name);
  const draft: Draft = {
    line: first.line,
    slug: handle,
    name,
    category: category.value,
    brand: cell(first, "Vendor"),
    description: cell(first, "Body (HTML)"),
    published: published.value,
    variants,
    pictures,
  };
  return { draft, bad };
}

/** A row without a variant only brings a further picture. */
const holdsVariant = (row: SheetRow): boolean =>
  ["Variant Price", "Option1 Value", "Variant SKU"].some((name) => cell(row, name) !== "") || cell(row, "Image Src") === "";

function categoryOf(row: SheetRow, { categories, fallback }: Options): Outcome<string> {
  const type = cell(row, "Type");
  const named = categories.get(type.toLowerCase()) ?? fallback;
  if (named) return { ok: true, value: named };
  const what = type ? `Type “${type}” is none of the shop's categories` : "Type is empty";
  return refuse(`${what}: name one with --category`);
}

function publishedOf(row: SheetRow): Outcome<boolean> {
  const status = cell(row, "Status").toLowerCase();
  if (status && !["active", "draft", "archived"].includes(status))
    return refuse(`Status “${status}” is none of active, draft, archived`);
  const published = cell(row, "Published").toLowerCase();
  if (published && !["true", "false"].includes(published)) return refuse(`Published “${published}” is neither true nor false`);
  return { ok: true, value: published !== "false" && (status === "" || status === "active") };
}

function readVariant(
  handle: string,
  row: SheetRow,
  optionNames: readonly string[],
  { parsePrice }: Options,
): Outcome<DraftVariant> {
  const price = parsePrice(cell(row, "Variant Price"));
  if (price === undefined) return refuse(priceReason("Variant Price", cell(row, "Variant Price")));
  const compareText = cell(row, "Variant Compare At Price");
  const compareAt = compareText === "" ? undefined : parsePrice(compareText);
  if (compareText !== "" && compareAt === undefined) return refuse(priceReason("Variant Compare At Price", compareText));
  const onHand = wholeNumber(row, "Variant Inventory Qty");
  if (!onHand.ok) return onHand;
  const grams = wholeNumber(row, "Variant Grams");
  if (!grams.ok) return grams;
  const options = optionsOf(row, optionNames);
  if (!options.ok) return options;
  const sku = cell(row, "Variant SKU");
  const values = Object.values(options.value);
  const variant: DraftVariant = {
    line: row.line,
    key: variantKey(sku, handle, values),
    sku,
    name: values.join(" / "),
    options: options.value,
    price,
    // A compare-at price that is not higher is no discount.
    compareAt: compareAt !== undefined && compareAt > price ? compareAt : undefined,
    onHand: Math.max(0, onHand.value),
    grams: Math.max(0, grams.value),
    barcode: cell(row, "Variant Barcode"),
    picture: cell(row, "Variant Image"),
  };
  return { ok: true, value: variant };
}

const priceReason = (column: string, text: string) =>
  text === "" ? `${column} is empty` : `${column} “${text}” is not a price in dollars and cents`;

function wholeNumber(row: SheetRow, column: string): Outcome<number> {
  const text = cell(row, column);
  if (text === "") return { ok: true, value: 0 };
  if (!/^-?\d{1,9}(?:\.0+)?$/.test(text)) return refuse(`${column} “${text}” is not a whole number`);
  return { ok: true, value: Number(text) };
}

/** Shopify writes `Title` / `Default Title` for goods without options. */
function optionsOf(row: SheetRow, names: readonly string[]): Outcome<Record<string, string>> {
  const options: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = cell(row, `Option${index + 1} Value`);
    if (name === "" && value !== "")
      return refuse(`Option${index + 1} Value “${value}” has no Option${index + 1} Name in the first row of its handle`);
    if (name === "" || (name === "Title" && value === "Default Title")) continue;
    if (value === "") return refuse(`Option${index + 1} Value is empty, “${name}” needs one`);
    options[name] = value;
  }
  return { ok: true, value: options };
}

function readPictures(rows: readonly SheetRow[], name: string): DraftPicture[] {
  const pictures = rows
    .filter((row) => cell(row, "Image Src") !== "")
    .map((row, index) => ({
      line: row.line,
      url: cell(row, "Image Src"),
      alt: cell(row, "Image Alt Text") || name,
      position: Number(cell(row, "Image Position")) || index + 1,
    }));
  return pictures.sort((a, b) => a.position - b.position);
}

/** The same SKU or the same options twice would make one variant of two. `seen` maps keys to the handle that has them. */
function repeatedKeys(draft: Draft, seen: Map<string, string>): BadRow[] {
  const bad: BadRow[] = [];
  for (const { key, line, sku } of draft.variants) {
    const owner = seen.get(key);
    if (owner !== undefined)
      bad.push({
        line,
        reason: sku ? `SKU “${sku}” stands already at handle “${owner}”` : "these options stand already at this handle",
      });
    seen.set(key, draft.slug);
  }
  return bad;
}
