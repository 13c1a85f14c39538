import { neutralised } from "../formula-cell.ts";

/** A cell that has to be quoted: it would be split, or trimmed by some programs. */
const bound = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (bound.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const cellOf = (cell: string | number): string => (typeof cell === "number" ? String(cell) : quoted(neutralised(cell)));

/** One record of RFC 4180; a text that a spreadsheet would run as a formula is escaped, a number is not. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(",")}\r\n`;
