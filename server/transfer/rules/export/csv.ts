import { neutralised } from "../formula-cell.ts";

/** What the pattern of a CSV would take apart, or a program that trims. */
const bound = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (bound.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One record of RFC 4180, in which a spreadsheet runs nothing. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(neutralised(cell))).join(",")}\r\n`;
