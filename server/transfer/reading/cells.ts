import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { restored } from "../rules/formula-cell.ts";

/** The cells of all records, or the number of valid records before the first invalid record. */
export type CellsResult = { ok: true; cells: string[][] } | { ok: false; good: number; reason: string };

/** Parses many records in one call, since starting the parser costs more than parsing a record. */
export function cellsOf(bytes: Uint8Array): CellsResult {
  const plain = plainCells(decoder.decode(bytes));
  if (plain) return { ok: true, cells: plain.map((row) => row.map(restored)) };
  try {
    const cells: string[][] = parse(bytes, { relax_column_count: true, record_delimiter: ["\r\n", "\n", "\r"] });
    return { ok: true, cells: cells.map((row) => row.map(restored)) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const good = typeof error.records === "number" ? error.records : 0;
    return { ok: false, good, reason: /QUOTE/.test(error.code) ? unpaired : `the row cannot be read: ${error.message}` };
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Matches one cell and its delimiter: a cell in quotation marks, a spreadsheet's text (`="0123"`),
 * or a bare cell.
 */
const cell = /(?:"([^"]*(?:""[^"]*)*)"|="([^",\r\n]*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Copies a string that is stored for long, such as a SKU. Otherwise the substring would keep the
 * whole text in memory, unless it is very short.
 */
export const copyString = (part: string): string => (part.length < 13 || part.length > 1000 ? part : ` ${part}`.slice(1));

/**
 * Reads the cells of well-formed records many times faster than the parser. Returns undefined if
 * only the parser can read the text.
 */
export function plainCells(text: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length || row.length > 0) {
    const [match, marked, guarded = "", bare = guarded, end] = cell.exec(text) ?? [];
    if (match === undefined) return undefined;
    row.push(copyString(marked === undefined ? bare : marked.replaceAll('""', '"')));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * The parser notices a missing quotation mark only at the next quotation mark. So this text covers
 * both a cell that is not closed and a mark inside a cell that is not doubled.
 */
export const unpaired = "its quotation marks do not match: close each one, and double those inside a cell";

/** Whether all cells are empty; white space counts as empty. */
export const blank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
