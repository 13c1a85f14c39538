import MarkdownIt from "markdown-it";
import sanitize from "sanitize-html";
import { allowedInDescriptions } from "./catalog/description.ts";
import { htmlDepth, mostHtmlDepth } from "./catalog/rules/html-depth.ts";
import { summaryOf } from "./catalog/rules/summary.ts";
import { invalidFields, type Outcome, ok, type Refusal } from "./outcome.ts";

/** The deepest nesting of lists and quotes; each list counts as two levels. */
const mostNested = 50;

// The parser's time is linear in the text's length. The parser drops text that is nested deeper
// than its own limit, `maxNesting`. This limit is higher than `mostNested`, so that too deep text
// is refused and not dropped.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: mostNested + 10 });

const address = /[\w-]+(?:\.[\w-]+)+(?:\/[^\s<>"']*[\w/])?/y;

// Only complete addresses become links: “readme.md” does not.
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

/** The HTML elements that a content page may have: those of a description, and more. */
const allowedInPages: sanitize.IOptions = {
  ...allowedInDescriptions,
  allowedTags: [...(allowedInDescriptions.allowedTags || []), "h2", "a", "hr", "code", "pre", "del"],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  // The page's title is its only h1.
  transformTags: { h1: "h2", h5: "h4", h6: "h4", div: "p", s: "del" },
};

/**
 * Wraps each table in an element that scrolls, also by keyboard, if the table is wider than a
 * phone.
 */
const inScroller = (html: string): string =>
  html
    .replaceAll("<table>", '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");

const message = "Lists, quotes or tags are nested too deep: write the text with fewer levels.";
const tooDeep: Refusal = { ...invalidFields([{ field: "markdown", message }]), error: message };

/**
 * Renders a page's Markdown as cleaned HTML; HTML in the text is cleaned as in descriptions.
 * Refuses text that is nested too deep.
 */
export function renderMarkdown(markdown: string): Outcome<string> {
  const references = {};
  const tokens = parser.parse(markdown, references);
  if (tokens.some(({ level }) => level > mostNested)) return tooDeep;
  const html = parser.renderer.render(tokens, parser.options, references);
  if (htmlDepth(html) > mostHtmlDepth) return tooDeep;
  return ok(inScroller(sanitize(html, allowedInPages).trim()));
}

/**
 * The HTML of a saved page. If an earlier version saved text nested too deep, the page is plain
 * text.
 */
export function pageHtml(markdown: string): string {
  const html = renderMarkdown(markdown);
  return html.ok ? html.value : `<pre>${parser.utils.escapeHtml(markdown)}</pre>`;
}

/** The first paragraph of a page's HTML, for search engines. */
export function firstWords(html: string): string {
  const [, paragraph = html] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return summaryOf(paragraph);
}
