/**
 * An attribute's text as a browser reads it. `dynamic` means that a template writes a part of it.
 */
export type Attribute = { value: string; dynamic: boolean; at: number };
/**
 * A start tag. `content` is the text between it and its end tag, from `contentAt` on; undefined if
 * there is no end tag.
 */
export type Tag = {
  name: string;
  attributes: Map<string, Attribute>;
  at: number;
  contentAt: number;
  content: string | undefined;
};

/** A construct of a template engine: Handlebars, Django, Jinja, Twig, PHP, ERB. */
const construct = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<\?[\s\S]*?\?>|<%[\s\S]*?%>/y;
const comment = /<!--[\s\S]*?-->|\{\{!--[\s\S]*?--\}\}|\{\{![\s\S]*?\}\}|\{#[\s\S]*?#\}|\{%\s*comment[\s\S]*?endcomment\s*%\}/y;
const startOrEnd = /<(\/?)([a-zA-Z][\w:-]*)/y;
const attributeName = /[^\s=>"'/{<]+/y;
const equals = /\s*=\s*/y;
const unquoted = /[^\s>"']+/y;

/** The end of the match of `pattern` at this place; -1 if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

type StartTag = { name: string; closes: boolean; attributes: Map<string, Attribute>; at: number; end: number };

/** The start tags of HTML, or of a template for HTML, and the constructs between the tags. */
export type Markup = { tags: Tag[]; constructs: string[] };

/** Whether a tag begins a script with props. */
export const isPropsScript = ({ name, attributes }: Tag): boolean =>
  name === "script" && attributes.get("type")?.value === "application/json";

export function readMarkup(text: string): Markup {
  const { tags, constructs } = readTags(text);
  return {
    tags: tags.flatMap((tag, at) => (tag.closes ? [] : [{ ...tag, contentAt: tag.end, content: contentOf(text, tags, at) }])),
    constructs,
  };
}

/** All tags, and the constructs that are outside of tags, scripts and styles. */
function readTags(text: string): { tags: StartTag[]; constructs: string[] } {
  const tags: StartTag[] = [];
  const constructs: string[] = [];
  for (let at = 0; at < text.length; ) {
    const commentEnd = endOf(comment, text, at);
    const constructEnd = commentEnd > 0 ? -1 : endOf(construct, text, at);
    if (constructEnd > 0) constructs.push(text.slice(at, constructEnd));
    if (commentEnd > 0 || constructEnd > 0) at = Math.max(commentEnd, constructEnd);
    else if (endOf(startOrEnd, text, at) > 0) {
      const tag = readTag(text, at);
      tags.push(tag);
      at = tag.end;
      // A script contains no tags.
      const raw = !tag.closes && /^(script|style)$/.test(tag.name) ? text.indexOf(`</${tag.name}`, at) : -1;
      if (raw > 0) at = raw;
    } else at++;
  }
  return { tags, constructs };
}

function readTag(text: string, start: number): StartTag {
  startOrEnd.lastIndex = start;
  const [whole = "", slash, name = ""] = startOrEnd.exec(text) ?? [];
  const attributes = new Map<string, Attribute>();
  let at = start + whole.length;
  while (at < text.length && text[at] !== ">") {
    const constructEnd = endOf(construct, text, at);
    const nameEnd = endOf(attributeName, text, at);
    if (constructEnd > 0) at = constructEnd;
    else if (nameEnd > 0) {
      const key = text.slice(at, nameEnd).toLowerCase();
      const assigned = endOf(equals, text, nameEnd);
      const value = assigned > 0 ? readValue(text, assigned) : { value: "", dynamic: false, end: nameEnd };
      attributes.set(key, { value: decode(value.value), dynamic: value.dynamic, at });
      at = Math.max(value.end, at + 1);
    } else at++;
  }
  return { name: name.toLowerCase(), closes: slash === "/", attributes, at: start, end: at + 1 };
}

/** Reads an attribute's value. Quotes inside a template engine's construct do not end it. */
function readValue(text: string, start: number): { value: string; dynamic: boolean; end: number } {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") {
    const end = Math.max(endOf(construct, text, start), endOf(unquoted, text, start), start);
    return { value: text.slice(start, end), dynamic: endOf(construct, text, start) > 0, end };
  }
  let dynamic = false;
  let at = start + 1;
  while (at < text.length && text[at] !== quote) {
    const constructEnd = endOf(construct, text, at);
    dynamic ||= constructEnd > 0;
    at = constructEnd > 0 ? constructEnd : at + 1;
  }
  return { value: text.slice(start + 1, at), dynamic, end: at + 1 };
}

function contentOf(text: string, tags: readonly StartTag[], at: number): string | undefined {
  const opened = tags[at];
  let depth = 0;
  for (const tag of tags.slice(at)) {
    if (tag.name !== opened?.name) continue;
    depth += tag.closes ? -1 : 1;
    if (depth === 0) return text.slice(opened.end, tag.at);
  }
  return undefined;
}

const entities: Record<string, string> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
