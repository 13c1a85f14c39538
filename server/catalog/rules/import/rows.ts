import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";

/** One row of the file: its first line there, and its cells by column name. */
export type SheetRow = { line: number; cells: Readonly<Record<string, string>> };

export type BadRow = { line: number; reason: string };

/** A row that cannot be read as CSV. `handle` is whose row it seems to be, empty where that cannot be told. */
export type TornRow = BadRow & { handle: string };

export type Rows = { columns: string[]; rows: SheetRow[]; torn: TornRow[] };

/**
 * Reads the rows of a CSV, each with the line of the file that it begins on. A row that cannot be read ends at its own line: one
 * quotation mark too many does not take the rest of the file with it.
 */
export function readRows(text: string): Rows {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const found: Rows = { columns: [], rows: [], torn: [] };
  for (let at = 0; at < lines.length; ) {
    const { text: own, count } = recordAt(lines, at);
    const cells = cellsOf(own);
    if (cells.ok) add(found, at + 1, cells.value);
    else found.torn.push({ line: at + 1, reason: cells.reason, handle: handleOf(own, found.columns) });
    at += cells.ok ? count : 1;
  }
  return found;
}

const marksIn = (line: string): number => line.split('"').length - 1;

/** Lines belong together until their quotation marks come in pairs: a cell may hold line breaks. */
function recordAt(lines: readonly string[], at: number): { text: string; count: number } {
  let marks = 0;
  for (let next = at; next < lines.length; next++) {
    marks += marksIn(lines[next] ?? "");
    if (marks % 2 === 0) return { text: lines.slice(at, next + 1).join(""), count: next + 1 - at };
  }
  return { text: lines[at] ?? "", count: 1 };
}

function cellsOf(text: string): { ok: true; value: string[] } | { ok: false; reason: string } {
  try {
    return { ok: true, value: parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n", "\r"] })[0] ?? [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const ofMarks = /QUOTE/.test(error.code);
    return { ok: false, reason: ofMarks ? unpaired : `the row cannot be read: ${error.message}` };
  }
}

/** A mark too few shows only where the next one stands, so the words fit both. */
const unpaired = "its quotation marks do not pair: close each one, and double those inside a cell";

const blank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/** The first row that holds anything names the columns; blank rows are passed over. */
function add(found: Rows, line: number, cells: readonly string[]): void {
  const { columns } = found;
  if (blank(cells)) return;
  if (columns.length === 0) found.columns = cells.map((name) => name.trim());
  else if (blank(cells.slice(columns.length)))
    found.rows.push({ line, cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""])) });
  else {
    const reason = `the row has ${cells.length} cells, the first row only ${columns.length}`;
    found.torn.push({ line, reason, handle: cells[columns.indexOf("Handle")] ?? "" });
  }
}

/** Whose row it seems to be, though it cannot be read: Shopify writes the handle first. */
function handleOf(text: string, columns: readonly string[]): string {
  if (columns[0] !== "Handle") return "";
  return /^\s*"?([^",\r\n]*)/.exec(text)?.[1]?.trim() ?? "";
}
