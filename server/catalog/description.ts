import sanitize from "sanitize-html";

const allowed: sanitize.IOptions = {
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

/** A description as it may stand on a page: words and their shape, no links, pictures, scripts or styles. */
export const cleanDescription = (html: string): string => sanitize(html, allowed).trim();
