import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { withRootIds } from "./root-ids.preact.ts";

/** As `render-to-html.ts`, on Preact. */
export const renderToHtml = (element: VNode, key: string): string => renderToString(withRootIds(element, { key, count: 0 }));
