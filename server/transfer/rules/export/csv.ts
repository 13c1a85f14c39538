import { neutralised } from "../formula-cell.ts";

/** Matches a cell that needs quotes: it would be split, or trimmed by some programs. */
const bound = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (bound.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const cellOf = (cell: string | number): string => (typeof cell === "number" ? String(cell) : quoted(neutralised(cell)));

/**
 * One record of RFC 4180. Escapes a text that a spreadsheet would run as a formula, but no number.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(",")}\r\n`;
