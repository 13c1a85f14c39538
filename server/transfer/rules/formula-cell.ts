/** A spreadsheet runs a cell that begins so as a formula; some skip blanks before it. */
const formula = /^'*\s*[=+\-@\t\r＝＋－＠]/;
const hidden = /^'+\s*[=+\-@\t\r＝＋－＠]/;

/**
 * The cell with a `'` before what a spreadsheet would run as a formula, also where one stands there
 * already.
 */
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

const textFormula = /^="([^"]*)"$/;

/** The cell as it was before `neutralised`, or before a spreadsheet wrote it as text: `="0123"`. */
export const restored = (text: string): string => (hidden.test(text) ? text.slice(1) : text.replace(textFormula, "$1"));
