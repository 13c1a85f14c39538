import { escapeHtml, escapeJson } from "./escape.ts";
import { didYouMean } from "./nearest.ts";
import type { PageIslands } from "./page.ts";
import { type TriggerName, unknownTrigger } from "./trigger-names.ts";

/** The options of one island on a page. */
export type IslandOptions = {
  /** When the island is hydrated; `visible` by default. */
  on?: TriggerName;
  tag?: string;
  class?: string;
  id?: string;
  /** Id of a JSON script in the page: props are read from it and not repeated. */
  ref?: string;
  /**
   * The island does not depend on the visitor: equal props give equal HTML, which is rendered once
   * for all visitors.
   */
  same?: boolean;
};

export const optionNames: readonly string[] = ["on", "tag", "class", "id", "ref", "same"];

/** Throws for an unknown option or trigger, which is probably misspelt. */
export function refuseUnknownOptions(name: string, options: IslandOptions): void {
  for (const option of Object.keys(options)) {
    if (optionNames.includes(option)) continue;
    throw new Error(`Island ${name}: there is no option ${option}${didYouMean(option, optionNames)}`);
  }
  const refused = unknownTrigger(options.on);
  if (refused) throw new Error(`Island ${name}: ${refused}`);
}

/** Props as JSON, the origin of the content, and the content. */
export type IslandContent = {
  props: string;
  html: string;
  /** `origin` is the value of `data-ssr`. */
  rendered?: { origin: string; key: string | undefined };
};

/** The HTML of the island's element. Records the island in its page. */
export function islandElement(name: string, options: IslandOptions, content: IslandContent, page: PageIslands): string {
  const { on, tag = "div", class: className, id, ref } = options;
  page.names.add(name);
  if (on === "load") page.onLoad.add(name);
  const source = ref === undefined ? ` data-props='${escapeJson(content.props)}'` : attribute("data-props-ref", ref);
  const own =
    attribute("id", id) + attribute("class", className) + attribute("data-island", name) + attribute("data-island-on", on);
  const { rendered } = content;
  // `fallback` also tells the browser that a helper wrote the element and has checked its props.
  const origin = attribute("data-ssr", rendered?.origin ?? "fallback") + attribute("data-island-key", rendered?.key);
  return `<${tag}${own}${source}${origin}>${content.html}</${tag}>`;
}

const attribute = (name: string, value: string | undefined) => (value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`);

/**
 * Refuses inline scripts and styles: the content security policy forbids them, so the component is
 * wrong.
 */
export function refuseInline(name: string, html: string): void {
  const [match] = /<(script|style)\b|<[^>]*\s(style|on\w+)=/i.exec(html.replace(/="[^"]*"/g, '=""')) ?? [];
  if (match) throw new Error(`Island ${name} draws inline script or style, which the page's policy forbids: ${match}`);
}
