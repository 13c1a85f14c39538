import { cell } from "./columns.ts";
import type { Draft } from "./draft.ts";
import { type ProductOptions, readProduct } from "./product.ts";
import type { BadRow, Rows, SheetRow } from "./rows.ts";

export type Sheet = {
  drafts: Draft[];
  /** in the file's order */
  bad: BadRow[];
  /** handles of products that are left out whole, for some row of theirs is bad */
  leftOut: string[];
};

/** Products of a sheet, each whole: one with a bad row is left out and the row is named by line and reason. */
export function readSheet({ rows, torn }: Pick<Rows, "rows" | "torn">, options: ProductOptions): Sheet {
  const { groups, bad, broken } = groupByHandle(rows);
  for (const { handle } of torn) broken.add(slugOf(handle));
  const sheet: Sheet = { drafts: [], bad: [...torn.map(({ line, reason }) => ({ line, reason })), ...bad], leftOut: [] };
  const keys = new Map<string, string>();
  for (const [handle, own] of groups) {
    const { draft, faults } = readProduct(handle, own, options);
    if (draft) faults.push(...repeatedKeys(draft, keys));
    sheet.bad.push(...faults);
    if (draft && faults.length === 0 && !broken.has(handle)) sheet.drafts.push(draft);
    else sheet.leftOut.push(handle);
  }
  sheet.bad.sort((a, b) => a.line - b.line);
  return sheet;
}

const slugOf = (handle: string): string => handle.normalize("NFC").toLowerCase();

const handlePattern = /^[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*$/u;

type Groups = { groups: Map<string, SheetRow[]>; bad: BadRow[]; broken: Set<string> };

/** Rows of one handle belong together wherever they stand. A row without one may belong to the product above it, which is then not whole. */
function groupByHandle(rows: readonly SheetRow[]): Groups {
  const found: Groups = { groups: new Map(), bad: [], broken: new Set() };
  let above = "";
  for (const row of rows) {
    const handle = slugOf(cell(row, "Handle"));
    const fault = handleFault(handle);
    if (fault) found.bad.push({ line: row.line, reason: fault });
    if (handle === "") found.broken.add(above);
    if (fault) continue;
    above = handle;
    const own = found.groups.get(handle);
    if (own) own.push(row);
    else found.groups.set(handle, [row]);
  }
  return found;
}

function handleFault(handle: string): string | undefined {
  if (handle === "") return "Handle is empty";
  if (!handlePattern.test(handle)) return `Handle “${handle}” holds more than letters, numbers and hyphens`;
  return handle.length > 200 ? "Handle is longer than 200 characters" : undefined;
}

/** The same SKU or the same options twice would make one variant of two. `seen` maps keys to the handle that has them. */
function repeatedKeys(draft: Draft, seen: Map<string, string>): BadRow[] {
  const bad: BadRow[] = [];
  for (const { key, line, sku } of draft.variants) {
    const owner = seen.get(key);
    const reason = sku ? `SKU “${sku}” stands already at handle “${owner}”` : "these options stand already at this handle";
    if (owner !== undefined) bad.push({ line, reason });
    seen.set(key, draft.slug);
  }
  return bad;
}
