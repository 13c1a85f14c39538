import type { DraftPicture, DraftVariant } from "../draft.ts";
import type { SheetRow } from "../format.ts";
import type { Columns } from "./columns.ts";

/**
 * The product's pictures without repeats, sorted by position. Pictures that only variants name come
 * last.
 */
export function readPictures(
  rows: readonly SheetRow[],
  columns: Columns,
  { title, variants }: { title: string; variants: readonly DraftVariant[] },
): DraftPicture[] {
  const byUrlAndPlace = new Map<string, DraftPicture>();
  for (const row of rows) {
    const url = columns.cell(row, "picture");
    const place = columns.cell(row, "position");
    const key = `${url} ${place}`;
    if (url === "" || byUrlAndPlace.has(key)) continue;
    const position = /^\d{1,6}$/.test(place) && Number(place) > 0 ? Number(place) : byUrlAndPlace.size + 1;
    byUrlAndPlace.set(key, { line: row.line, url, alt: columns.cell(row, "alt"), position });
  }
  const pictures = [...byUrlAndPlace.values()].sort((a, b) => a.position - b.position);
  const urls = new Set(pictures.map(({ url }) => url));
  let last = pictures.at(-1)?.position ?? 0;
  for (const { picture: url, line, name } of variants) {
    if (url === "" || urls.has(url)) continue;
    urls.add(url);
    last += 1;
    pictures.push({ line, url, alt: name && `${title}, ${name}`, position: last });
  }
  return pictures;
}
