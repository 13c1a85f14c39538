/**
 * A spreadsheet runs a cell that begins like this as a formula; blanks before one are passed over
 * by some.
 */
const formula = /^'*\s*[=+\-@\t\r＝＋－＠]/;
const hidden = /^'+\s*[=+\-@\t\r＝＋－＠]/;

/**
 * The cell as it may stand in a file: what would run as a formula gets a `'` in front, also where
 * one stands there already.
 */
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The cell as it was before `neutralised`. */
export const restored = (text: string): string => (hidden.test(text) ? text.slice(1) : text);
