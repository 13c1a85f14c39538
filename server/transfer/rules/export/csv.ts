import { neutralised } from "../formula-cell.ts";

/**
 * Matches a cell that needs quotes. Without quotes it would be split, or some programs would trim
 * it.
 */
const bound = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (bound.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const cellOf = (cell: string | number): string => (typeof cell === "number" ? String(cell) : quoted(neutralised(cell)));

/**
 * Writes one record of RFC 4180. Escapes text that a spreadsheet would run as a formula; numbers
 * stay unchanged.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(",")}\r\n`;
