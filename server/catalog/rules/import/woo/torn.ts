import { restored } from "../../formula-cell.ts";
import type { Columns } from "./columns.ts";
import { keyOf, parentKey } from "./keys.ts";
import { isVariation } from "./kind.ts";
import { wooRow } from "./row.ts";

/** Whether a product with variations has this key, and whose the row above was. */
type Seen = { isFamily: (key: string) => boolean; above: string | undefined };

/** Whose row it seems to be, though it cannot be read: its first cells are whole, and a variation names its parent somewhere. */
export function keyOfTorn(text: string, columns: Columns, { isFamily, above }: Seen): string | undefined {
  const row = wooRow(columns, { line: 0, cells: wholeCells(text) });
  const type = row.cell("Type");
  if (type === "") return undefined;
  if (!isVariation(type)) return keyOf(row) || undefined;
  if (row.cell("Parent") !== "") return parentKey(row.cell("Parent"));
  const words = text.split(/[",\r\n]/).map((word) => parentKey(word.trim()));
  return words.find(isFamily) ?? above;
}

/** Cells up to the first that is no cell. */
function wholeCells(text: string): string[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r?\n?$)/y;
  const cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    cells.push(restored(match[1]?.replaceAll('""', '"') ?? match[2] ?? ""));
  }
  return cells;
}
