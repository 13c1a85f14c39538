/**
 * Matches the beginning of a cell that a spreadsheet runs as a formula; some skip blanks before it.
 */
const formula = /^'*\s*[=+\-@\t\r＝＋－＠]/;
const hidden = /^'+\s*[=+\-@\t\r＝＋－＠]/;

/** Puts `'` before a cell that a spreadsheet would run as a formula, even if it has one already. */
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

const textFormula = /^="([^"]*)"$/;

/** The cell before `neutralised`, or before a spreadsheet wrote it as text: `="0123"`. */
export const restored = (text: string): string => (hidden.test(text) ? text.slice(1) : text.replace(textFormula, "$1"));
