import { type Outcome, ok, refuse } from "../../outcome.ts";
import { lineFault } from "../../text-faults.ts";

/** A page as its owner writes it. */
export type PageText = { title: string; description: string; markdown: string };

/**
 * A page's file, with front matter or with a heading in its first line; the description is
 * optional.
 */
export type PageFile = Omit<PageText, "description"> & { description: string | undefined };

const longest = { title: 100, description: 300, markdown: 200_000 };

const titleTooLong = `the title is longer than ${longest.title} characters`;

const fieldNames = ["title", "description"] as const;
type Field = (typeof fieldNames)[number];
const isField = (name: string): name is Field => fieldNames.some((field) => field === name);

/** Matches front matter: the lines between two `---` at the start of the file. */
const frontMatter = /^---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|$)/s;
/** The words of a heading `# Title`, with or without closing #; empty if the line is no heading. */
function headingIn(line: string): string {
  if (!/^#[ \t]/.test(line)) return "";
  const words = line.slice(1).trim();
  const [closing = ""] = /(?<!#)#+$/.exec(words) ?? [];
  const bare = words.slice(0, words.length - closing.length);
  return closing !== "" && /\s$/.test(bare) ? bare.trimEnd() : words;
}

/**
 * The most characters of a heading's line. A valid title with its Markdown signs is always shorter.
 */
const longestHeading = 1000;

/** Reads title, description and Markdown of a page's file. Refuses in words for the owner. */
export function readPageFile(text: string): Outcome<PageFile> {
  const whole = text.replace(/\r\n?/g, "\n").trimStart();
  const [front = "", lines] = frontMatter.exec(whole) ?? [];
  const fields = readFields(lines ?? "");
  if (!fields.ok) return fields;
  const rest = whole.slice(front.length).trim();
  const [line = ""] = rest.split("\n", 1);
  const heading = headingIn(line);
  if (heading.length > longestHeading) return refuse("invalid", titleTooLong);
  const headingText = plainText(heading);
  const title = fields.value.title ?? headingText;
  if (title === "") return refuse("invalid", "the page has no title: start it with a line such as “# Shipping and delivery”");
  // A heading that repeats the title would show the title twice.
  const isTitle = fields.value.title === undefined || headingText === title;
  const markdown = (isTitle && heading !== "" ? rest.slice(line.length) : rest).trim();
  if (markdown === "") return refuse("invalid", "the page has a title but no text");
  return fittingPage({ title, description: fields.value.description, markdown });
}

function readFields(lines: string): Outcome<Partial<Record<Field, string>>> {
  const fields: Partial<Record<Field, string>> = {};
  for (const line of lines.split("\n").filter((each) => each.trim() !== "")) {
    const [, name = "", value = ""] = /^([A-Za-z_-]+):[ \t]*(.*)$/.exec(line) ?? [];
    const field = name.toLowerCase();
    if (!isField(field)) return refuse("invalid", `front matter can have a title and a description, not “${line.trim()}”`);
    fields[field] = value.trim().replace(/^(["'])(.*)\1$/, "$2");
  }
  return ok(fields);
}

/** A heading's text, without its Markdown signs. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]/g, "")
    .replace(/\\(.)/g, "$1")
    .trim();

/** Checks that a page can be stored. Refuses in words about the invalid field. */
export function fittingPage(file: PageFile): Outcome<PageFile> {
  if (file.title === "") return refuse("invalid", "the page has no title");
  if (file.markdown === "") return refuse("invalid", "the page has a title but no text");
  const fault = lineFault(file.title, longest.title) ?? lineFault(file.description ?? "", longest.description);
  if (fault && file.title.length <= longest.title && (file.description?.length ?? 0) <= longest.description)
    return refuse("invalid", "the title or the description has characters that can’t be seen");
  if (file.title.length > longest.title) return refuse("invalid", titleTooLong);
  if ((file.description?.length ?? 0) > longest.description)
    return refuse("invalid", `the description is longer than ${longest.description} characters`);
  if (file.markdown.length > longest.markdown) return refuse("invalid", "the page is longer than 200,000 characters");
  // PostgreSQL does not store U+0000.
  return Object.values(file).some((text) => text?.includes("\0")) ? refuse("invalid", "the page is not text") : ok(file);
}

/** Writes a page as a file that `readPageFile` can read. */
export const writePageFile = ({ title, description, markdown }: PageText): string =>
  ["---", `title: ${quoted(title)}`, `description: ${quoted(description)}`, "---", "", markdown, ""].join("\n");

/** Quotes a value that begins with a quote, since `readPageFile` removes outer quotes. */
const quoted = (text: string): string => (/^["']/.test(text) ? `"${text}"` : text);

/** Whether a text consists of words and numbers between single hyphens, as in addresses. */
export const isPageSlug = (slug: string): boolean => slug.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug);
