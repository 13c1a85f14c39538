const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const unescaped = (html: string): string => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Formats `**bold**` and `*italic*`; a star between spaces stays a star. */
const inline = (line: string): string =>
  escaped(line)
    .replace(/\*\*(?=\S)([^*]+?)(?<=\S)\*\*/g, "<strong>$1</strong>")
    .replace(/\*(?=\S)([^*]+?)(?<=\S)\*/g, "<em>$1</em>");

const bullet = /^[-*•] +/;
const number = /^\d{1,3}[.)] +/;

const listOf = (tag: "ul" | "ol", lines: readonly string[], mark: RegExp): string =>
  [`<${tag}>`, ...lines.map((line) => `<li>${inline(line.replace(mark, ""))}</li>`), `</${tag}>`].join("\n");

function blockOf(block: string): string {
  const lines = block.split("\n").map((line) => line.trim());
  if (lines.every((line) => bullet.test(line))) return listOf("ul", lines, bullet);
  if (lines.every((line) => number.test(line))) return listOf("ol", lines, number);
  return `<p>${lines.map(inline).join("<br />")}</p>`;
}

const hasTags = (text: string): boolean => /<\/?[a-z][^<>]*>/i.test(text);

/**
 * The HTML of a typed description, not cleaned yet. Typed HTML stays unchanged. In text, a blank
 * line begins a paragraph, lines with a dash or a number are a list, and stars make words bold or
 * italic. A single line gets no tags around it.
 */
export function htmlOfText(typed: string): string {
  const text = typed.replaceAll("\r\n", "\n").trim();
  if (hasTags(text)) return text;
  const blocks = text.split(/\n\s*\n/);
  const [only = ""] = blocks;
  if (blocks.length === 1 && !only.includes("\n") && !bullet.test(only) && !number.test(only)) return inline(only);
  return blocks.map((block) => blockOf(block.trim())).join("\n");
}

/** A paragraph or a list; each line has text, `<strong>`, and `<em>`. */
type Block = { tag: "p" | "ul" | "ol"; lines: string[] };

/** Removes empty bold or italic tags, and spaces just inside these tags. */
const tidyLine = (line: string): string =>
  line
    .replace(/\s+/g, " ")
    .replace(/(<(?:strong|em)>)( )/g, "$2$1")
    .replace(/( )(<\/(?:strong|em)>)/g, "$2$1")
    .replace(/<(strong|em)>( ?)<\/\1>/g, "$2")
    .replace(/ {2,}/g, " ")
    .trim();

const tidyBlock = ({ tag, lines }: Block): Block[] => {
  const tidied = lines.map(tidyLine);
  const kept = tag === "p" ? tidied.join("\n").trim().split(/\n+/) : tidied;
  const filled = kept.filter((line) => line !== "");
  return filled.length > 0 ? [{ tag, lines: filled }] : [];
};

const sameTag: Readonly<Record<string, string>> = { b: "strong", i: "em" };

/**
 * The paragraphs and lists of clean HTML. Undefined if the HTML has any other element, such as a
 * heading or a nested list.
 */
function blocksOf(html: string): Block[] | undefined {
  const blocks: Block[] = [{ tag: "p", lines: [""] }];
  let isInItem = false;
  const add = (text: string) => {
    const { lines } = blocks.at(-1) as Block;
    lines.push((lines.pop() ?? "") + text);
  };
  for (const [part, end, name] of html.matchAll(/<(\/?)([a-z0-9]+) ?\/?>|[^<]+/g)) {
    const block = blocks.at(-1) as Block;
    const isList = block.tag !== "p";
    const tag = name && (sameTag[name] ?? name);
    if (tag === undefined) {
      if (isList && !isInItem && part.trim() !== "") return undefined;
      if (!isList || isInItem) add(part);
    } else if (tag === "strong" || tag === "em") add(`<${end}${tag}>`);
    else if (tag === "br" && !isList) block.lines.push("");
    else if (tag === "p" && !isList) blocks.push({ tag: "p", lines: [""] });
    else if (tag === "p" && isInItem && (end === "/" || block.lines.at(-1)?.trim() === "")) continue;
    else if ((tag === "ul" || tag === "ol") && end === "" && !isList) blocks.push({ tag, lines: [] });
    else if (tag === block.tag && end === "/" && !isInItem) blocks.push({ tag: "p", lines: [""] });
    else if (tag === "li" && isList && isInItem === (end === "/")) {
      isInItem = end === "";
      if (isInItem) block.lines.push("");
    } else return undefined;
  }
  return blocks.flatMap(tidyBlock);
}

const lineText = (line: string): string => unescaped(line.replace(/<\/?strong>/g, "**").replace(/<\/?em>/g, "*"));

const marks = { p: () => "", ul: () => "- ", ol: (at: number) => `${at + 1}. ` };

const blockText = ({ tag, lines }: Block): string => lines.map((line, at) => marks[tag](at) + lineText(line)).join("\n");

/**
 * The text that a form shows for a description. The text has the same meaning as the description's
 * HTML. If no text has this meaning, returns the HTML itself.
 */
export function textOfHtml(html: string): string {
  const blocks = blocksOf(html);
  if (!blocks) return html;
  const text = blocks.map(blockText).join("\n\n");
  return JSON.stringify(blocksOf(htmlOfText(text))) === JSON.stringify(blocks) ? text : html;
}

const oneWay = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Whether a form sent back this HTML's text unchanged. */
export const isTextOf = (typed: string, html: string): boolean => oneWay(typed) === oneWay(textOfHtml(html));
