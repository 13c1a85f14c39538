import { type Outcome, refuse } from "../../../outcome.ts";
import { cell } from "./columns.ts";
import type { Draft, DraftPicture, DraftVariant } from "./draft.ts";
import type { BadRow, SheetRow } from "./rows.ts";
import { type ParsePrice, readVariant } from "./variant.ts";

export type ProductOptions = {
  /** category slugs by slug and by lower-case name */
  categories: ReadonlyMap<string, string>;
  /** for rows that name none */
  fallback: string | undefined;
  parsePrice: ParsePrice;
};

/** The product of one handle's rows, in their order; the faults of every row when there are some. */
export function readProduct(
  slug: string,
  rows: readonly SheetRow[],
  { categories, fallback, parsePrice }: ProductOptions,
): { draft?: Draft; faults: BadRow[] } {
  const [first] = rows;
  if (!first) return { faults: [] };
  const faults: BadRow[] = [];
  const noted = <Value>(row: SheetRow, outcome: Outcome<Value>): Value | undefined => {
    if (outcome.ok) return outcome.value;
    faults.push({ line: row.line, reason: outcome.error });
    return undefined;
  };
  const name = noted(first, titleOf(first));
  const category = noted(first, categoryOf(first, categories, fallback));
  const published = noted(first, publishedOf(first));
  const optionNames = [1, 2, 3].map((n) => cell(first, `Option${n} Name`));
  const variants = rows
    .filter(holdsVariant)
    .map((row) => noted(row, readVariant(slug, row, optionNames, parsePrice)))
    .filter((variant): variant is DraftVariant => variant !== undefined);
  if (variants.length === 0 && faults.length === 0) noted(first, refuse("no row of this handle has a Variant Price"));
  if (name === undefined || category === undefined || published === undefined || faults.length > 0) return { faults };
  const [brand, description] = [cell(first, "Vendor"), cell(first, "Body (HTML)")];
  const pictures = readPictures(rows, name);
  return { draft: { line: first.line, slug, name, category, brand, description, published, variants, pictures }, faults };
}

/** A row without a variant only brings a further picture. */
const holdsVariant = (row: SheetRow): boolean =>
  ["Variant Price", "Option1 Value", "Variant SKU"].some((name) => cell(row, name) !== "") || cell(row, "Image Src") === "";

function titleOf(row: SheetRow): Outcome<string> {
  const title = cell(row, "Title");
  if (!title) return refuse("Title is empty in the first row of this handle");
  return title.length > 255 ? refuse("Title is longer than 255 characters") : { ok: true, value: title };
}

function categoryOf(row: SheetRow, categories: ReadonlyMap<string, string>, fallback: string | undefined): Outcome<string> {
  const type = cell(row, "Type");
  const named = categories.get(type.toLowerCase()) ?? fallback;
  if (named) return { ok: true, value: named };
  const what = type ? `Type “${type}” is none of the shop's categories` : "Type is empty";
  return refuse(`${what}: name one with --category`);
}

const statuses = ["", "active", "draft", "archived", "unlisted"];

function publishedOf(row: SheetRow): Outcome<boolean> {
  const status = cell(row, "Status").toLowerCase();
  if (!statuses.includes(status)) return refuse(`Status “${status}” is none of active, draft, archived, unlisted`);
  const published = cell(row, "Published").toLowerCase();
  if (!["", "true", "false"].includes(published)) return refuse(`Published “${published}” is neither true nor false`);
  return { ok: true, value: published !== "false" && (status === "" || status === "active") };
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
