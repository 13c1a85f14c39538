import { type Outcome, refuse } from "../../../outcome.ts";
import type { Draft, DraftAttribute, DraftVariant } from "../draft.ts";
import type { BadRow, Classification, ProductOptions, ProductReading, ProductWords, SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import type { Columns } from "./columns.ts";
import { type OwnColumns, readOwn } from "./own-columns.ts";
import { readPictures } from "./pictures.ts";
import { readVariant } from "./variant.ts";

/** How to read a file: the positions of its columns, and its other columns. */
export type Sheet = { columns: Columns; own: OwnColumns; others: readonly { at: number; header: string }[] };

/** Reads the product of one handle from its rows, or returns the errors of all these rows. */
export function readProduct(slug: string, rows: readonly SheetRow[], sheet: Sheet, options: ProductOptions): ProductReading {
  const [first] = rows;
  if (!first) return { slug, faults: [] };
  const { columns } = sheet;
  const faults: BadRow[] = [];
  const noted = <Value>(row: SheetRow, outcome: Outcome<Value>): Value | undefined => {
    if (outcome.ok) return outcome.value;
    faults.push({ line: row.line, reason: outcome.error });
    return undefined;
  };
  const command = noted(first, commandOf(first, columns));
  if (command && isLeftOut(command)) return { slug, faults: [], skipped: true };
  for (const row of rows)
    if (columns.cell(row, "slug") === "")
      noted(row, refuse("invalid", `${columns.called("slug")} is empty, so the row may belong to “${truncated(slug)}” above`));
  const title = noted(first, titleOf(first, columns));
  const published = noted(first, readPublished(first, columns));
  const own = noted(first, readOwn(first, sheet.own));
  const optionNames = (["option1Name", "option2Name", "option3Name"] as const).map((field) => columns.cell(first, field));
  const variants = rows
    .filter((row) => columns.cell(row, "slug") !== "" && holdsVariant(row, columns) && !isDeleted(row, columns, "variantCommand"))
    .map((row) => noted(row, readVariant(row, { columns, slug, optionNames, parsePrice: options.parsePrice })))
    .filter((variant): variant is DraftVariant => variant !== undefined);
  if (variants.length === 0 && faults.length === 0)
    noted(first, refuse("invalid", `no row of this handle has a ${columns.called("price")}`));
  if (rows.some((row) => columns.cell(row, "giftCard").toLowerCase() === "true"))
    noted(first, refuse("invalid", "it is a gift card, which this shop cannot redeem: it is left out"));
  const sorted = options.classify(wordsOf(rows, variants, sheet));
  const category = noted(first, categoryOf(first, columns, sorted, options));
  if (title === undefined || category === undefined || published === undefined || !own || faults.length > 0)
    return { slug, faults, ...(category === undefined && sorted.missing !== undefined && { missingCategory: sorted.missing }) };
  const { attributes: listed, ...words } = own;
  const attributes = together(listed, sorted.attributes);
  const draft: Draft = {
    line: first.line,
    slug,
    name: title,
    category,
    brand: columns.has("brand") ? columns.cell(first, "brand") : undefined,
    seoTitle: columns.has("seoTitle") ? columns.cell(first, "seoTitle") : undefined,
    seoDescription: columns.has("seoDescription") ? columns.cell(first, "seoDescription") : undefined,
    description: columns.has("description") ? columns.raw(first, "description") : undefined,
    published,
    ...(columns.cell(first, "status").toLowerCase() === "archived" && { archived: true }),
    ...(command === "NEW" && { only: "new" as const }),
    ...(command === "UPDATE" && { only: "existing" as const }),
    ...words,
    ...(attributes && { attributes }),
    variants,
    pictures: readPictures(
      rows.filter((row) => !isDeleted(row, columns, "pictureCommand")),
      columns,
      { title, variants },
    ),
  };
  return { slug, draft, faults };
}

/** Whether a row has a variant; otherwise it only adds a picture. */
const holdsVariant = (row: SheetRow, { cell }: Columns): boolean =>
  (["price", "option1Value", "sku"] as const).some((field) => cell(row, field) !== "") || cell(row, "picture") === "";

/** The Matrixify command of a row; MERGE if the cell is empty. */
function commandOf(row: SheetRow, { cell, called }: Columns): Outcome<string> {
  const command = cell(row, "command").toUpperCase() || "MERGE";
  return ["NEW", "MERGE", "UPDATE", "REPLACE"].includes(command) || isLeftOut(command)
    ? { ok: true, value: command }
    : refuse("invalid", `${called("command")} “${truncated(command)}” is not NEW, MERGE, UPDATE, REPLACE, DELETE, or IGNORE`);
}

const isLeftOut = (command: string): boolean => ["DELETE", "IGNORE"].includes(command);

const isDeleted = (row: SheetRow, { cell }: Columns, field: "variantCommand" | "pictureCommand"): boolean =>
  isLeftOut(cell(row, field).toUpperCase());

function titleOf(row: SheetRow, { cell, called }: Columns): Outcome<string> {
  const title = cell(row, "title");
  if (!title) return refuse("invalid", `${called("title")} is empty in the first row of this handle`);
  return title.length > 255 ? refuse("invalid", `${called("title")} is longer than 255 characters`) : { ok: true, value: title };
}

function categoryOf(row: SheetRow, { cell, called }: Columns, sorted: Classification, options: ProductOptions): Outcome<string> {
  const type = cell(row, "type");
  const category = sorted.category ?? options.categories.get(type.toLowerCase()) ?? options.fallback;
  if (category) return { ok: true, value: category };
  const problem = type
    ? `${called("type")} “${truncated(type)}” is not one of the shop's categories`
    : `${called("type")} is empty`;
  return refuse("invalid", `${problem}: choose one with --category or --map`);
}

const statuses = ["", "active", "draft", "archived", "unlisted"];

function readPublished(row: SheetRow, { cell, called }: Columns): Outcome<boolean> {
  const status = cell(row, "status").toLowerCase();
  if (!statuses.includes(status))
    return refuse("invalid", `${called("status")} “${truncated(status)}” is not active, draft, archived, or unlisted`);
  const published = cell(row, "published").toLowerCase();
  if (!["", "true", "false"].includes(published))
    return refuse("invalid", `${called("published")} “${truncated(published)}” is neither true nor false`);
  return { ok: true, value: published !== "false" && (status === "" || status === "active") };
}

/** This product's words that a mapping file may use. */
function wordsOf(rows: readonly SheetRow[], variants: readonly DraftVariant[], { columns, others }: Sheet): ProductWords {
  const [first = { line: 0, cells: [] }] = rows;
  const types = [columns.cell(first, "type"), columns.cell(first, "productCategory")].filter((type) => type !== "");
  const tags = columns
    .cell(first, "tags")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  const options = new Map<string, string[]>();
  for (const { options: own } of variants)
    for (const [name, value] of Object.entries(own)) {
      const values = options.get(name) ?? [];
      if (!values.includes(value)) values.push(value);
      options.set(name, values);
    }
  const cells = new Map<string, string>();
  for (const { at, header } of others) {
    const text = rows.find((row) => (row.cells[at] ?? "").trim() !== "")?.cells[at]?.trim();
    if (text !== undefined) cells.set(header, text);
  }
  return { types, areAlternatives: true, tags, options, columns: cells };
}

/**
 * The attributes of the file and of the owner's mapping, without repeated values; undefined if both
 * are undefined.
 */
function together(
  listed: readonly DraftAttribute[] | undefined,
  sorted: readonly DraftAttribute[] | undefined,
): readonly DraftAttribute[] | undefined {
  if (!listed || !sorted) return listed ?? sorted;
  const key = ({ attribute, value }: DraftAttribute) => `${attribute.slug}:${value.slug}`;
  const keys = new Set(listed.map(key));
  return [...listed, ...sorted.filter((each) => !keys.has(key(each)))];
}
