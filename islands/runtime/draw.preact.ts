import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** As `draw.ts`, on Preact. */
export function draw(element: VNode, key: string): string {
  (element as { __m?: [string, number] }).__m = [key, 0];
  return renderToString(element);
}
