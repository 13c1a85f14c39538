import { withoutShortcodes } from "./shortcodes.ts";

/** Values of one cell, separated by commas; `\,` is a comma inside a value. */
export function listOf(text: string): string[] {
  if (!text.includes(",")) return [text.trim()].filter(Boolean);
  return text
    .split(/(?<!\\),/)
    .map(wordOf)
    .filter(Boolean);
}

/** One value, possibly with escaped commas. */
export const wordOf = (text: string): string => text.replaceAll("\\,", ",").trim();

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—" };

/** A title as plain text; in WooCommerce it may have HTML. */
export const titleOf = (html: string): string =>
  html
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/&(?:#(\d{1,7})|([a-z]+));/gi, (all, code?: string, name?: string) => character(code, name) ?? all)
    .replace(/\s+/g, " ")
    .trim();

function character(code: string | undefined, name: string | undefined): string | undefined {
  if (name !== undefined) return Object.hasOwn(entities, name.toLowerCase()) ? entities[name.toLowerCase()] : undefined;
  const point = Number(code);
  const letter = point <= 0x10ffff ? String.fromCodePoint(point) : "";
  // A title must not contain control characters or half of a surrogate pair.
  return letter === "" || /[\p{Cc}\p{Cs}]/u.test(letter) ? undefined : letter;
}

/**
 * The short description, then the long one; only one of them if both are equal. `shortcodes` are
 * the names of the removed shortcodes.
 */
export function descriptionOf(short: string, long: string): { html: string; shortcodes: readonly string[] } {
  const parts = [short, long].map((text) => withoutShortcodes(unescapeLineBreaks(text)));
  const html = parts.map((part) => paragraphs(part.html)).filter(Boolean);
  return { html: [...new Set(html)].join("\n"), shortcodes: parts.flatMap(({ names }) => names) };
}

/**
 * Restores line breaks. WooCommerce writes a line break as `\n`, and the text `\n` with a second
 * backslash.
 */
const unescapeLineBreaks = (text: string): string =>
  text.replace(/\\?\\n/g, (lineBreak) => (lineBreak.length === 2 ? "\n" : "\\n")).replace(/\r\n?/g, "\n");

const block =
  /<\/?(?:address|article|aside|blockquote|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;

/**
 * Makes paragraphs of text between blank lines, as WordPress does when it shows a page. Text with
 * block tags stays unchanged.
 */
function paragraphs(html: string): string {
  if (/<pre\b/i.test(html)) return html.trim();
  return html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll("\n", "<br>\n")}</p>`))
    .join("\n");
}
