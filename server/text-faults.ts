/** Control characters, and characters that change the direction of the text after them. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
const inText = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Whether a line of text has invisible characters. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/**
 * The error of a line of text, in words that follow the field's label; undefined if it is valid.
 */
export function lineFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `can have up to ${longest} characters.`;
  return hasInvisible(text) ? "has characters that can’t be seen. Type it again." : undefined;
}

/**
 * The error of a text of several lines, in words that follow the field's label; undefined if it is
 * valid.
 */
export function textFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `can have up to ${longest.toLocaleString("en-US")} characters.`;
  return inText.test(text) ? "has characters that can’t be seen. Type it again." : undefined;
}
