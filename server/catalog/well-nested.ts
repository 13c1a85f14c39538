import sanitize from "sanitize-html";

const inlines: readonly string[] = ["strong", "em", "b", "i", "u"];

/** Ends a paragraph before a block that begins in it, even inside bold or italic words. */
function endingParagraphs(html: string): string {
  const open: string[] = [];
  return html.replace(/<(\/?)([a-z]+\d?)>/g, (tag, end: string, name: string) => {
    if (end !== "") {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      return tag;
    }
    const at = inlines.includes(name) ? -1 : open.findLastIndex((each) => !inlines.includes(each));
    const ended = open[at] === "p" ? open.splice(at).reverse() : [];
    open.push(name);
    return ended.map((each) => `</${each}>`).join("") + tag;
  });
}

const blockTag = "</?(?:p|ul|ol|li|h3|h4|blockquote|table|thead|tbody|tr|th|td)>";
const emptyAfterBlock = new RegExp(`(^|${blockTag})(\\s*)<p>\\s*</p>`, "g");
const emptyBeforeBlock = new RegExp(`<p>\\s*</p>(\\s*)(?=$|${blockTag})`, "g");

/** The most passes; no text is known to need as many. */
const mostPasses = 50;

/**
 * Nests clean HTML without attributes as browsers do, so that parsing it again changes nothing.
 * Paragraphs contain no blocks; an empty paragraph stays only between two texts.
 */
export function wellNested(html: string, allowed: sanitize.IOptions): string {
  let before = html.trim();
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const parsed = sanitize(endingParagraphs(before), allowed);
    const after = parsed.replace(emptyAfterBlock, "$1$2").replace(emptyBeforeBlock, "$1").trim();
    if (after === before) return after;
    before = after;
  }
  return sanitize(before, { allowedTags: [] }).trim();
}
