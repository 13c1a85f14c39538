const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const unescaped = (html: string): string => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** `**bold**` and `*italic*`; a star with space around it is one. */
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
 * The HTML of a description as somebody typed it: HTML as it is, or text, in which a blank line begins
 * a paragraph, lines with a dash or a number are a list, and stars make words bold or italic. One
 * line of text stays a line. It is not cleaned yet.
 */
export function htmlOfText(typed: string): string {
  const text = typed.replaceAll("\r\n", "\n").trim();
  if (hasTags(text)) return text;
  const blocks = text.split(/\n\s*\n/);
  const [only = ""] = blocks;
  if (blocks.length === 1 && !only.includes("\n") && !bullet.test(only) && !number.test(only)) return inline(only);
  return blocks.map((block) => blockOf(block.trim())).join("\n");
}

const items = (html: string): string[] => [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item);

const inlineText = (html: string): string =>
  unescaped(
    html
      .replace(/<\/?strong>/g, "**")
      .replace(/<\/?em>/g, "*")
      .replaceAll("<br />", "\n"),
  );

function blockText(block: string): string {
  if (block.startsWith("<ul>"))
    return items(block)
      .map((item) => `- ${inlineText(item)}`)
      .join("\n");
  if (block.startsWith("<ol>"))
    return items(block)
      .map((item, at) => `${at + 1}. ${inlineText(item)}`)
      .join("\n");
  return inlineText(block.replace(/^<p>|<\/p>$/g, ""));
}

/** A description's HTML as the text that makes it, for a form; the HTML itself where no text does. */
export function textOfHtml(html: string): string {
  const blocks = html.split(/\n(?=<(?:p|ul|ol)>)/);
  const text = blocks.map(blockText).join("\n\n");
  return htmlOfText(text) === html ? text : html;
}
