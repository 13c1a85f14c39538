import { restored } from "../formula-cell.ts";
import type { Columns } from "./columns.ts";
import { keyOf, parentKey } from "./keys.ts";
import { isVariation } from "./kind.ts";
import { wooRow } from "./row.ts";

/** The most rows that wait for a later product. Further rows belong to the product above them. */
const mostWaiting = 1000;

/**
 * Finds the product of a malformed row by its first cells, which can be read. For a variation,
 * finds its parent. `familyOf` returns the first of these keys that belongs to a product with
 * variations.
 */
export function openMalformedRows(columns: Columns, familyOf: (keys: readonly string[]) => string | undefined) {
  const waiting: { keys: readonly string[]; above: string | undefined }[] = [];
  /** undefined if not even the type can be read */
  function keyOfRow(text: string, above: string | undefined): string | undefined {
    const row = wooRow(columns, { line: 0, cells: wholeCells(text) });
    const [type, parent] = [row.cell("Type"), row.cell("Parent")];
    if (type === "") return undefined;
    if (!isVariation(type)) return keyOf(row) || undefined;
    if (parent !== "") return parentKey(parent);
    const words = text.split(/[",\r\n]/).map((word) => word.trim());
    const keys = [...new Set(words)].filter(Boolean).map(parentKey);
    const family = familyOf(keys);
    if (family || waiting.length >= mostWaiting) return family ?? above;
    return `malformed:${waiting.push({ keys, above }) - 1}`;
  }
  /**
   * Call after the last row. Maps the temporary keys of waiting rows to the keys of their products.
   */
  const aliases = (): [string, string][] =>
    waiting.flatMap(({ keys, above }, at) => {
      const key = familyOf(keys) ?? above;
      return key ? [[`malformed:${at}`, key] as [string, string]] : [];
    });
  return { keyOf: keyOfRow, aliases };
}

/** The cells before the first malformed cell. */
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
