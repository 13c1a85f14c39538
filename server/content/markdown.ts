import MarkdownIt from "markdown-it";
import sanitize from "sanitize-html";
import { allowedInDescriptions } from "../catalog/description.ts";
import { htmlDepth, mostHtmlDepth } from "../catalog/rules/html-depth.ts";
import { summaryOf } from "../catalog/rules/summary.ts";
import { invalidFields, type Outcome, ok, type Refusal } from "../outcome.ts";

/** Levels of lists and quotes in each other; a list has two. */
const mostNested = 50;

// Its time is linear in the text. It leaves out what is deeper than its own bound, so that one is higher.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: mostNested + 10 });

const address = /[\w-]+(?:\.[\w-]+)+(?:\/[^\s<>"']*[\w/])?/y;

// Addresses become links where they are meant as such: “readme.md” is none.
parser.linkify
  .set({ fuzzyLink: false })
  .add("//", null)
  .add("www.", {
    validate(text: string, at: number) {
      address.lastIndex = at;
      return address.exec(text)?.[0].length ?? 0;
    },
    normalize(match: { url: string }) {
      match.url = `http://${match.url}`;
    },
  });

/** What a product's description may hold, and what a page of text needs besides. */
const allowedInPages: sanitize.IOptions = {
  ...allowedInDescriptions,
  allowedTags: [...(allowedInDescriptions.allowedTags || []), "h2", "a", "hr", "code", "pre", "del"],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  // The page's own title is its only h1.
  transformTags: { h1: "h2", h5: "h4", h6: "h4", div: "p", s: "del" },
};

/** A table that is wider than a phone scrolls by itself, also by keyboard. */
const inScroller = (html: string): string =>
  html
    .replaceAll("<table>", '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");

const message = "Lists, quotes or tags are nested too deep: write the text with fewer levels.";
const tooDeep: Refusal = { ...invalidFields([{ field: "markdown", message }]), error: message };

/** Cleaned HTML of a page's Markdown; HTML in it is judged like a description's. Refuses what is nested too deep. */
export function renderMarkdown(markdown: string): Outcome<string> {
  const references = {};
  const tokens = parser.parse(markdown, references);
  if (tokens.some(({ level }) => level > mostNested)) return tooDeep;
  const html = parser.renderer.render(tokens, parser.options, references);
  if (htmlDepth(html) > mostHtmlDepth) return tooDeep;
  return ok(inScroller(sanitize(html, allowedInPages).trim()));
}

/** The HTML of a saved page; one that an earlier version saved, and that is nested too deep, is its plain text. */
export function pageHtml(markdown: string): string {
  const html = renderMarkdown(markdown);
  return html.ok ? html.value : `<pre>${parser.utils.escapeHtml(markdown)}</pre>`;
}

/** The first paragraph of a page's HTML, as search engines show it. */
export function firstWords(html: string): string {
  const [, paragraph = html] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return summaryOf(paragraph);
}
