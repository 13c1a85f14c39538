import { Marked } from "marked";
import sanitize from "sanitize-html";
import { allowedInDescriptions } from "../catalog/description.ts";
import { summaryOf } from "../catalog/rules/summary.ts";

const marked = new Marked({ async: false, gfm: true });

/** What a product's description may hold, and what a page of text needs besides. */
const allowedInPages: sanitize.IOptions = {
  ...allowedInDescriptions,
  allowedTags: [...(allowedInDescriptions.allowedTags || []), "h2", "a", "hr", "code", "pre", "del"],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  // The page's own title is its only h1.
  transformTags: { h1: "h2", h5: "h4", h6: "h4", div: "p" },
};

/** A table that is wider than a phone scrolls by itself, also by keyboard. */
const inScroller = (html: string): string =>
  html
    .replaceAll("<table>", '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");

/** Cleaned HTML of a page's Markdown; HTML in it is judged like a description's. */
export const pageHtml = (markdown: string): string =>
  inScroller(sanitize(marked.parse(markdown, { async: false }), allowedInPages).trim());

/** A page's first paragraph, as search engines show it. */
export function firstWords(markdown: string): string {
  const html = pageHtml(markdown);
  const [, paragraph = html] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return summaryOf(paragraph);
}
