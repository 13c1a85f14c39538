/**
 * Matches the beginning of a cell that a spreadsheet runs as a formula. Some spreadsheets skip
 * blanks before it.
 */
const formula = /^'*\s*[=+\-@\t\r＝＋－＠]/;
const hidden = /^'+\s*[=+\-@\t\r＝＋－＠]/;

/**
 * Puts `'` before a cell that a spreadsheet would run as a formula, even if the cell begins with
 * `'` already.
 */
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

const textFormula = /^="([^"]*)"$/;

/** Undoes `neutralised`, and a spreadsheet's text form such as `="0123"`. */
export const restored = (text: string): string => (hidden.test(text) ? text.slice(1) : text.replace(textFormula, "$1"));
