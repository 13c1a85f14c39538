import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { restored } from "../../catalog/rules/formula-cell.ts";

/** The cells of all these records, or how many are good before the first that is not. */
export type Parsed = { ok: true; cells: string[][] } | { ok: false; good: number; reason: string };

/** Many records in one go: to start the parser anew costs more than a record does. */
export function cellsOf(bytes: Uint8Array): Parsed {
  try {
    const cells: string[][] = parse(bytes, { relax_column_count: true, record_delimiter: ["\r\n", "\n", "\r"] });
    return { ok: true, cells: cells.map((row) => row.map(restored)) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const good = typeof error.records === "number" ? error.records : 0;
    return { ok: false, good, reason: /QUOTE/.test(error.code) ? unpaired : `the row cannot be read: ${error.message}` };
  }
}

/** A mark too few shows only where the next one stands, so the words fit both. */
export const unpaired = "its quotation marks do not pair: close each one, and double those inside a cell";

export const blank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
