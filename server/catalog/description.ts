import { hash } from "node:crypto";
import sanitize from "sanitize-html";
import sanitizer from "sanitize-html/package.json" with { type: "json" };
import { wellNested } from "./well-nested.ts";

/** The elements that a description may hold; other texts of the shop build on them. */
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

/** HTML that went through `cleanDescription`: nothing else is written as a description. */
type CleanHtml = string & { readonly clean: true };

/**
 * A description that is safe on a page: text and its structure, no links, pictures, scripts or
 * styles. Cleaning it again changes nothing.
 */
export const cleanDescription = (raw: string): CleanHtml =>
  wellNested(sanitize(raw, allowedInDescriptions).replace(/\r\n?/g, "\n"), allowedInDescriptions) as CleanHtml;

/**
 * The rules of cleaning. Raise the number when another part changes, such as the sanitiser's
 * parser.
 */
export const cleaningRules = JSON.stringify([2, sanitizer.version, allowedInDescriptions]);

/**
 * `source` is stored beside `html` and identifies the raw text and the rules that it was made from.
 */
export type CleanDescription = { html: CleanHtml; source: string };

export type Cleaner = (raw: string) => CleanDescription;

export type StoredDescription = { description: string; description_source: string | null };

/**
 * 128 bits over the rules, the raw text and the clean one: they no longer match when the stored
 * text was changed otherwise.
 */
export const sourceOf = (raw: string, html: string, rules = cleaningRules): string =>
  hash("sha256", `${rules}\n${raw.length}\n${raw}${html}`, "hex").slice(0, 32);

/** Cleans a description and adds its source. */
export function cleanWithSource(raw: string): CleanDescription {
  const html = cleanDescription(raw);
  return { html, source: sourceOf(raw, html) };
}

/**
 * The stored description, if it was made from this raw text by the current rules and not changed
 * since.
 */
export function reusable(raw: string, stored: StoredDescription): CleanDescription | undefined {
  const { description: html, description_source: source } = stored;
  return source === sourceOf(raw, html) ? { html: html as CleanHtml, source } : undefined;
}
