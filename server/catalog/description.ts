import { hash } from "node:crypto";
import sanitize from "sanitize-html";
import sanitizer from "sanitize-html/package.json" with { type: "json" };
import { wellNested } from "./well-nested.ts";

/** The elements allowed in a description. The rules of other texts extend this list. */
export const allowedInDescriptions: sanitize.IOptions = {
  allowedTags: [
    "p",
    "br",
    "strong",
    "em",
    "b",
    "i",
    "u",
    "ul",
    "ol",
    "li",
    "h3",
    "h4",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ],
  allowedAttributes: {},
  transformTags: { h1: "h3", h2: "h3", h5: "h4", h6: "h4", div: "p" },
};

/** HTML from `cleanDescription`. Only such HTML is stored as a description. */
type CleanHtml = string & { readonly clean: true };

/**
 * Makes a description safe for a page: keeps text and its structure, and removes links, pictures,
 * scripts and styles. Cleaning the result again changes nothing.
 */
export const cleanDescription = (raw: string): CleanHtml =>
  wellNested(sanitize(raw, allowedInDescriptions).replace(/\r\n?/g, "\n"), allowedInDescriptions) as CleanHtml;

/**
 * The version of the cleaning rules. Raise the number if another part changes, such as the
 * sanitiser's parser.
 */
export const cleaningRules = JSON.stringify([2, sanitizer.version, allowedInDescriptions]);

/** `source` is stored with `html` and identifies the raw text and the rules that made it. */
export type CleanDescription = { html: CleanHtml; source: string };

export type Cleaner = (raw: string) => CleanDescription;

export type StoredDescription = { description: string; description_source: string | null };

/**
 * A 128-bit hash of the rules, the raw text and the clean text. Shows whether a stored text was
 * changed since it was cleaned.
 */
export const sourceOf = (raw: string, html: string, rules = cleaningRules): string =>
  hash("sha256", `${rules}\n${raw.length}\n${raw}${html}`, "hex").slice(0, 32);

/** Cleans a description and adds its source. */
export function cleanWithSource(raw: string): CleanDescription {
  const html = cleanDescription(raw);
  return { html, source: sourceOf(raw, html) };
}

/**
 * The stored description, if the current rules made it from this raw text and nobody has changed it
 * since.
 */
export function reusable(raw: string, stored: StoredDescription): CleanDescription | undefined {
  const { description: html, description_source: source } = stored;
  return source === sourceOf(raw, html) ? { html: html as CleanHtml, source } : undefined;
}
