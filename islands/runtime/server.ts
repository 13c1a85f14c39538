import { type ComponentType, createElement } from "react";
import { renderToHtml } from "./render-to-html.ts";

/**
 * Attributes whose value is one or more ids. Other values, such as tokens, may contain the key by
 * chance.
 */
const idAttributes =
  /\s(?:id|for|name|list|form|headers|href|aria-(?:labelledby|describedby|controls|owns|errormessage|activedescendant|details))="([^"]*)"/g;

const hasIds = (html: string, prefix: string): boolean =>
  [...html.matchAll(idAttributes)].some(([, ids]) => ids?.includes(prefix));

/** An island's HTML, and whether it has ids that depend on the key. */
export function renderIsland(
  name: string,
  component: ComponentType<never>,
  props: object,
  key: string,
): { html: string; keyed: boolean } {
  const html = renderToHtml(createElement(component as ComponentType<object>, props), key, name);
  const prefix = `P${key}-`;
  return { html, keyed: html.includes(prefix) && hasIds(html, prefix) };
}
