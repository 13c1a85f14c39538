import { type ComponentType, createElement } from "react";
import { draw } from "./draw.ts";

/** An island's HTML, and whether it holds ids that only the same key gives again. */
export function drawIsland(component: ComponentType<never>, props: object, key: string): { html: string; keyed: boolean } {
  const html = draw(createElement(component as ComponentType<object>, props), key);
  return { html, keyed: html.includes(`P${key}-`) };
}
