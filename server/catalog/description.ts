import sanitize from "sanitize-html";

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
export type CleanHtml = string & { readonly clean: true };

/** A description as it may stand on a page: words and their shape, no links, pictures, scripts or styles. */
export function cleanDescription(html: string): CleanHtml {
  const text = html.trim();
  return (isClean(text) ? text : sanitize(text, allowedInDescriptions).trim()) as CleanHtml;
}

/** Words without signs, an escaped sign, or a tag without attributes. */
const part = /[^<>&]+|&(?:amp|lt|gt);|<(\/?)(p|strong|em|b|i|u|ul|ol|li|h3|h4|blockquote)>/y;

const words = ["strong", "em", "b", "i", "u"];
const inside: Record<string, readonly string[]> = {
  "": ["p", "ul", "ol", "h3", "h4", "blockquote", ...words],
  blockquote: ["p", ...words],
  ul: ["li"],
  ol: ["li"],
  ...Object.fromEntries(["p", "li", "h3", "h4", ...words].map((name) => [name, words])),
};

/**
 * True for what the sanitiser would give back as it came: allowed tags without attributes, each closed in its turn and where it may stand, and nothing
 * else that is a sign. Most descriptions are of that kind once a shop has exported them, and to see it takes a twentieth of the time.
 */
function isClean(html: string): boolean {
  const open: string[] = [];
  for (part.lastIndex = 0; part.lastIndex < html.length; ) {
    const [found, closing, name] = part.exec(html) ?? [];
    if (found === undefined) return false;
    if (name === undefined) continue;
    if (closing === "") {
      if (!inside[open.at(-1) ?? ""]?.includes(name)) return false;
      open.push(name);
    } else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
