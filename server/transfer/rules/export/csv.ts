import { neutralised } from "../formula-cell.ts";

/** A cell that has to be quoted: it would be split, or trimmed by some programs. */
const bound = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (bound.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One record of RFC 4180; a cell that a spreadsheet would run as a formula is escaped. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(neutralised(cell))).join(",")}\r\n`;
