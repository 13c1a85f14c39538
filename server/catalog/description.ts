import sanitize from "sanitize-html";

const allowedInDescriptions: sanitize.IOptions = {
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
export type CleanHtml = string & { readonly clean: true };

/** A description as it may stand on a page: words and their shape, no links, pictures, scripts or styles. */
export const cleanDescription = (html: string): CleanHtml => sanitize(html, allowedInDescriptions).trim() as CleanHtml;
