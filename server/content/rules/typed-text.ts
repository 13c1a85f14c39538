/** Control characters, and marks that turn the direction of what stands after them. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
const inText = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** What is wrong with a line of text, in words after its label; undefined where nothing is. */
export function lineFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `can have up to ${longest} characters.`;
  return invisible.test(text) ? "has characters that can’t be seen. Type it again." : undefined;
}

/** The same of text of several lines. */
export function textFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `can have up to ${longest.toLocaleString("en-US")} characters.`;
  return inText.test(text) ? "has characters that can’t be seen. Type it again." : undefined;
}

/** One kind of line end, and nothing at the ends. */
export const tidyText = (text: string): string => text.replace(/\r\n?/g, "\n").trim();
