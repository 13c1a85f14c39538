import { type ComponentType, createElement } from "react";
import { renderToHtml } from "./render-to-html.ts";

/** An island's HTML, and whether it has ids that depend on the key. */
export function renderIsland(component: ComponentType<never>, props: object, key: string): { html: string; keyed: boolean } {
  const html = renderToHtml(createElement(component as ComponentType<object>, props), key);
  return { html, keyed: html.includes(`P${key}-`) };
}
