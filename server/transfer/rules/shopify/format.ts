import { type Outcome, refuse } from "../../../outcome.ts";
import type { Format, SheetReader, SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import { type Columns, columnsOf, missingColumns } from "./columns.ts";
import { counting } from "./notes.ts";
import { ownColumnsOf, ownPlaces } from "./own-columns.ts";
import { readProduct } from "./product.ts";

export const shopify: Format = { name: "Shopify", lacking: missingColumns, open };

function open(headers: readonly string[]): SheetReader {
  const columns = columnsOf(headers);
  const own = ownColumnsOf(headers);
  const takenPlaces = new Set([...columns.taken, ...ownPlaces(own)]);
  const others = headers.map((header, at) => ({ at, header })).filter(({ at, header }) => header !== "" && !takenPlaces.has(at));
  const notes = counting(columns);
  let above = "";
  return {
    taken: takenPlaces,
    place: (row) => {
      const slug = slugAt(row, columns);
      // A row without a handle may belong to the product above it. The row is placed there, so that
      // the product above is refused later.
      if (slug === "" && above !== "") return { ok: true, value: above };
      const placed = checked(slug, columns);
      if (placed.ok) above = slug;
      return placed;
    },
    aliases: () => new Map(),
    keyOfMalformed: (text) => cellOfMalformed(text, columns.at("slug"))?.normalize("NFC").toLowerCase(),
    product: (key, rows, options) => {
      const reading = readProduct(key, rows, { columns, own, others }, options);
      if (reading.draft) notes.count(rows, reading.draft);
      if (reading.skipped) notes.skip(rows, reading.slug);
      return reading;
    },
    notes: notes.all,
  };
}

const slugAt = (row: SheetRow, { cell }: Columns): string => cell(row, "slug").normalize("NFC").toLowerCase();

const shape = /^[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*$/u;

function checked(slug: string, { called }: Columns): Outcome<string> {
  const name = called("slug");
  if (slug === "") return refuse("invalid", `${name} is empty`);
  if (slug.length > 200) return refuse("invalid", `${name} is longer than 200 characters`);
  return shape.test(slug)
    ? { ok: true, value: slug }
    : refuse("invalid", `${name} “${truncated(slug)}” has characters other than letters, numbers, and hyphens`);
}

const oneCell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|[\r\n]|$)/y;

/**
 * The cell at this position, if all cells before it can be parsed. Of a malformed cell, returns the
 * text before the mistake.
 */
function cellOfMalformed(text: string, place: number): string | undefined {
  let at = 0;
  for (let cell = 0; cell <= place; cell += 1) {
    oneCell.lastIndex = at;
    const match = oneCell.exec(text);
    if (!match) return cell === place ? /^\s*"?([^",\r\n]*)/.exec(text.slice(at))?.[1]?.trim() || undefined : undefined;
    if (cell === place) return (match[1] ?? match[2] ?? "").trim() || undefined;
    at = oneCell.lastIndex;
  }
  return undefined;
}
